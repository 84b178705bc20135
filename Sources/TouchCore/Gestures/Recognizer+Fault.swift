extension Recognizer {
    /// A description of the first contradiction within an active recognizer; nil if there is none. Valid only between two events.
    func fault(_ tree: borrowing RegionTree) -> String? {
        if let fault = buffered.fault ?? request?.fault ?? fingers.fault(withLifted: reportsLifted) { return fault }
        if let fault = faultOfFingers(tree) ?? faultOfType { return fault }
        if hasPendingInput || hasChanged { return "a change was not reported" }
        if isResting { return "it is active without a touch" }
        if request != nil && state != .possible { return "it is \(state), but still asks to be recognized" }
        if isOver && deadline != .max { return "it is \(state), but still has a deadline" }
        if isBehind { return nil }
        // A gesture in progress needs a finger or a deadline that can end it. A possible recognizer needs one of them, too, or a request that others
        // block.
        if isActive && deadline == .max && !fingers.contains(where: \.counts) { return "it is \(state), but no finger or deadline can end it" }
        if state != .possible { return nil }
        guard let request else { return isIdle ? "it can no longer be recognized, but has not failed" : nil }
        return request.blockers?.isEmpty ?? true ? "nothing blocks it, but it was not recognized" : nil
    }

    private func faultOfFingers(_ tree: borrowing RegionTree) -> String? {
        func isRegion(_ region: RegionID) -> Bool { tree.directory.contains(region) && region.isRegion }
        var down: Set<TouchID> = []
        for finger in fingers {
            if finger.phase != .stationary { return "\(finger.id) is still \(finger.phase) after the event" }
            if !finger.isOver, !down.insert(finger.id).inserted { return "it has \(finger.id) twice" }
        }
        for finger in fingers + buffered.steps.map(\.finger) {
            if !isRegion(finger.target) { return "\(finger.id) is on \(finger.target), which is gone" }
            if let knob = finger.knob, !isRegion(knob) { return "\(finger.id) has the knob of \(knob), which is gone" }
        }
        return nil
    }
}
