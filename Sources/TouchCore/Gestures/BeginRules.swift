/// Rules by which recognizers and controls prevent a recognizer from being recognized (routing 8).
enum BeginRules {
    /// Whether `a`, once recognized, makes `b` fail.
    static func prevents(_ a: Recognizer, _ b: Recognizer, _ tree: borrowing RegionTree) -> Bool {
        a.shares(with: b) && !tree.gestures.areSimultaneous(a.index, b.index) && a.canPrevent(b)
    }

    /// Whether `recognizer` requires the failure of `other`.
    static func requires(_ recognizer: Recognizer, failureOf other: Recognizer, _ tree: borrowing RegionTree) -> Bool {
        tree.gestures.requirements[recognizer.index.slot].contains(other.index) && other.shares(with: recognizer)
    }

    /// Whether a control under one of the fingers keeps the finger for itself, so that this recognizer, which belongs to an ancestor of the control,
    /// must fail.
    static func isBlockedByControl(_ recognizer: Recognizer, _ tree: borrowing RegionTree) -> Bool {
        func isInside(_ control: RegionID) -> Bool { tree.directory.isInside(control, recognizer.region) }
        if let way = recognizer.displacementBesideKnobs, recognizer.spec.cancelsTouchesInView {
            let isHeld = recognizer.fingers.contains { finger in
                guard finger.counts, let knob = finger.knob, isInside(knob) else { return false }
                return ControlSearch.keepsKnob(knob, from: way, in: tree)
            }
            if isHeld { return true }
        }
        guard recognizer.yieldsToControls else { return false }
        return recognizer.fingers.contains { finger in
            guard finger.counts, let control = ControlSearch.control(at: finger.target, in: tree) else { return false }
            // Like UISlider, a slider does not block the taps of its ancestors.
            return isInside(control) && tree.specs[control.slot].kind != .slider
        }
    }
}
