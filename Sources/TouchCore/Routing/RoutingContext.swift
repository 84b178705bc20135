/// The state that the stages of all panels share: the tree, the current frame, and the numbers of touches and questions.
@usableFromInline
struct RoutingContext: ~Copyable {
    @usableFromInline var tree: RegionTree
    var panels = PanelStates()
    var glasses: Glasses
    var ruleMemory = RuleMemory()
    var ids: TouchIDs
    /// The numbers of the questions that gestures ask clients.
    var asking = QuestionNumbers()
    var draft = FrameDraft()
    /// Whether begins are explained. This costs a second hit test that records its steps.
    var explains = false
    /// The ids of regions in which the lift of a finger starts or stops a profile; nearly always empty.
    var watchedForLifts: Set<String> = []
    /// Lifts in these regions that are not processed yet, on the loop's clock.
    var lifts: [(region: String, screen: Int, time: Int64)] = []

    init(tree: RegionTree, ids: TouchIDs) {
        self.tree = tree
        self.ids = ids
        glasses = Glasses(tree.screens)
    }

    func isInterceptor(_ region: RegionID) -> Bool { tree[region].kind == .interceptor }

    /// Whether the target is in a sensitive region.
    func isSensitive(_ target: RegionID?) -> Bool { target.map { tree[$0].sensitiveRoot != nil } ?? false }

    func sensitiveRoot(of touch: Touch) -> RegionID? { touch.target.flatMap { tree[$0].sensitiveRoot } }

    /// Whether the surfaces of a screen already have the greatest allowed number of fingers.
    func isFull(surfacesOf screen: Int) -> Bool {
        guard let most = glasses.rules(screen).edges?.maximumTouches else { return false }
        var count = 0
        for panel in panels where panel.screen == screen {
            count += panel.touches.count { $0?.isForSurface == true && !isSensitive($0?.target) }
            for finger in panel.ruled.delayed where tree.isSurface(finger.target) && !isSensitive(finger.target) { count += 1 }
        }
        return count >= most
    }

    /// Returns the rules for a finger on a region. Rules of profiles replace those of the region, key by key.
    func touchRules(of region: RegionID, screen: Int) -> FingerRules? {
        let own = region.isRegion && tree.isSurface(region) ? tree.specs[region.slot].touches : nil
        let wide = glasses.touchRules(screen)
        if own?.isEmpty ?? true, wide == nil { return nil }
        return FingerRules(own, of: region, wide, wide.map { _ in tree[region].sensitiveRoot.map { .sensitive($0) } ?? .screen(screen) })
    }

    /// Returns the number of fingers in a scope, and how many of them are not dead. Delayed ones are not dead.
    func fingerCounts(in scope: RuleScope, screen: Int) -> (all: Int, alive: Int) {
        func isCounted(_ target: RegionID?) -> Bool {
            switch scope {
            case .region(let region): target == region
            case .sensitive(let root): target.flatMap { tree[$0].sensitiveRoot } == root
            case .screen: !isSensitive(target)
            }
        }
        var (all, alive) = (0, 0)
        for panel in panels where panel.screen == screen && !panel.makesTouches {
            for slot in panel.touches.indices {
                if let touch = panel.touches[slot] {
                    if isCounted(touch.target) { (all, alive) = (all + 1, alive + 1) }
                } else if let finger = panel.ruled[slot], isCounted(finger.target) {
                    (all, alive) = (all + 1, finger.stage == .delayed ? alive + 1 : alive)
                }
            }
        }
        return (all, alive)
    }

    /// Whether a touch, or a finger that explores, is down on a screen.
    func isTouched(_ screen: Int) -> Bool {
        if glasses.isExplored(screen) { return true }
        for panel in panels where panel.screen == screen && (panel.sensitive.hasReported || panel.sensing.openDownCount(self) > 0) { return true }
        return false
    }

    /// Records a touch that has ended inside a region that starts or stops a profile.
    mutating func recordLift(_ touch: Touch, _ screen: Int, at time: Int64) {
        var next = touch.target
        while let region = next {
            // Lifts in sensitive regions are secret.
            if tree[region].sensitiveRoot != nil { return }
            if watchedForLifts.contains(tree[region].id), tree.contains(touch.location, region) {
                lifts.append((tree[region].id, screen, time))
                glasses.accessibilityDeadline = min(glasses.accessibilityDeadline, time)
            }
            next = tree[region].parent
        }
    }

    // MARK: Effects of the frame on the tree, after its events are complete

    /// Moves each region with the behaviour `dragSelf` by the movement of its first finger in this frame, in the region's local coordinates.
    mutating func dragSelves() {
        let events = draft.frame.events
        for (position, event) in events.enumerated() {
            guard event.phase == .moved, let region = event.receiver, region.isRegion, tree.specs[region.slot].behaviour == .dragSelf
            else { continue }
            let isFirst = !events[..<position].contains { $0.receiver == region && $0.phase == .moved }
            if isFirst { tree.move(region, by: event.local - event.previousLocal) }
        }
    }

    /// Applies the scroll actions of the frame to the tree.
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
        // Scroll views inside a scrolled region have moved, and another panel's fingers or decelerating content may be scrolling the same region.
        for panel in panels { panel.handleScroll(tree) }
    }
}
