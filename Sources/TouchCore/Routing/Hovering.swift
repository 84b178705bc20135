/// What hovers over the glass: no touch, and nothing to views. Gestures made of it see it as they see fingers.
extension TouchPipeline {
    /// Takes where something hovers that a source of touches rather than events (a scenario) has; nil: nowhere.
    public mutating func hover(at location: Point?, panel: PanelID, time: Int64, into output: inout FrameBuffer) {
        advance(panel, to: time, into: &output)
        begin(panel, at: time)
        hover(at: location, panels[panel]!)
        finish(panels[panel]!)
        emit(into: &output)
    }

    /// Takes what a panel's last report says of it.
    mutating func hover(_ panel: PanelState) {
        guard panel.hover != nil || panel.assembler.hover != nil else { return }
        guard let values = panel.assembler.hover, !panel.isOutputOff else { return hover(at: nil, panel) }
        let location = location(ContactChange(slot: 0, phase: .moved, values: values), panel)
        let isKeptOut = panel.rules.outside != .keep && !panel.mapping.area.contains(location)
        hover(at: isKeptOut ? nil : location, panel)
    }

    private mutating func hover(at location: Point?, _ panel: PanelState) {
        guard let location else { return endHover(panel) }
        guard tree.gestures.hasHoverers || panel.hover != nil else { return }
        if panel.hover != nil {
            let phase = location == panel.hover!.location ? TouchPhase.stationary : .moved
            _ = panel.hover!.update(phase, nil, time: frame.time, location, panel.hover!.axes)
        } else {
            panel.hover = Touch(id: ids.take(.hover), time: frame.time, location: location, axes: TouchAxes(), tapCount: 0)
        }
        tree.refreshIndex()
        panel.recognizers().hover(panel.hover!, over: tree.hitTest(location, screen: panel.screen), tree, &asking)
        panel.isRecognizing = !panel.recognizers().active.isEmpty
    }

    /// It is gone; what was cancelled before hears of no end.
    mutating func endHover(_ panel: PanelState) {
        guard let hover = panel.hover.take() else { return }
        panel.recognizers().hover(hover, over: nil, tree, &asking)
    }
}
