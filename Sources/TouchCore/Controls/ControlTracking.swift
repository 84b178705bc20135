/// The finger that a control tracks (routing 10).
struct ControlTracking {
    /// UIKit's on phones.
    static let slop = GestureProperty(
        "trackingSlop", .points, 70, "Points that a finger may leave a control that tracks it and count as inside.")

    var control: RegionID
    let touch: TouchID
    var isInside = true
    /// Of a slider or switch.
    var grip: KnobGrip?
}

/// Controls: what they make of the touches they receive in a frame.
extension TouchPipeline {
    /// Says what the frame's events are to controls, before what gestures say of it.
    mutating func trackControls() {
        func say(_ event: ControlEvent, _ tracking: ControlTracking, _ frame: inout RoutedFrame) {
            frame.actions.append(.control(ControlAction(region: tracking.control, event: event, touch: tracking.touch)))
        }
        for index in frame.events.indices {
            let event = frame.events[index]
            guard let receiver = event.receiver, receiver.isRegion, tree[receiver].kind.isControl else { continue }
            guard let index = controls.firstIndex(where: { $0.control == receiver }) else {
                guard let tracking = beginTracking(event, by: receiver) else { continue }
                controls.append(tracking)
                say(.touchDown, tracking, &frame)
                if event.tapCount > 1 { say(.touchDownRepeat, tracking, &frame) }
                continue
            }
            guard controls[index].touch == event.id else { continue }
            let wasInside = controls[index].isInside
            let isInside = tree.specs[receiver.slot].geometry.bounds.inset(by: grown(receiver)).contains(event.local)
            // Who only presses harder has crossed no border, even if the control has moved from under the finger meanwhile.
            if event.phase != .stationary { controls[index].isInside = isInside }
            if let action = moveKnob(event, index) { frame.actions.append(.control(action)) }
            switch event.phase {
            case .began, .stationary: break
            case .moved:
                say(isInside ? .touchDragInside : .touchDragOutside, controls[index], &frame)
                if isInside != wasInside { say(isInside ? .touchDragEnter : .touchDragExit, controls[index], &frame) }
            case .ended: say(isInside ? .touchUpInside : .touchUpOutside, controls.remove(at: index), &frame)
            case .cancelled: say(.touchCancel, controls.remove(at: index), &frame)
            }
        }
    }

    /// The first finger only, none that was not its own from the beginning, and of a slider's none beside the knob.
    private func beginTracking(_ event: RoutedTouch, by control: RegionID) -> ControlTracking? {
        let spec = tree.specs[control.slot]
        guard event.phase == .began, spec.isEnabled else { return nil }
        var tracking = ControlTracking(control: control, touch: event.id)
        if let knob = spec.knob {
            if spec.kind == .slider, !spec.isOnKnob(event.local) { return nil }
            tracking.grip = KnobGrip(knob, at: event.local, in: spec.geometry.bounds)
        }
        return tracking
    }

    /// Lets the knob follow its finger; says so when that is a new value. Before the events of the same moment, as a control
    /// does that sends it from its continueTracking and endTracking.
    private mutating func moveKnob(_ event: RoutedTouch, _ index: Int) -> ControlAction? {
        let tracking = controls[index]
        guard tracking.grip != nil else { return nil }
        let region = tracking.control.slot
        let bounds = tree.specs[region].geometry.bounds
        var action = ControlAction(region: tracking.control, event: .valueChanged, touch: tracking.touch)
        if tree.specs[region].kind == .slider {
            guard controls[index].grip!.slide(event, &tree.specs[region].knob!, in: bounds) else { return nil }
            action.value = .number(tree.specs[region].knob!.value)
        } else {
            let isInside = tracking.isInside
            guard controls[index].grip!.decide(event, isInside: isInside, &tree.specs[region].knob!, in: bounds) else { return nil }
            action.value = .isOn(tree.specs[region].knob!.isOn)
        }
        return action
    }

    private func grown(_ control: RegionID) -> Insets {
        let slop = tree.specs[control.slot].trackingSlop ?? tree.numbers.trackingSlop
        return Insets(top: -slop, left: -slop, bottom: -slop, right: -slop)
    }

    /// Controls that are not, or not enabled, any more track no longer; their touches go on as touches.
    mutating func stopControls(ofPanel panel: PanelState, where isOver: (RegionID) -> Bool) {
        for index in controls.indices.reversed() {
            let tracking = controls[index]
            let isItsPanels =
                panel.touches.slot(of: tracking.touch) != nil || panel.touches.ended.contains { $0.touch.id == tracking.touch }
            guard isOver(tracking.control), isItsPanels else { continue }
            controls.remove(at: index)
            gestureOutput.add(.control(ControlAction(region: tracking.control, event: .touchCancel, touch: tracking.touch)))
        }
    }
}
