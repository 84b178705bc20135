/// What is counted of a panel: clients are told the counts as if there were no contacts in sensitive regions.
extension PanelState {
    var hasSecretContacts: Bool { !secretContacts.isEmpty || sensitive.hasAny }

    func countTouch() { told.noteTouch() }

    /// Whether any of its contacts may be in a sensitive region, or may have been: else nothing of what follows needs to be asked.
    @inline(__always)
    func mayHaveSecrets(_ features: TreeFeatures) -> Bool { mayHaveSensitive(features) || hasSecretContacts }

    /// Whether one of its contacts is a sensitive region's touch, or is no touch and in such a region, or has been.
    func hasSecretContact(_ context: borrowing RoutingContext) -> Bool {
        guard mayHaveSecrets(context.tree.features) else { return false }
        if sensitive.hasAny { return true }
        for touch in touches { if let touch, context.isSecret(touch.target) { return true } }
        for slot in 0..<contacts.slotCount {
            guard let values = contacts.assembler.contact(inSlot: slot) else { continue }
            if isKnownSecret(slot) { return true }
            if touches[contacts.touchSlot(ofContact: slot)] == nil, isSecret(values, context) { return true }
        }
        guard let values = contacts.assembler.hover else { return false }
        return isSecret(values, context)
    }

    private func isSecret(_ values: ContactValues, _ context: borrowing RoutingContext) -> Bool {
        let location = location(ContactChange(slot: 0, phase: .moved, values: values))
        return context.isSecret(context.tree.hitTest(location, screen: screen))
    }

    /// Keeps in mind which contacts are a sensitive region's: until they lift, whatever becomes of the region.
    private func noteSecretContacts(_ context: borrowing RoutingContext) {
        for slot in 0..<contacts.slotCount {
            let id = contacts.assembler.trackingID(inSlot: slot)
            if id >= 0, let touch = touches[contacts.touchSlot(ofContact: slot)], context.isSecret(touch.target) {
                secretContacts[slot] = id
            } else if !isKnownSecret(slot) {
                secretContacts[slot] = nil
            }
        }
    }

    /// Whether the contact in a slot is, or has been, a sensitive region's touch.
    func isKnownSecret(_ slot: Int) -> Bool {
        sensitive[slot] != nil || secretContacts[slot].map { $0 == contacts.assembler.trackingID(inSlot: slot) } ?? false
    }

    /// Counts a report that has gone all its way on a panel that may have secrets.
    ///
    /// - Parameter wasSecret: whether a sensitive region had a contact before.
    func count(reportAt time: Int64, wasSecret: Bool, _ context: borrowing RoutingContext) {
        let isSecret = wasSecret || hasSecretContact(context)
        noteSecretContacts(context)
        // Not by the frame: whether a filter has made several of the report may depend on places.
        count(reportAt: time, isOpen: !isSecret || hasOpenChange, isSecret: isSecret)
    }

    /// The same on one that has none.
    func count(reportAt time: Int64, isOpen: Bool = true, isSecret: Bool = false) {
        told.note(
            reportAt: time, isOpen: isOpen, isSecret: isSecret, contacts.assembler.counters, contacts.filter?.counters ?? FilterCounters())
    }

    /// Counts the contacts that the frame cancels because nothing was heard of them.
    func countStuck(_ context: borrowing RoutingContext) {
        var count = 0
        for event in context.draft.frame.events where event.reason == .stuck && !context.isSecret(event.target) { count += 1 }
        told.note(stuck: count)
    }
}
