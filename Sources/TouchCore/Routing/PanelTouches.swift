/// The touches of one panel and their recipients: those on the glass by slot, and those that have ended while receivers still wait.
struct PanelTouches {
    /// The touches by slot (with filters, by touch slot). Nil for a free slot, and for a contact that is ignored until it lifts: it never became a
    /// touch, or its touch was cancelled. Stored separately from the recipients, so that copying a touch needs no reference counting.
    private var touches: [Touch?]
    /// The recipients by slot; empty without a touch.
    private var recipients: [Recipients]
    /// Touches that have ended and whose begin or end is delayed, in the order of their ends.
    private(set) var ended: [EndedTouch] = []
    /// The number of touches on the glass.
    private(set) var downCount = 0
    /// The number of touches on the glass whose begin is delayed.
    private var delayedCount = 0

    init(slots: Int) {
        touches = Array(repeating: nil, count: slots)
        recipients = Array(repeating: Recipients(), count: slots)
    }

    /// Whether any receiver waits for a begin or an end; nearly always false.
    @inline(__always)
    var isDelaying: Bool { delayedCount > 0 || !ended.isEmpty }

    /// The earliest time at which a delayed begin must be delivered.
    var delayedDeadline: Int64 {
        var deadline = Int64.max
        for slot in recipients.indices { deadline = Swift.min(deadline, recipients[slot].delayed?.deadline ?? .max) }
        for touch in ended { deadline = Swift.min(deadline, touch.recipients.delayed?.deadline ?? .max) }
        return deadline
    }

    // MARK: On the glass

    var isUntouched: Bool { downCount == 0 }

    /// Returns the recipients of the touch in a slot.
    @inline(__always)
    func recipients(inSlot slot: Int) -> Recipients { recipients[slot] }

    /// Returns the only recipient of the touch in a slot; nil if it has several.
    @inline(__always)
    func soleRecipient(inSlot slot: Int) -> Recipients.Sole? { recipients[slot].sole }

    /// Whether an interceptor has stolen a touch that is on the glass.
    func isAnyStolen(by interceptor: RegionID) -> Bool {
        recipients.indices.contains { recipients[$0].isStolen && recipients[$0].first == interceptor }
    }

    /// Whether a touch is on the glass, or has ended but receivers still wait for its begin or end.
    func has(_ id: TouchID) -> Bool { slot(of: id) != nil || ended.contains { $0.touch.id == id } }

    func slot(of id: TouchID) -> Int? { touches.firstIndex { $0?.id == id } }

    mutating func begin(_ touch: Touch, in slot: Int, for recipients: Recipients) {
        assert(touches[slot] == nil, "a touch begins in a slot that has one: \(touches[slot]!)")
        downCount += 1
        touches[slot] = touch
        set(recipients, slot)
    }

    /// All delayed begins.
    var allDelayed: [DelayedBegin] { recipients.compactMap(\.delayed) + ended.compactMap(\.recipients.delayed) }

    /// Changes the touch in a slot in place. Returns nil if there is none.
    @inline(__always)
    mutating func changeTouch<Result>(inSlot slot: Int, _ body: (inout Touch) -> Result) -> Result? {
        touches[slot] == nil ? nil : body(&touches[slot]!)
    }

    /// Removes the touch in a slot.
    mutating func remove(_ slot: Int) -> (touch: Touch, recipients: Recipients) {
        defer { set(Recipients(), slot) }
        downCount -= 1
        return (touches[slot].take()!, recipients[slot])
    }

    /// Changes the recipients of the touch in a slot.
    mutating func change<Result>(_ slot: Int, _ body: (inout Recipients) -> Result) -> Result {
        var new = recipients[slot]
        defer { set(new, slot) }
        return body(&new)
    }

    private mutating func set(_ new: Recipients, _ slot: Int) {
        delayedCount += (new.delayed == nil ? 0 : 1) - (recipients[slot].delayed == nil ? 0 : 1)
        recipients[slot] = new
    }

    // MARK: Ended

    /// Keeps a touch that has ended, if any receiver waits for it.
    mutating func keep(_ touch: EndedTouch) { if touch.recipients.hasAny { ended.append(touch) } }

    /// Changes ended touches, and removes those that no receiver waits for any more.
    mutating func changeEnded(_ body: (inout EndedTouch) -> Void) {
        for index in ended.indices { body(&ended[index]) }
        ended.removeAll { !$0.recipients.hasAny }
    }

    mutating func changeEnded<Result>(at index: Int, _ body: (inout Recipients) -> Result) -> Result { body(&ended[index].recipients) }

    mutating func removeEnded(where isMeant: (EndedTouch) -> Bool) -> [EndedTouch] {
        let removed = ended.filter(isMeant)
        if !removed.isEmpty { ended.removeAll(where: isMeant) }
        return removed
    }

    // MARK: Both

    /// Changes the recipients of all touches, on the glass or ended.
    mutating func changeAll(_ body: (TouchID, inout Recipients) -> Void) {
        for slot in touches.indices {
            guard let id = touches[slot]?.id else { continue }
            change(slot) { body(id, &$0) }
        }
        for index in ended.indices { body(ended[index].touch.id, &ended[index].recipients) }
    }
}

extension PanelTouches: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { touches.count }
    @inline(__always)
    subscript(slot: Int) -> Touch? { touches[slot] }
}

extension PanelTouches {
    /// Forgets regions that are no longer in the tree.
    mutating func forget(where isGone: (RegionID) -> Bool, at time: Int64) {
        for slot in touches.indices where touches[slot] != nil {
            if let target = touches[slot]!.target, isGone(target) { touches[slot]!.target = nil }
            change(slot) { $0.forget(where: isGone, at: time) }
        }
        for index in ended.indices {
            if let target = ended[index].touch.target, isGone(target) { ended[index].touch.target = nil }
            ended[index].recipients.forget(where: isGone, at: time)
        }
    }

    /// A description of the first contradiction; nil if there is none.
    var fault: String? {
        for slot in touches.indices {
            if let fault = recipients[slot].fault { return "slot \(slot): \(fault)" }
            if touches[slot] != nil { continue }
            let recipients = recipients[slot]
            if recipients.hasAny || recipients.tracker != nil || recipients.isBound { return "slot \(slot): recipients without a touch" }
        }
        for touch in ended {
            if let fault = touch.recipients.fault { return "\(touch.touch.id), ended: \(fault)" }
            if touch.touch.phase != .ended { return "\(touch.touch.id) is kept although it is \(touch.touch.phase)" }
            if touch.recipients.firstTracker(where: { _ in true }) != nil { return "\(touch.touch.id) has ended, but a region still tracks it" }
        }
        let down = touches.count { $0 != nil }
        if down != downCount { return "\(down) touches on the glass are counted as \(downCount)" }
        let ids = touches.compactMap { $0?.id } + ended.map(\.touch.id)
        if Set(ids).count != ids.count { return "a touch is listed twice: \(ids)" }
        let delayed = recipients.count { $0.delayed != nil }
        return delayed == delayedCount ? nil : "\(delayed) delayed begins are counted as \(delayedCount)"
    }
}
