/// The stage between capture and views: recognizers are told of the frame, and what they decide is done to it.
extension TouchPipeline {
    /// Gives a new touch, hit-tested, to the recognizers on its path.
    /// Returns whether any gets it.
    mutating func bind(_ touch: Touch, _ panel: PanelState) -> Bool {
        let isBound = panel.recognizers().bind(touch, to: touch.target!, tree, &asking)
        if isBound { panel.isRecognizing = true }
        return isBound
    }

    mutating func recognize(_ panel: PanelState) {
        let arbiter = panel.recognizers()
        arbiter.decide(&frame, tree, &asking)
        for id in arbiter.taken { take(id, panel) }
        arbiter.taken.removeAll(keepingCapacity: true)
        panel.isRecognizing = !arbiter.active.isEmpty
    }

    /// A gesture takes a touch from its views: who was told of it is told that it is cancelled, who was not never is.
    /// Interceptors stand before recognizers, and go on.
    private mutating func take(_ id: TouchID, _ panel: PanelState) {
        if let ended = panel.touches.removeEnded(where: { $0.touch.id == id }).first {
            return cancel(ended.touch, for: ended.recipients.told)
        }
        guard let slot = panel.touches.slot(of: id) else { return }
        cancel(panel.touches[slot]!, for: panel.touches.change(slot) { $0.takeFromViews { isInterceptor($0) } })
    }

    /// Turns what the frame says of a touch into its cancel; where it has only just begun, nothing was said.
    private mutating func cancel(_ touch: Touch, for receivers: [RegionIndex]) {
        let cancelled = touch.cancelled(.gesture, at: frame.time)
        for receiver in receivers {
            func isMeant(_ event: RoutedTouch) -> Bool { event.id == touch.id && event.receiver == receiver }
            if frame.events.contains(where: { isMeant($0) && $0.phase == .began }) {
                frame.events.removeAll(where: isMeant)
            } else if let place = frame.events.lastIndex(where: isMeant) {
                frame.events[place] = routed(cancelled, to: receiver)
            } else {
                var still = cancelled
                still.previousLocation = still.location
                frame.events.append(routed(still, to: receiver))
            }
        }
    }
}
