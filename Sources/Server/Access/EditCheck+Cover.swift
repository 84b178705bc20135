import TouchCore

/// No region may come to lie over another client's sensitive region.
extension EditCheck {
    /// A region outside the part that may be edited loses no touch to what is in it, unless that lets touches through: then as much as in
    /// the part itself, what has changed may lie nowhere in front of one that is closed.
    ///
    /// Regions in a scroll view reach as far as the scroll view does, wherever they lie now.
    func checkCover(_ region: RegionID, _ seen: inout Seen) throws(TreeEditError) {
        let root = root(of: region)
        let letsThrough = new.specs[root.slot].letsThrough
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

    /// Another client's sensitive region, in the new tree.
    struct Covered {
        let region: RegionID
        let reach: Reach
    }

    private func covered() -> [Covered] {
        old.directory.sensitive.compactMap { region in
            let record = old[region]
            if !closed[region.slot] || record.parent.map({ closed[$0.slot] }) ?? false { return nil }
            return new.region(ofID: record.id).map { Covered(region: $0, reach: Reach(of: $0, in: new)) }
        }
    }
}
