/// The contacts of a panel that came down in a sensitive region, by the kernel's slot, from the report in which each comes down to the one
/// in which it lifts. Filters, rules of the glass and gestures change nothing here: what everybody but the owner learns of a finger in
/// such a region is made of this alone.
struct SensitiveContacts: Sendable {
    struct Contact: Sendable {
        /// Its touch has the same id.
        let id: TouchID
        /// The region that was hit; `root`, if that is gone.
        var target: RegionID
        /// The outermost sensitive region around it.
        let root: RegionID
        /// Interceptors outside the sensitive region, and regions that they deliver to.
        var receivers: [RegionID]
        let isForSurface: Bool
        /// Event time of its last change, µs.
        var changedAt: Int64
        /// Its begin was told, and its end was not.
        var isTold: Bool
        /// A touch has its id.
        var isTouch = false
        /// The interceptor that has stolen it, before it became a touch.
        var thief: RegionID?
        /// Interceptors that have declined it, before it became a touch.
        var declined: [RegionID] = []
        /// The glass counts it among the contacts that are down.
        let isCounted: Bool

        /// As others learn of it.
        func redacted(_ phase: TouchPhase, _ reason: CancelReason? = nil, for receiver: RegionID, at time: Int64) -> RoutedTouch {
            RoutedTouch(
                id: id, phase: phase, reason: reason, target: target, receiver: receiver, location: Point(0, 0), local: Point(0, 0),
                previousLocal: Point(0, 0), timestamp: time, isInside: true, tapCount: 1, axes: TouchAxes(), isRedacted: true,
                isForSurface: isForSurface)
        }
    }

    private var contacts: [Contact?]
    /// By slot: the contact is nowhere yet, so it is not decided whether it begins in a sensitive region.
    private var isUnplaced: [Bool]
    private var count = 0
    private(set) var toldCount = 0

    init(slots: Int) {
        contacts = Array(repeating: nil, count: slots)
        isUnplaced = Array(repeating: false, count: slots)
    }

    /// True if a contact that came down in a sensitive region has not lifted.
    @inline(__always)
    var hasAny: Bool { count > 0 }
    /// True if others know of a contact that is down.
    var hasTold: Bool { toldCount > 0 }
    var slots: Range<Int> { contacts.indices }
    subscript(slot: Int) -> Contact? { contacts[slot] }
    func isWaiting(_ slot: Int) -> Bool { isUnplaced[slot] }
    var told: [Contact] { contacts.compactMap { $0.flatMap { $0.isTold ? $0 : nil } } }
    var countedOnGlass: Int { contacts.count { $0?.isCounted == true } }

    mutating func wait(_ slot: Int) { isUnplaced[slot] = true }

    mutating func begin(_ contact: Contact, in slot: Int) {
        assert(contacts[slot] == nil, "a contact begins in the slot of another")
        isUnplaced[slot] = false
        contacts[slot] = contact
        count += 1
        if contact.isTold { toldCount += 1 }
    }

    /// Removes the contact in a slot, if there is one.
    mutating func end(_ slot: Int) -> Contact? {
        isUnplaced[slot] = false
        guard let contact = contacts[slot].take() else { return nil }
        count -= 1
        if contact.isTold { toldCount -= 1 }
        return contact
    }

    /// Changes the contact in a slot, if there is one.
    mutating func change(_ slot: Int, _ body: (inout Contact) -> Void) {
        guard let before = contacts[slot] else { return }
        body(&contacts[slot]!)
        toldCount += (contacts[slot]!.isTold ? 1 : 0) - (before.isTold ? 1 : 0)
    }

    /// Event time at which the first contact of which nothing is heard has been silent for so long, or never.
    func stuckDeadline(after duration: Int64) -> Int64 {
        if count == 0 { return .max }
        return contacts.reduce(Int64.max) { min($0, $1?.isTold == true ? $1!.changedAt &+ duration : .max) }
    }

    /// What contradicts itself; nil if nothing does.
    var fault: String? {
        if count != contacts.count(where: { $0 != nil }) { return "\(count) sensitive contacts are counted, which are not there" }
        return toldCount == told.count ? nil : "\(toldCount) sensitive contacts are counted as told, which are not"
    }
}
