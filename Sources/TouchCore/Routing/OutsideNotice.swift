/// A touch began on a region behind one that watches outside: enough to close a menu, and no more (dispatch 11).
public struct OutsideNotice: Hashable, Sendable {
    public var id: TouchID
    public var region: RegionID
    /// What was hit.
    public var target: RegionID

    /// Regions in front of the one that was hit, on the same screen, that watch for touches elsewhere.
    static func receivers(of target: RegionID, screen: Int, _ tree: borrowing RegionTree) -> [RegionID] {
        // A fallback or an interceptor may have led to another screen.
        guard tree[target].screen == screen else { return [] }
        var receivers: [RegionID] = []
        let end = tree.directory.next(afterSubtreeOf: target)
        // What is in front comes first, and so does what a region is in, which is behind it.
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
