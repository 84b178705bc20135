/// The fingers of one panel to which rules for touches apply, and the changes that these rules delay.
///
/// Like `ContactGate`, it may turn one report into several frames: a delayed finger goes out with all its changes, each with its own time, or not at
/// all. In contrast to the gate, the finger has a target already, because it was hit-tested when it began (contract 2.2).
struct RuledTouches: Sendable {
    /// The parts of a delayed finger that its touch needs when it begins.
    struct Released: Sendable {
        let target: RegionID
        /// The contact as it was when it came down, if that was in a sensitive region.
        let contact: SensitiveContacts.Contact?
    }

    /// The fingers, by touch slot.
    private var fingers: [RuledFinger?]
    private var count = 0
    /// The delayed fingers whose begin goes out in one of the next frames, by touch slot.
    private var released: [Released?]
    private var frames: FilteredFrames
    /// Whether changes of contacts must pass this stage.
    private(set) var isBusy = false
    /// Event time at which a finger becomes a long press; `Int64.max` for never.
    private(set) var deadline = Int64.max

    init(slots: Int) {
        fingers = Array(repeating: nil, count: slots)
        released = Array(repeating: nil, count: slots)
        frames = FilteredFrames(slots: slots)
    }

    subscript(slot: Int) -> RuledFinger? { fingers[slot] }

    var delayed: some Sequence<RuledFinger> { fingers.lazy.compactMap { $0 }.filter { $0.stage == .delayed } }

    // MARK: Frames

    /// Whether frames are left that must follow at once.
    @inline(__always)
    var isBehind: Bool { isBusy && frames.hasFramesLeft }
    var current: [ContactChange] { frames.current }

    /// Moves the next frame into `current` and returns its time.
    mutating func next() -> Int64 {
        defer { update() }
        return frames.next()
    }

    // MARK: Changes

    /// Processes the changes of a frame. Must not be called while frames are left.
    mutating func process(
        _ changes: [ContactChange], at time: Int64, clockOffset: Int64, _ memory: inout RuleMemory, location: (ContactChange) -> Point
    ) {
        frames.open(at: time)
        for change in changes {
            if change.phase == .began { forget(change.slot) }
            if fingers[change.slot] == nil {
                frames.append(change)
            } else if let change = process(change, to: location(change), at: time, clockOffset, &memory) {
                frames.append(change)
            }
        }
        frames.close(isReport: true)
        update()
    }

    /// Processes the end of a finger that the filters had lost. Returns the change if it takes effect at once. If not, the finger is dead, or it was
    /// delayed, and all its changes follow in separate frames.
    mutating func processLost(
        _ end: ContactChange, at time: Int64, clockOffset: Int64, _ memory: inout RuleMemory, location: Point
    ) -> ContactChange? {
        guard let stage = fingers[end.slot]?.stage else { return end }
        defer { update() }
        let change = process(end, to: location, at: time, clockOffset, &memory)
        guard let change, stage == .delayed, end.phase == .ended else { return change }
        frames.release(change, at: time)
        frames.close(isReport: false)
        return nil
    }

    /// Processes a change of a finger. Returns the change as it is reported; nil if it is not reported now.
    private mutating func process(
        _ change: ContactChange, to p: Point, at time: Int64, _ clockOffset: Int64, _ memory: inout RuleMemory
    ) -> ContactChange? {
        let slot = change.slot
        let reported = fingers[slot]!.follow(change, to: p)
        let stage = fingers[slot]!.stage
        if change.phase.isTerminal {
            defer { forget(slot) }
            // A finger that is cancelled while it is delayed never was. The change goes on, because a palm may cancel other touches
            // (`PanelWideCancel`).
            if change.phase == .cancelled { return reported }
            recordLift(fingers[slot]!, at: p, time &+ clockOffset, &memory)
            if stage == .delayed { release(slot) }
            return stage == .dead ? nil : reported
        }
        switch stage {
        case .live: return reported
        case .dead: return nil
        case .delayed:
            if fingers[slot]!.hasLeft {
                release(slot)
                return reported
            }
            fingers[slot]!.delay(reported, at: time)
            return nil
        }
    }

