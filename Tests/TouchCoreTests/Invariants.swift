@testable import TouchCore

extension TouchPipeline {
    /// The violated invariants of the pipeline's state between two events: slots of an old tree, recognizers served twice, and the like. Empty if the
    /// state is valid.
    borrowing func faults() -> [String] {
        var faults: [String] = []
        func check(_ region: RegionID?, _ what: String) {
            if let region, !tree.directory.contains(region) { faults.append("\(what) is a region that is gone: \(region)") }
        }
        for panel in context.panels {
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
            if let fault = panel.recognizers.fault(tree, context.asking) { faults.append(fault) }
        }
        if let fault = controls.fault(context) { faults.append(fault) }
        func check(_ recipients: Recipients, _ id: TouchID) {
            let delayed = recipients.delayed.map { $0.pendingInterceptors + [$0.began.target].compactMap(\.self) } ?? []
            for region in recipients.all + delayed { check(region, "a receiver of \(id)") }
            check(recipients.firstTracker { !tree.directory.contains($0) }, "a tracker of \(id)")
        }
        return faults
    }
}
