/// The contacts of a panel that came down in a sensitive region, by the kernel's slot. Each contact is listed from the report in which it comes down
/// to the report in which it lifts. Filters, rules of the glass and gestures do not change them. Everything that clients other than the owner get
/// about these contacts is derived from this list alone.
struct SensitiveContacts: Sendable {
    struct Contact: Sendable {
        /// The contact's id. Its first touch gets the same id.
        let id: TouchID
        /// The region that was hit; `root` if that region is gone.
        var target: RegionID
        /// The outermost sensitive region around the target.
        let root: RegionID
        /// The interceptors outside the sensitive region, and the regions that they deliver to.
        var receivers: [RegionID]
        let isForSurface: Bool
        /// Event time of its last change, in µs.
        var changedAt: Int64
        /// True if its begin was reported to other clients, but not yet its end.
        var isReported: Bool
        /// True if a touch has already got its id.
        var isTouch = false
        /// The interceptor that has stolen the contact; nil if none has.
        var stolenBy: RegionID?
        /// The interceptors that declined the contact before it became a touch.
        var declined: [RegionID] = []
        /// True if the glass counts the contact among those that are down.
        let isCounted: Bool

        /// Returns the event for clients that may not look into the sensitive region.
        func redacted(_ phase: TouchPhase, _ reason: CancelReason? = nil, for receiver: RegionID, at time: Int64) -> RoutedTouch {
            RoutedTouch(
                id: id, phase: phase, reason: reason, target: target, receiver: receiver, location: Point(0, 0), local: Point(0, 0),
                previousLocal: Point(0, 0), timestamp: time, isInside: true, tapCount: 1, axes: TouchAxes(), isRedacted: true,
                traits: isForSurface ? .isForSurface : [])
        }
    }

    private var contacts: [Contact?]
    /// Whether a contact has no location yet, so that it may still turn out to begin in a sensitive region; by slot.
    private var isUnplaced: [Bool]
    private var count = 0
    private(set) var reportedCount = 0

    init(slots: Int) {
        contacts = Array(repeating: nil, count: slots)
        isUnplaced = Array(repeating: false, count: slots)
    }

    /// Whether any contact that came down in a sensitive region is still down.
    @inline(__always)
    var hasAny: Bool { count > 0 }
    /// Whether other clients know of a contact that is down.
    var hasReported: Bool { reportedCount > 0 }
    var slots: Range<Int> { contacts.indices }
    subscript(slot: Int) -> Contact? { contacts[slot] }
    func isWaiting(_ slot: Int) -> Bool { isUnplaced[slot] }
    var reported: [Contact] { contacts.compactMap { $0.flatMap { $0.isReported ? $0 : nil } } }
    var countedOnGlass: Int { contacts.count { $0?.isCounted == true } }

    mutating func markUnplaced(_ slot: Int) { isUnplaced[slot] = true }

    mutating func begin(_ contact: Contact, in slot: Int) {
        assert(contacts[slot] == nil, "a contact begins in a slot that has one")
        isUnplaced[slot] = false
        contacts[slot] = contact
        count += 1
        if contact.isReported { reportedCount += 1 }
    }

    /// Removes the contact in a slot, if there is one.
    mutating func end(_ slot: Int) -> Contact? {
        isUnplaced[slot] = false
        guard let contact = contacts[slot].take() else { return nil }
        count -= 1
        if contact.isReported { reportedCount -= 1 }
        return contact
    }

    /// Changes the contact in a slot, if there is one.
    mutating func change(_ slot: Int, _ body: (inout Contact) -> Void) {
        guard let before = contacts[slot] else { return }
        body(&contacts[slot]!)
        reportedCount += (contacts[slot]!.isReported ? 1 : 0) - (before.isReported ? 1 : 0)
    }

    /// Returns the earliest event time at which a reported contact will have been silent for `duration`; `Int64.max` if there is no such contact.
    func stuckDeadline(after duration: Int64) -> Int64 {
        if count == 0 { return .max }
        return contacts.reduce(Int64.max) { min($0, $1?.isReported == true ? $1!.changedAt &+ duration : .max) }
    }

    /// A description of the first contradiction; nil if there is none.
    var fault: String? {
        if count != contacts.count(where: { $0 != nil }) { return "the count of sensitive contacts is wrong: \(count)" }
        return reportedCount == reported.count ? nil : "the count of reported sensitive contacts is wrong: \(reportedCount)"
    }
}
