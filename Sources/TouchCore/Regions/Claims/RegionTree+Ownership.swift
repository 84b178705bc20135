/// Ownership of regions, as far as it decides which regions get a touch and which clients may observe it.
extension RegionTree {
    /// Returns the outermost sensitive region around a region, or the region itself; nil if neither the region nor one around it is sensitive. All
    /// touches in a sensitive region belong to one client. Touches, gestures and responder chains do not cross the region's border.
    func ownershipDomain(of region: RegionID) -> RegionID? { self[region].sensitiveRoot }

    /// True if `region` must not observe touches on `target`, because `target` is in a sensitive region that `region` is not in.
    func isIsolated(_ target: RegionID, from region: RegionID) -> Bool {
        ownershipDomain(of: target).map { $0 != ownershipDomain(of: region) } ?? false
    }

    /// True if gestures of `region` get touches on `target`: `target` is `region` or lies in it, and is not isolated from it (`isIsolated`).
    func isVisible(_ target: RegionID, in region: RegionID) -> Bool {
        (target == region || directory.isInside(target, region)) && !isIsolated(target, from: region)
    }

    /// Whether an interceptor inside `region` is asked about touches on `target`. If `target` is in a sensitive region, `region` must be inside that
    /// sensitive region or enclose all of it; otherwise the question would reveal where the finger is.
    func mayBeAsked(_ region: RegionID, touchesOf target: RegionID) -> Bool {
        guard let ownershipDomain = ownershipDomain(of: target), self.ownershipDomain(of: region) != ownershipDomain else { return true }
        var next: RegionID? = ownershipDomain
        while let index = next {
            if index == region { return true }
            next = self[index].parent
        }
        return false
    }

    /// Returns the region that gets the touches of `target` while no client has claimed it; `target` itself if it needs no fallback.
    func fallbackTarget(for target: RegionID) -> RegionID {
        guard features.contains(.fallback) else { return target }
        var asked: [RegionID] = [target]
        while let region = asked.last, !ownership.isClaimed(region), let id = specs[region.slot].fallback,
            let next = self.region(ofID: id)
        {
            if asked.contains(next) { return target }  // a cycle: no fallback applies
            asked.append(next)
        }
        return asked.last!
    }
}
