@testable import TouchCore

extension TouchPipeline {
    /// What is wrong with what the pipeline keeps between two events: places in a tree that is not there any more, recognizers that
    /// are served twice, and such. Empty when all is well.
    borrowing func faults() -> [String] {
        var faults: [String] = []
        func check(_ region: RegionID?, _ what: String) {
            if let region, !tree.directory.contains(region) { faults.append("\(what) is a region that is gone: \(region)") }
        }
        for panel in panels {
            if let fault = panel.touches.fault { faults.append(fault) }
            for slot in panel.touches.indices {
                guard let touch = panel.touches[slot] else { continue }
                check(touch.target, "\(touch.id)'s target")
                check(panel.touches.recipients(inSlot: slot), touch.id)
            }
            for ended in panel.touches.ended {
                check(ended.touch.target, "\(ended.touch.id)'s target")
                check(ended.recipients, ended.touch.id)
            }
            if let arbiter = panel.arbiter { faults += arbiter.faults(tree) }
            let isAtWork = !(panel.arbiter?.active.isEmpty ?? true)
            if isAtWork != panel.isRecognizing { faults.append("recognizers at work: \(isAtWork), the panel thinks \(panel.isRecognizing)") }
        }
        for control in controls { check(control.control, "a control that tracks") }
        func check(_ recipients: Recipients, _ id: TouchID) {
            let delayed = recipients.delayed.map { $0.pendingInterceptors + [$0.began.target].compactMap(\.self) } ?? []
            for region in recipients.all + delayed { check(region, "a receiver of \(id)") }
            check(recipients.firstTracker { !tree.directory.contains($0) }, "a tracker of \(id)")
        }
        return faults
    }
}

extension Arbiter {
    fileprivate func faults(_ tree: borrowing RegionTree) -> [String] {
        var faults: [String] = []
        let gestures = tree.gestures.records
        func isRegion(_ region: RegionID) -> Bool { tree.directory.contains(region) && region.isRegion }
        if recognizers.count > gestures.count { faults.append("\(recognizers.count) recognizers of \(gestures.count) gestures") }
        for (place, recognizer) in recognizers.enumerated() where recognizer.map({ $0.index.slot != place }) ?? false {
            faults.append("gesture \(place) is kept as \(recognizer!.index)")
        }
        for (place, recognizer) in active.enumerated() {
            let name = "gesture \(recognizer.index)"
            if active[..<place].contains(where: { $0 === recognizer }) { faults.append("\(name) is served twice") }
            guard tree.gestures.contains(recognizer.index) else {
                faults.append("\(name) is gone")
                continue
            }
            if !recognizers.indices.contains(recognizer.index.slot) || recognizers[recognizer.index.slot] !== recognizer {
                faults.append("\(name) is served, and another kept")
            }
            if gestures[recognizer.index.slot].region != recognizer.region { faults.append("\(name) is of region \(recognizer.region)") }
            if gestures[recognizer.index.slot].type != recognizer.spec.type { faults.append("\(name) is a \(recognizer.spec.type)") }
            for blocker in recognizer.blockers ?? [] where !active.contains(where: { $0.index == blocker }) {
                faults.append("\(name) waits for \(blocker), which has no touch")
            }
            for finger in recognizer.fingers + recognizer.missed.map(\.finger) {
                if !isRegion(finger.target) { faults.append("\(name) has a finger on \(finger.target)") }
                if let knob = finger.knob, !isRegion(knob) { faults.append("\(name) has the knob of \(knob)") }
            }
            if recognizer.fingers.isEmpty && !recognizer.isActive && !recognizer.isBehind { faults.append("\(name) is kept without touches") }
        }
        let ranks = active.map { tree.gestures.ranks[$0.index.slot] }
        if ranks != ranks.sorted() { faults.append("recognizers are served in the order \(ranks)") }
        if !asked.isEmpty || !settled.isEmpty || !taken.isEmpty { faults.append("something was left to say") }
        return faults
    }
}
