import TouchCore

/// Checks that no region comes to lie over another client's sensitive region.
extension EditCheck {
    /// Checks that a changed region does not lie in front of another client's sensitive region in the same editable part. The outermost region of
    /// that part normally takes all touches at its place, so its content cannot take touches from regions outside. If the outermost region passes
    /// touches through, sensitive regions outside are checked, too.
    ///
    /// Regions in a scroll view count as being as large as the scroll view, wherever they are now.
    func checkCover(_ region: RegionID, _ seen: inout Seen) throws(TreeEditError) {
        let root = root(of: region)
        let letsThrough = new.specs[root.slot].passesTouchesThrough
        let all = seen.covered ?? covered()
        seen.covered = all
        var reach: Reach?
        if all.isEmpty { return }
        let place = seen.places[region.slot]
        for other in all where place < seen.places[other.region.slot] {
            if !letsThrough && other.region != root && !new.directory.isInside(other.region, root) { continue }
            if new[other.region].screen != new[region].screen { continue }
            if reach == nil { reach = Reach(of: region, in: new) }
            if reach!.overlaps(other.reach) {
                throw refusal(
                    "\"\(new[region].path)\" would lie over \"\(new[other.region].path)\", "
                        + "which is sensitive and which this connection has not claimed")
            }
        }
    }

    /// A sensitive region of another client, in the new tree.
    struct Covered {
        let region: RegionID
        let reach: Reach
    }

    private func covered() -> [Covered] {
        old.directory.sensitive.compactMap { region in
            let record = old[region]
            if !isProtected[region.slot] || record.parent.map({ isProtected[$0.slot] }) ?? false { return nil }
            return new.region(ofID: record.id).map { Covered(region: $0, reach: Reach(of: $0, in: new)) }
        }
    }
}
