/// What scroll views say of the touches of what is in them.
enum ContentTouches {
    /// Whether no scroll view keeps a region from getting touches at all: `touchesShouldBegin(_:with:in:)`.
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

    /// Whether a scroll view may take a touch back from a region in it: `touchesShouldCancel(in:)`. What is nearest to the
    /// region says; without a word, a control keeps its touch.
    static func shouldCancel(in target: RegionID, of scrollView: RegionID, _ tree: borrowing RegionTree) -> Bool {
        guard let scroll = tree.specs[scrollView.slot].scroll, target != scrollView else { return true }
        let no = nearest(to: target, within: scrollView, among: scroll.touchesShouldCancelNo, tree)
        let yes = nearest(to: target, within: scrollView, among: scroll.touchesShouldCancelYes, tree)
        // The deeper one of two is nearer.
        if let no, let yes { return tree.directory.isInside(yes, no) }
        if no != nil || yes != nil { return yes != nil }
        guard let control = ControlSearch.control(at: target, in: tree) else { return true }
        return control == scrollView || tree.directory.isInside(scrollView, control)
    }

    /// The region itself or the nearest that it is in, inside another one, that is named in a list.
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
