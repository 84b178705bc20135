/// A notice to a region with `watchesOutside` that a touch began on a region behind it. It contains just enough to close a menu (dispatch 11).
public struct OutsideNotice: Hashable, Sendable {
    public var id: TouchID
    public var region: RegionID
    /// The region that was hit.
    public var target: RegionID

    /// Returns the regions that watch for touches elsewhere and are in front of the target, on the same screen.
    static func receivers(of target: RegionID, screen: Int, _ tree: borrowing RegionTree) -> [RegionID] {
        // A fallback or an interceptor may have changed the target to a region of another screen.
        guard tree[target].screen == screen else { return [] }
        var receivers: [RegionID] = []
        let end = tree.directory.next(afterSubtreeOf: target)
        // The loop covers regions in front and also the target's ancestors, which are behind it.
        for region in tree.directory.regions(ofScreen: screen) {
            if region == end { break }
            if !tree.specs[region.slot].watchesOutside { continue }
            let isItselfOrBehind = region == target || tree.directory.isInside(target, region)
            if isItselfOrBehind { continue }
            var isRefused = false
            for responder in tree.chain(to: region) where tree.specs[responder.slot].refusal != nil { isRefused = true }
            if !isRefused { receivers.append(region) }
        }
        return receivers
    }
}
