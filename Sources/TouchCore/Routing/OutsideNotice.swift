/// A touch began on a region behind one that watches outside: enough to close a menu, and no more (dispatch 11).
public struct OutsideNotice: Hashable, Sendable {
    public var id: TouchID
    public var region: RegionID
    /// What was hit.
    public var target: RegionID
}

extension TouchPipeline {
    /// Tells regions in front of the one that was hit, on the same screen, that a touch began elsewhere: once a gesture, that
    /// is, for the first finger on the panel.
    mutating func noticeOutside(_ touch: Touch, _ panel: PanelState) {
        guard let target = touch.target, panel.isUntouched else { return }
        // A fallback or an interceptor may have led to another screen.
        guard tree[target].screen == panel.screen else { return }
        let end = tree.directory.next(afterSubtreeOf: target)
        // What is in front comes first, and so does what a region is in, which is behind it.
        for region in tree.directory.regions(ofScreen: panel.screen) {
            if region == end { break }
            if !tree.specs[region.slot].watchesOutside { continue }
            // Which of another owner's parts was hit is none of its business.
            if tree[region].sensitiveRoot != nil, tree[region].sensitiveRoot == tree[target].sensitiveRoot, tree.isKept(target, from: region) {
                continue
            }
            let isItselfOrBehind = region == target || tree.directory.isInside(target, region)
            if isItselfOrBehind || tree.chain(to: region).contains(where: { tree.specs[$0.slot].refusal != nil }) { continue }
            frame.outside.append(OutsideNotice(id: touch.id, region: region, target: target))
        }
    }
}
