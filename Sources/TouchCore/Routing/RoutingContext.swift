/// What the stages of all panels share: the tree, the frame that is being made, and the numbers that touches and questions get.
@usableFromInline
struct RoutingContext: ~Copyable {
    @usableFromInline var tree: RegionTree
    var panels = PanelStates()
    var glasses: Glasses
    var ids: TouchIDs
    /// What gestures ask of clients.
    var asking = Asking()
    var draft = FrameDraft()
    /// Whether begins are explained: it costs a second hit test that takes notes.
    var explains = false

    init(tree: RegionTree, ids: TouchIDs) {
        self.tree = tree
        self.ids = ids
        glasses = Glasses(tree.screens)
    }

    func isInterceptor(_ region: RegionID) -> Bool { tree[region].kind == .interceptor }

    /// Whether what touches do on a target is a sensitive region's.
    func isSecret(_ target: RegionID?) -> Bool { target.map { tree[$0].sensitiveRoot != nil } ?? false }

    func sensitiveRoot(of touch: Touch) -> RegionID? { touch.target.flatMap { tree[$0].sensitiveRoot } }

    /// Whether no further finger may go to the surfaces of a screen.
    func isFull(surfacesOf screen: Int) -> Bool {
        guard let most = glasses.rules(screen).edges?.maximumTouches else { return false }
        var count = 0
        for panel in panels where panel.screen == screen { count += panel.touches.count { $0?.isForSurface == true && !isSecret($0?.target) } }
        return count >= most
    }

    /// Whether a touch is down on a screen.
    func isTouched(_ screen: Int) -> Bool {
        for panel in panels where panel.screen == screen && (panel.sensitive.hasTold || panel.sensing.openDownCount(self) > 0) { return true }
        return false
    }

    // MARK: What the frame does to the tree, after all have been told where the fingers are: who comes next sees the new place

    /// Regions that drag themselves move by what the first of their fingers moved in this frame, in their own coordinates.
    mutating func dragSelves() {
        let events = draft.frame.events
        for (position, event) in events.enumerated() {
            guard event.phase == .moved, let region = event.receiver, region.isRegion, tree.specs[region.slot].behaviour == .dragSelf
            else { continue }
            let isFirst = !events[..<position].contains { $0.receiver == region && $0.phase == .moved }
            if isFirst { tree.move(region, by: event.local - event.previousLocal) }
        }
    }

    /// Goes where the frame's scrolling leads.
    mutating func scroll() {
        var hasScrolled = false
        for action in draft.frame.actions {
            guard case .scroll(let action) = action.content else { continue }
            let isThere = tree.specs[action.region.slot].geometry.bounds.origin == action.offset
            if isThere && tree.zoomScale(of: action.region) == action.zoomScale { continue }
            tree.scroll(action.region, to: action.offset, zoomScale: action.zoomScale)
            hasScrolled = true
        }
        if !hasScrolled { return }
        // Scroll views in it are elsewhere now, and another panel's fingers may have it as well, or what they have thrown.
        for panel in panels { panel.noteScroll(tree) }
    }
}
