/// Tracks fingers on controls and makes control events from their touches (routing 10).
struct Controls {

    private struct Tracking {
        let control: RegionID
        let touch: TouchID
        var isInside = true
        /// The finger's grip on the knob of a slider or switch.
        var grip: KnobGrip?

        func action(_ event: ControlEvent) -> ControlAction { ControlAction(region: control, event: event, touch: touch) }
    }

    /// The tracked fingers in the order in which they began; at most one for each control.
    private var all: [Tracking] = []

    var isEmpty: Bool { all.isEmpty }

    /// Returns the controls that track a finger and for which `isMeant` returns true.
    func tracking(where isMeant: (RegionID) -> Bool) -> [RegionID] { all.map(\.control).filter(isMeant) }

    // MARK: A frame

    /// Adds the control events for the frame's touch events. They precede the actions of gestures.
    mutating func track(_ context: inout RoutingContext) {
        for index in context.draft.frame.events.indices {
            let event = context.draft.frame.events[index]
            guard let receiver = event.receiver, receiver.isRegion, context.tree[receiver].kind.isControl else { continue }
            guard let index = all.firstIndex(where: { $0.control == receiver }) else {
                begin(event, by: receiver, &context)
                continue
            }
            if all[index].touch == event.id { update(index, event, &context) }
        }
    }

    /// Starts tracking a finger that has come down on a control, if the control tracks none yet. A slider tracks a finger beside its knob only if its
    /// `tracksTap` is set.
    private mutating func begin(_ event: RoutedTouch, by control: RegionID, _ context: inout RoutingContext) {
        let spec = context.tree.specs[control.slot]
        guard event.phase == .began, spec.isEnabled else { return }
        var tracking = Tracking(control: control, touch: event.id)
        if let knob = spec.knob {
            let isOnKnob = spec.kind != .slider || spec.isOnKnob(event.local)
            guard isOnKnob || knob.tracksTap else { return }
            tracking.grip = KnobGrip(knob, at: event.local, in: spec.geometry.bounds, holds: isOnKnob)
        }
        all.append(tracking)
        context.draft.add(tracking.action(.touchDown))
        if event.tapCount > 1 { context.draft.add(tracking.action(.touchDownRepeat)) }
    }

    private mutating func update(_ index: Int, _ event: RoutedTouch, _ context: inout RoutingContext) {
        let wasInside = all[index].isInside
        let isInside = Self.area(of: all[index].control, context.tree).contains(event.local)
        // A change of pressure alone crosses no border, even if the control has moved away from under the finger.
        if event.phase != .stationary { all[index].isInside = isInside }
        if let action = moveKnob(event, index, &context.tree) { context.draft.add(action) }
        let tracking = all[index]
        switch event.phase {
        case .began, .stationary: break
        case .moved:
            context.draft.add(tracking.action(isInside ? .touchDragInside : .touchDragOutside))
            if isInside != wasInside { context.draft.add(tracking.action(isInside ? .touchDragEnter : .touchDragExit)) }
        case .ended:
            all.remove(at: index)
            context.draft.add(tracking.action(isInside ? .touchUpInside : .touchUpOutside))
        case .cancelled:
            all.remove(at: index)
            context.draft.add(tracking.action(.touchCancel))
        }
    }

    /// Moves the knob with its finger and returns `valueChanged` if the value is new. This event precedes the other events of the same moment,
    /// because a UIControl sends it from continueTracking and endTracking.
    private mutating func moveKnob(_ event: RoutedTouch, _ index: Int, _ tree: inout RegionTree) -> ControlAction? {
        guard all[index].grip != nil else { return nil }
        let tracking = all[index]
        let slot = tracking.control.slot
        let bounds = tree.specs[slot].geometry.bounds
        var knob = tree.specs[slot].knob!
        let isSlider = tree.specs[slot].kind == .slider
        let hasNewValue =
            isSlider
            ? all[index].grip!.slide(event, isInside: tracking.isInside, &knob, in: bounds)
            : all[index].grip!.decide(event, isInside: tracking.isInside, &knob, in: bounds)
        tree.setKnob(knob, of: tracking.control)
        if !hasNewValue { return nil }
        var action = tracking.action(.valueChanged)
        action.value = isSlider ? .number(knob.value) : .isOn(knob.isOn)
        return action
    }

    /// Returns the area in which a finger counts as inside, in the control's local space.
    private static func area(of control: RegionID, _ tree: borrowing RegionTree) -> Rect {
        let slop = tree.specs[control.slot].trackingSlop ?? tree.metrics.trackingSlop
        return tree.specs[control.slot].geometry.bounds.inset(by: Insets(top: -slop, left: -slop, bottom: -slop, right: -slop))
    }

    // MARK: Endings

    /// Ends the tracking of controls that were removed or disabled. Their touches continue as touches.
    ///
    /// - Parameter touches: The touches of the panel whose frame is being made.
    mutating func stop(_ touches: PanelTouches, _ context: inout RoutingContext, where isOver: (RegionID) -> Bool) {
        for index in all.indices.reversed() where isOver(all[index].control) && touches.has(all[index].touch) {
            context.draft.gestures.add(.control(all.remove(at: index).action(.touchCancel)))
        }
    }

    /// Forgets controls whose touches are over.
    mutating func forget(where isOver: (RegionID) -> Bool) { all.removeAll { isOver($0.control) } }

    /// Checks after each step that each control tracks one finger, that the finger is down, and that the control is in the tree.
    func checkInvariants(_ context: borrowing RoutingContext) {
        assert(fault(context) == nil, fault(context)!)
    }

    /// A description of the first contradiction; nil if there is none.
    func fault(_ context: borrowing RoutingContext) -> String? {
        if Set(all.map(\.control)).count != all.count { return "a control tracks two fingers: \(all)" }
        for tracking in all {
            if !context.tree.directory.contains(tracking.control) { return "\(tracking.control) tracks a touch, but is not in the tree" }
            if !context.tree[tracking.control].kind.isControl { return "\(tracking.control) tracks a touch, but is not a control" }
            if !context.panels.contains(where: { $0.touches.has(tracking.touch) }) {
                return "\(tracking.control) tracks touch \(tracking.touch), which is over"
            }
        }
        return nil
    }
}
