/// Redaction of touches in sensitive regions. Only clients that may look into a sensitive region get its touches. All other clients get one event
/// when a finger begins and one when it ends, for the outermost sensitive region. The events do not depend on where in the region the finger is or
/// what takes it. Therefore nothing outside gets a part of the touch either: no responder further up the chain, no recognizer, scroll view or
/// translucent region.
extension RoutedFrame {
    /// Whether the frame contains anything for clients that may not look into any sensitive region.
    public func hasContent(outsideOf sensitive: SensitiveRegions) -> Bool {
        func isOpen(_ region: RegionID?) -> Bool { region.map { !sensitive.contains($0) } ?? true }
        if !redactions.isEmpty || actions.contains(where: { isOpen($0.region) }) || outside.contains(where: { isOpen($0.region) }) { return true }
        return events.contains { isOpen($0.target) && isOpen($0.receiver) }
    }

    /// Whether any part of the frame is outside sensitive regions. Other parts are ignored, because they depend on where fingers in these regions
    /// are.
    public func hasOpenPart(_ sensitive: SensitiveRegions) -> Bool {
        func isOpen(_ region: RegionID?) -> Bool { region.map { !sensitive.contains($0) } ?? true }
        return events.contains { isOpen($0.target) && isOpen($0.receiver) } || actions.contains { isOpen($0.region) }
            || outside.contains { isOpen($0.target) && isOpen($0.region) }
    }

    /// Copies another frame into this one, redacted for a client that may not look into all sensitive regions. Reuses the memory of this frame, and
    /// copies nothing if nothing is redacted.
    ///
    /// - Parameter isRedacted: Whether the client may not see the touch in this region; called only for sensitive regions.
    /// - Returns: True if nothing is redacted, so that the client gets the other frame without its `redactions`.
    public mutating func copy(redacted other: RoutedFrame, _ sensitive: SensitiveRegions, isRedacted: (RegionID, TouchID) -> Bool) -> Bool {
        func redacts(_ region: RegionID?, _ touch: TouchID) -> Bool {
            guard let region, sensitive.contains(region) else { return false }
            return isRedacted(region, touch)
        }
        let hasAllEvents =
            !other.redactions.contains { redacts($0.target, $0.id) }
            && !other.events.contains { redacts($0.receiver, $0.id) || redacts($0.target, $0.id) }
        if !hasAllEvents {
            events.removeAll(keepingCapacity: true)
            for redaction in other.redactions where redaction.phase.isTerminal && redacts(redaction.target, redaction.id) {
                events.append(redaction)
            }
            for event in other.events {
                if !redacts(event.receiver, event.id), !redacts(event.target, event.id) { events.append(event) }
            }
            for redaction in other.redactions where !redaction.phase.isTerminal && redacts(redaction.target, redaction.id) {
                events.append(redaction)
            }
        }
        let hasAllActions = Self.copy(partOf: other.actions, into: &actions) { !redacts(other.actions[$0].region, other.actions[$0].first) }
        let hasAllOutside = Self.copy(partOf: other.outside, into: &outside) { !redacts(other.outside[$0].region, other.outside[$0].id) }
        if hasAllEvents && hasAllOutside && hasAllActions { return true }
        copyRest(of: other, events: hasAllEvents, outside: hasAllOutside, actions: hasAllActions)
        return false
    }
}
