/// The stage in which a contact becomes a touch: who is hit, who gets it, and who has to wait.
extension TouchPipeline {
    /// Hit test and capture of a contact that has begun.
    mutating func capture(_ change: ContactChange, _ panel: PanelState) {
        let location = location(change, panel)
        tree.refreshIndex()
        let hit = tree.hitTest(location, screen: panel.screen)
        var capture = Capture(target: hit.map { tree.standIn(for: $0) })
        let compartment = capture.target.flatMap { tree.compartment(of: $0) }
        let tapCount = panel.taps.count(beginningAt: frame.time, location, in: compartment, tree.numbers)
        let isConsumed = capture.intercept(location, tree, panel)
        var touch = Touch(
            id: ids.take(isSecret(capture.target) ? .sensitive : .open), time: frame.time, location: location,
            axes: panel.mapping.axes(change.values), tapCount: tapCount)
        touch.target = capture.target
        var blocker: RegionID?
        if !isConsumed, capture.target != nil {
            blocker = follow(&capture, at: location, panel)
            if tree.special.contains(.scrolls), tree.getsNoTouches(capture.target!) { capture.keepFromViews(tree) }
            if tree.special.contains(.gestures), bind(touch, panel) { capture.bind() }
            delay(&capture, touch, panel)
        }
        if explains {
            explanations.append(Explanation(touch, capture, blocker: blocker, tree.trace(location, screen: panel.screen)))
        }
        if tree.special.contains(.watchesOutside) { noticeOutside(touch, panel) }
        panel.touches.begin(touch, in: change.slot, for: capture.recipients)
        if !isSecret(touch.target) { panel.told.touches += 1 }
        composer.add(touch, for: capture.recipients, to: &frame, tree)
        if tree.special.contains(.sensitive) { veil(touch) }
    }

    /// Adds the target's responder chain, and translucent regions. Returns whose finger keeps the target from it.
    private mutating func follow(_ capture: inout Capture, at location: Point, _ panel: PanelState) -> RegionID? {
        let target = capture.target!
        let blocker = blocker(of: target, panel)
        if blocker == nil { capture.follow(tree) }
        for region in tree.overlays(location, screen: panel.screen) {
            let overlay = tree.standIn(for: region)
            if overlay == target || tree.specs[overlay.slot].responds == .none { continue }
            if tree.isKept(target, from: overlay) { continue }
            if self.blocker(of: overlay, panel) == nil { capture.add(overlay: overlay) }
        }
        return blocker
    }

    /// Keeps views waiting while an interceptor may steal, or a recognizer delays begins.
    private mutating func delay(_ capture: inout Capture, _ touch: Touch, _ panel: PanelState) {
        let undecided = capture.deciders.isEmpty ? nil : undecidedTime(of: capture.target!)
        let isDelayed = capture.recipients.isBound && panel.recognizers().delaysBegin(of: touch.id, at: frame.time)
        guard undecided != nil || isDelayed else { return }
        capture.delay(touch, decidersUntil: undecided.map { frame.time &+ $0 }, tree)
    }

    /// The region whose finger keeps a region from taking another; one that may still come back gives way.
    private mutating func blocker(of region: RegionID, _ panel: PanelState) -> RegionID? {
        guard let blocker = Capture.blocker(of: region, in: tree, given: panels) else { return nil }
        return endLost(panel) ? Capture.blocker(of: region, in: tree, given: panels) : blocker
    }
}
