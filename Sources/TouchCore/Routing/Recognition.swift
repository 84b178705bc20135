/// The stage between capture and views: recognizers are told of the frame, and decide who goes on getting its touches.
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
        arbiter.decide(&gestureOutput, tree, &asking)
        for id in gestureOutput.taken { take(id, panel) }
        gestureOutput.taken.removeAll(keepingCapacity: true)
        panel.isRecognizing = !arbiter.active.isEmpty
    }

    /// A gesture takes a touch from its views.
    private mutating func take(_ id: TouchID, _ panel: PanelState) {
        if let ended = panel.touches.removeEnded(where: { $0.touch.id == id }).first {
            return composer.take(ended.touch, from: ended.recipients.told)
        }
        guard let slot = panel.touches.slot(of: id) else { return }
        composer.take(panel.touches[slot]!, from: panel.touches.change(slot) { $0.takeFromViews { isInterceptor($0) } })
    }
}
