/// Whether a contact becomes a touch, by the rules of its panel: a limit of contacts, an output that is off, what lies outside.
extension TouchPipeline {
    /// A contact that may become a touch now is captured, unless the rules keep it away.
    mutating func receive(_ change: ContactChange, _ panel: PanelState) {
        panel.isWaitingForEntry[change.slot] = false
        if panel.isOutputOff { return }
        if let most = panel.rules.maximumContacts {
            func isFull() -> Bool { panel.touches.count(where: { $0 != nil }) >= most }
            if isFull() && !(endLost(panel) && !isFull()) { return }
        }
        if panel.rules.outside != .keep && !panel.mapping.area.contains(change.location ?? panel.mapping.location(change.values)) {
            switch panel.rules.outside {
            case .keep, .clamp: break
            case .ignore: return
            case .beginOnEntry:
                panel.isWaitingForEntry[change.slot] = true
                return
            }
        }
        capture(change, panel)
    }

    /// Where a contact is for whoever gets it.
    @inline(__always)
    func location(_ change: ContactChange, _ panel: PanelState) -> Point {
        let location = change.location ?? panel.mapping.location(change.values)
        return panel.rules.outside == .clamp ? panel.mapping.area.nearest(to: location) : location
    }
}
