/// The finger that a control tracks (uikit-semantics 2.10).
struct ControlTracking {
    /// How far a finger may leave the control and count as inside, in points: UIKit's on phones.
    static let slop = 70.0

    var control: RegionIndex
    let touch: TouchID
    var isInside = true
}

/// Controls: what they make of the touches they receive in a frame.
extension TouchPipeline {
    /// Says what the frame's events are to controls, before what gestures say of it.
    mutating func trackControls() {
        var place = 0
        func say(_ event: ControlEvent, _ tracking: ControlTracking, _ frame: inout RoutedFrame) {
            frame.actions.insert(
                .control(ControlAction(region: tracking.control, event: event, touch: tracking.touch)), at: place)
            place += 1
        }
        for event in frame.events {
            guard let receiver = event.receiver, Int(receiver) < tree.regionCount, tree.isControl(receiver) else { continue }
            guard let index = controls.firstIndex(where: { $0.control == receiver }) else {
                // The first finger only, and none that was not its own from the beginning.
                guard event.phase == .began, tree.specs[Int(receiver)].isEnabled else { continue }
                let tracking = ControlTracking(control: receiver, touch: event.id)
                controls.append(tracking)
                say(.touchDown, tracking, &frame)
                if event.tapCount > 1 { say(.touchDownRepeat, tracking, &frame) }
                continue
            }
            guard controls[index].touch == event.id else { continue }
            let wasInside = controls[index].isInside
            let isInside = tree.specs[Int(receiver)].geometry.bounds.inset(by: Self.grown).contains(event.local)
            controls[index].isInside = isInside
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

    private static var grown: Insets {
        Insets(top: -ControlTracking.slop, left: -ControlTracking.slop, bottom: -ControlTracking.slop, right: -ControlTracking.slop)
    }

    /// Controls that are disabled now track no more; their touches go on as touches.
    mutating func stopDisabledControls(ofPanel panel: PanelState) {
        controls.removeAll { tracking in
            guard !tree.specs[Int(tracking.control)].isEnabled, panel.touches.contains(where: { $0?.id == tracking.touch })
            else { return false }
            frame.actions.append(
                .control(ControlAction(region: tracking.control, event: .touchCancel, touch: tracking.touch)))
            return true
        }
    }
}

extension RegionTree {
    func isControl(_ region: RegionIndex) -> Bool {
        specs[Int(region)].kind == .control || specs[Int(region)].kind == .button
    }
}
