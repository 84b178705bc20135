/// The decisions of scroll views about the touches of their content.
enum ContentTouches {
    /// Whether the region gets touches at all: no scroll view around it denies them. Corresponds to UIScrollView's `touchesShouldBegin(_:with:in:)`.
    static func shouldBegin(in target: RegionID, _ tree: borrowing RegionTree) -> Bool {
        var next: RegionID? = target
        while let region = next {
            if let scroll = tree.specs[region.slot].scroll, scroll.isEnabled, !scroll.touchesShouldBeginNo.isEmpty,
                nearest(to: target, within: region, among: scroll.touchesShouldBeginNo, tree) != nil
            {
                return false
            }
            next = tree[region].parent
        }
        return true
    }

    /// Whether a scroll view may cancel a touch of a region in it. Corresponds to UIScrollView's `touchesShouldCancel(in:)`. Of `target` and its
    /// ancestors, the nearest one listed in `touchesShouldCancelNo` or `touchesShouldCancelYes` decides. If none is listed, only touches of controls
    /// may not be cancelled.
    static func shouldCancel(in target: RegionID, of scrollView: RegionID, _ tree: borrowing RegionTree) -> Bool {
        guard let scroll = tree.specs[scrollView.slot].scroll, target != scrollView else { return true }
        let no = nearest(to: target, within: scrollView, among: scroll.touchesShouldCancelNo, tree)
        let yes = nearest(to: target, within: scrollView, among: scroll.touchesShouldCancelYes, tree)
        // Of the two, the deeper one is nearer.
        if let no, let yes { return tree.directory.isInside(yes, no) }
        if no != nil || yes != nil { return yes != nil }
        guard let control = ControlSearch.control(at: target, in: tree) else { return true }
        return control == scrollView || tree.directory.isInside(scrollView, control)
    }

    /// Returns the nearest listed region: `target` or one of its ancestors, inside `outer`.
    private static func nearest(
        to target: RegionID, within outer: RegionID, among ids: [String], _ tree: borrowing RegionTree
    ) -> RegionID? {
        if ids.isEmpty { return nil }
        var next: RegionID? = target
        while let region = next, region != outer {
            if ids.contains(tree[region].id) { return region }
            next = tree[region].parent
        }
        return nil
    }
}
