/// A frame that cancels touches other than its own: by a palm, a pen, or one finger too many (contract 2.3). What it cancels
/// is dead until it lifts.
struct Sweep {
    let reason: CancelReason
    private let penStays: Bool

    /// Nil for nearly every frame.
    init?(_ changes: [ContactChange], _ panel: PanelState) {
        let rules = panel.rules
        if rules.palm == .all, changes.contains(where: { $0.reason == .palm }) {
            reason = .palm
            penStays = false
            return
        }
        if let most = rules.maximumContacts, rules.excess == .cancelAll {
            let begin = changes.count { $0.phase == .began }
            let end = changes.count { $0.phase.isTerminal && panel.touches[$0.slot] != nil }
            if begin > 0, panel.touchesThatStay - end + begin > most {
                reason = .contactLimit
                penStays = false
                return
            }
        }
        guard rules.stylus == .exclusive, panel.mapping.reportsTool, panel.hasPen(given: changes) else { return nil }
        reason = .stylus
        penStays = true
    }

    func concerns(_ touch: Touch) -> Bool { !(penStays && touch.axes.tool == .pen) }

    /// Whether a contact may begin in this frame.
    func admits(_ change: ContactChange) -> Bool { penStays && change.values.tool == ToolType.pen }
}

extension PanelState {
    /// The number of touches that are down, without those of lost fingers, which end as soon as they are in the way.
    fileprivate var touchesThatStay: Int {
        touches.indices.count { touches[$0] != nil && filter?.isLost($0) != true }
    }

    /// Whether a pen is on the glass or over it at the end of a frame with these changes.
    fileprivate func hasPen(given changes: [ContactChange]) -> Bool {
        if assembler.hover?.tool == ToolType.pen { return true }
        for change in changes where !change.phase.isTerminal && change.values.tool == ToolType.pen { return true }
        for (slot, touch) in touches.enumerated() where touch?.axes.tool == .pen {
            if !changes.contains(where: { $0.slot == slot && $0.phase.isTerminal }) { return true }
        }
        return false
    }
}