    private func recordLift(_ finger: RuledFinger, at p: Point, _ time: Int64, _ memory: inout RuleMemory) {
        finger.scoped.recordLift(at: p, time, &memory)
        if finger.stage != .dead, !finger.hasLeft { finger.scoped.recordTap(at: p, time, &memory) }
    }

    /// Releases all changes of a delayed finger.
    private mutating func release(_ slot: Int) {
        for (at, change) in fingers[slot]!.removeHistory() { frames.release(change, at: at) }
        released[slot] = Released(target: fingers[slot]!.target, contact: fingers[slot]!.contact)
        fingers[slot]!.stage = .live
    }

    /// Returns the delayed finger whose begin goes out now; nil for a finger that begins now.
    mutating func removeReleased(_ slot: Int) -> Released? { released[slot].take() }

    // MARK: Begins and deadlines

    mutating func begin(_ finger: RuledFinger, _ slot: Int) {
        forget(slot)
        released[slot] = nil
        fingers[slot] = finger
        count += 1
        update()
    }

    /// Makes the first finger that is due a long press: it is dead until it lifts.
    ///
    /// - Returns: The finger as it was before, with its slot; nil if none is due.
    mutating func expire(at time: Int64) -> (slot: Int, finger: RuledFinger)? {
        guard deadline <= time else { return nil }
        func order(_ slot: Int) -> (Int64, Int64) { (fingers[slot]!.deadline, fingers[slot]!.beganAt) }
        let slot = fingers.indices.filter { fingers[$0] != nil }.min { order($0) < order($1) }!
        let finger = fingers[slot]!
        _ = fingers[slot]!.removeHistory()
        fingers[slot]!.stage = .dead
        update()
        return (slot, finger)
    }

    // MARK: Changes around it

    /// Makes a finger dead whose touch was cancelled, or was never admitted.
    mutating func kill(_ slot: Int) {
        guard fingers[slot] != nil else { return }
        fingers[slot]!.stage = .dead
        update()
    }

    /// Makes a delayed finger dead. It never becomes a touch.
    mutating func dropDelayed(inSlot slot: Int) {
        guard fingers[slot]?.stage == .delayed else { return }
        _ = fingers[slot]!.removeHistory()
        fingers[slot]!.stage = .dead
        update()
    }

    /// Makes delayed fingers dead for which `isConcerned` returns true. They never become touches.
    mutating func dropDelayed(where isConcerned: (RuledFinger) -> Bool) {
        for slot in fingers.indices {
            guard let finger = fingers[slot], finger.stage == .delayed, isConcerned(finger) else { continue }
            _ = fingers[slot]!.removeHistory()
            fingers[slot]!.stage = .dead
        }
        update()
    }

    /// Forgets all fingers except those of spared targets. Forgotten fingers that are down are dead until they lift.
    mutating func forgetAll(except isSpared: (RegionID) -> Bool) {
        for slot in fingers.indices {
            if let finger = fingers[slot], isSpared(finger.target) { continue }
            forget(slot)
            released[slot] = nil
        }
        update()
    }

    /// Forgets the fingers of regions that are gone.
    mutating func forget(where isGone: (RegionID) -> Bool) {
        if count == 0 { return }
        for slot in fingers.indices where fingers[slot].map({ isGone($0.target) }) ?? false { forget(slot) }
        update()
    }

    private mutating func forget(_ slot: Int) {
        if fingers[slot] == nil { return }
        fingers[slot] = nil
        count -= 1
    }

    private mutating func update() {
        isBusy = count > 0 || frames.hasFramesLeft
        deadline = .max
        if count == 0 { return }
        for slot in fingers.indices { if let due = fingers[slot]?.deadline { deadline = min(deadline, due) } }
    }

    /// A description of the first contradiction; nil if there is none. Valid only between two steps.
    var fault: String? {
        if count != fingers.count(where: { $0 != nil }) { return "the count of fingers is wrong: \(count)" }
        for (slot, finger) in fingers.enumerated() {
            guard let finger else { continue }
            if (finger.stage == .delayed) == finger.history.isEmpty {
                return "the finger in slot \(slot) is \(finger.stage), but its history differs"
            }
        }
        if !frames.hasFramesLeft, released.contains(where: { $0 != nil }) { return "a begin was released, but did not go out" }
        return frames.fault
    }
}
