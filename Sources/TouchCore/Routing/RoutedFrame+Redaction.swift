/// Sensitive regions: what touches do in one is for who may look into it. To all others a finger in it is one event when it
/// begins and one when it ends, of the outermost sensitive region, the same wherever in it the finger is and whatever takes it.
/// So nothing outside gets a part of it either: no responder further up the chain, no recognizer or scroll view, no translucent
/// region.
extension RoutedFrame {
    /// Whether anybody hears of it who may not look into any sensitive region.
    public func isHeard(outsideOf sensitive: SensitiveRegions) -> Bool {
        func isOpen(_ region: RegionID?) -> Bool { region.map { !sensitive.contains($0) } ?? true }
        if !redactions.isEmpty || actions.contains(where: { isOpen($0.region) }) || outside.contains(where: { isOpen($0.region) }) { return true }
        return events.contains { isOpen($0.target) && isOpen($0.receiver) }
    }

    /// Whether anything of it is outside of sensitive regions. What else is in it makes no difference: it depends on where fingers in them are.
    public func hasOpenPart(_ sensitive: SensitiveRegions) -> Bool {
        func isOpen(_ region: RegionID?) -> Bool { region.map { !sensitive.contains($0) } ?? true }
        return events.contains { isOpen($0.target) && isOpen($0.receiver) } || actions.contains { isOpen($0.region) }
            || outside.contains { isOpen($0.target) && isOpen($0.region) }
    }

    /// Becomes another frame as somebody sees it who may not look into all sensitive regions, in the memory that it has; where there is
    /// nothing to redact, nothing is copied.
    ///
    /// - Parameter isRedacted: whether he may not look at what the touch does in this region; asked of sensitive ones only.
    /// - Returns: whether there is nothing to redact: he sees the other frame, but for its `redactions`.
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
