/// A cancel of all touches of a panel, possibly except those of a pen, because of a palm, a pen, or one finger too many in the frame (contract 2.3).
/// The contacts of these touches are dead until they lift.
struct PanelWideCancel {
    let reason: CancelReason
    private let penStays: Bool

    /// Whether such a cancel is possible at all, given the panel and its rules.
    @inline(__always)
    static func isPossible(on panel: PanelState) -> Bool {
        panel.rules.palm == .all || panel.rules.excess == .cancelAll || panel.rules.stylus == .exclusive && panel.mapping.reportsTool
    }

    /// Returns nil if the frame causes no such cancel, which is true of nearly every frame.
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
            if begin > 0, Self.touchesThatStay(panel) - end + begin > most {
                reason = .contactLimit
                penStays = false
                return
            }
        }
        guard rules.stylus == .exclusive, panel.mapping.reportsTool, Self.hasPen(panel, given: changes) else { return nil }
        reason = .stylus
        penStays = true
    }

    func concerns(_ touch: Touch) -> Bool { !(penStays && touch.axes.tool == .pen) }

    /// Whether a contact may begin in this frame.
    func admits(_ change: ContactChange) -> Bool { penStays && change.values.tool == ToolType.pen }

    /// The number of touches that are down. Leaves out touches of lost fingers, because these end as soon as a new touch needs their place.
    private static func touchesThatStay(_ panel: PanelState) -> Int {
        panel.touches.indices.count { panel.touches[$0] != nil && panel.contacts.filter?.isLost($0) != true }
    }

    /// Whether a pen is on the glass or above it after these changes.
    private static func hasPen(_ panel: PanelState, given changes: [ContactChange]) -> Bool {
        if panel.contacts.assembler.hover?.tool == ToolType.pen { return true }
        for change in changes where !change.phase.isTerminal && change.values.tool == ToolType.pen { return true }
        for (slot, touch) in panel.touches.enumerated() where touch?.axes.tool == .pen {
            if !changes.contains(where: { $0.slot == slot && $0.phase.isTerminal }) { return true }
        }
        return false
    }
}
