/// The stage between capture and views: recognizers are told of the frame, and what they decide is done to it.
extension TouchPipeline {
    /// Gives a new touch, hit-tested, to the recognizers on its path.
    mutating func bind(_ touch: inout Touch, _ panel: PanelState) {
        touch.isBound = panel.recognizers().bind(touch, to: touch.target!, tree, &asking)
        if touch.isBound { panel.isRecognizing = true }
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
        if let index = panel.lifted.firstIndex(where: { $0.touch.id == id }) {
            let lifted = panel.lifted.remove(at: index)
            cancel(lifted.touch, for: lifted.receivers)
            panel.noteWithholding()
            return
        }
        guard let slot = panel.touches.firstIndex(where: { $0?.id == id }), let touch = panel.touches[slot] else { return }
        panel.touches[slot]!.tracker = nil
        let route = panel.route(of: touch, in: slot)
        let told = route.receivers(after: touch.receiver)
        var withheld = route.withheld
        if told.isEmpty && withheld == nil { return }  // nobody's, and observers go on seeing it
        withheld?.receivers.removeAll { !isInterceptor($0) }
        if withheld?.receivers.isEmpty == true { withheld = nil }
        cancel(touch, for: told.filter { !isInterceptor($0) })
        let rest = told.filter { isInterceptor($0) }
        panel.touches[slot]!.receiver = rest.first
        panel.touches[slot]!.isSilent = rest.isEmpty
        panel.touches[slot]!.hasRoute = rest.count > 1 || withheld != nil
        panel.routes[slot] = Route()
        panel.routes[slot].others = Array(rest.dropFirst())
        panel.routes[slot].withheld = withheld
        panel.noteWithholding()
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
