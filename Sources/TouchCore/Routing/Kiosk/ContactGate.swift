/// Applies the rules of the glass to one panel, between the filters and the hit test. A contact passes, is dead until it lifts, or is held until the
/// gate has decided about it. Then the gate passes on either all its changes, each with its own time, or none (contract 8).
///
/// The gate may turn one report into several frames. `PanelState` gives none of them an earlier time than the panel's last frame with content.
struct ContactGate: Sendable {
    /// The screen and clock of the panel.
    struct Place {
        let screen: Int
        /// The offset from event time to the loop's clock.
        let clockOffset: Int64
        let panel: PanelID
    }

    /// The part that a contact has on the glass, as decided when it begins.
    enum Reception: Hashable {
        case touch
        /// A contact that explores instead of touching. The region is the outermost sensitive one in which it came down.
        case explore(RegionID?)
        /// A contact that is ignored until it lifts.
        case dead
    }

    /// A contact that explores.
    private struct Explorer {
        let number: Int
        let root: RegionID?
        let isInjected: Bool
        var location: Point
        /// Event time of its last change.
        var changedAt: Int64
    }

    private enum Stage { case open, held, dead, exploring }

    /// The stages of contacts, by touch slot.
    private var stages: [Stage]
    private var isDown: [Bool]
    /// True if the contact came down in a sensitive region, so that the gate's rules do not apply to it; by touch slot.
    private var isExempt: [Bool]
    private var exemptCount = 0
    private var downCount = 0
    /// The held contacts, in the order of their begins.
    private var held: [HeldContact] = []
    private var gestures = GateGestures()
    /// The number of the next contact that comes down.
    private var nextNumber = 0
    private var leave = HoldToLeave()
    /// The contacts that explore, by touch slot.
    private var explorers: [Explorer?]
    private var explorerCount = 0
    /// The slot of the contact that is a switch while the focus scans.
    private var switchSlot: Int?
    private var frames: FilteredFrames
    /// Event time at which the gate must decide something even without an event; `Int64.max` for never.
    private(set) var deadline = Int64.max

    init(slots: Int) {
        stages = Array(repeating: .open, count: slots)
        isDown = Array(repeating: false, count: slots)
        isExempt = isDown
        explorers = Array(repeating: nil, count: slots)
        frames = FilteredFrames(slots: slots)
    }

    /// Whether the gate has contacts to track, even if the rules no longer need it.
    @inline(__always)
    var isBusy: Bool { downCount > 0 || exemptCount > 0 || frames.hasFramesLeft }
    var isHolding: Bool { !held.isEmpty || frames.hasFramesLeft }

    // MARK: Frames

    var isBehind: Bool { frames.hasFramesLeft }
    var current: [ContactChange] { frames.current }
    /// Moves the next frame into `current` and returns its time.
    mutating func next() -> Int64 { frames.next() }

    /// Processes the changes of a report. Must not be called while frames are left.
    ///
    /// - Parameters:
    ///   - spared: The rules from which a contact that begins is spared.
    ///   - receptions: The receptions of contacts that begin, by slot, if they are not all touches.
    mutating func process(
        _ changes: [ContactChange], at time: Int64, _ place: Place, _ glasses: inout Glasses, spared: (_ slot: Int) -> SparedRules,
        receptions: [(slot: Int, reception: Reception)] = [], location: (ContactChange) -> Point
    ) {
        open(time, glasses, place)
        for change in changes {
            let reception = receptions.isEmpty ? .touch : receptions.last { $0.slot == change.slot }?.reception ?? .touch
            if change.phase == .began || isExempt[change.slot] {
                if passesExempt(change, reception, time, place, &glasses, location) { continue }
            }
            let p = location(change)
            if change.phase.isTerminal {
                lift(change, p, time, place, &glasses)
            } else if change.phase == .began {
                begin(change, p, time, place, &glasses, spared(change.slot), reception)
            } else {
                move(change, p, time, place, &glasses)
            }
        }
        decide(time, place, &glasses)
        frames.close(isReport: true)
    }

    private mutating func open(_ time: Int64, _ glasses: Glasses, _ place: Place) {
        frames.open(at: time)
        // The next `decide` releases contacts that were held only for old rules.
        gestures.use(glasses.rules(place.screen), holds: glasses.holds(place.screen), glasses.size(place.screen))
        for index in held.indices { held[index].endReport() }
    }

    /// Does everything that is due at `deadline`.
    mutating func expire(at time: Int64, _ place: Place, _ glasses: inout Glasses) {
        open(time, glasses, place)
        if leave.deadline <= time, glasses.mode(place.screen) == .cleaning { glasses.setMode(.normal, place.screen) }
        if leave.deadline <= time { leave.reset() }
        if let made = gestures.makeStaff(at: time) {
            glasses.recordStaffGesture(made.id, place.screen, at: time)
            drop { $0.beganAt >= made.since }
        }
        decide(time, place, &glasses)
        frames.close(isReport: false)
    }

    // MARK: Contacts in sensitive regions

    /// Passes on a change of a contact that came down in a sensitive region. Returns false for all other contacts. Such a contact is not held and no
    /// rule counts it, because other clients must not learn whether it is near an edge or in a corner (contract 2.10).
    private mutating func passesExempt(
        _ change: ContactChange, _ reception: Reception, _ time: Int64, _ place: Place, _ glasses: inout Glasses,
        _ location: (ContactChange) -> Point
    ) -> Bool {
        let slot = change.slot
        if change.phase == .began { setExempt(slot, change.isSensitive) }
        guard isExempt[slot] else { return false }
        if change.phase == .began, reception != .touch {
            stages[slot] = .dead
            if case .explore(let root) = reception {
                beginExploring(change, nextNumber, root, location(change), time, place, &glasses)
                nextNumber += 1
            }
            return true
        }
        if change.phase.isTerminal { setExempt(slot, false) }
        switch stages[slot] {
        case .exploring:
            if change.phase.isTerminal {
                endExploring(slot, change.phase, change.reason, at: location(change), time, place, &glasses)
            } else {
                moveExploring(change, to: location(change), time, place, &glasses)
            }
        case .dead: break
        case .open, .held: frames.append(change)
        }
        if change.phase.isTerminal { stages[slot] = .open }
        return true
    }

    private mutating func setExempt(_ slot: Int, _ isNowExempt: Bool) {
        if isExempt[slot] == isNowExempt { return }
        isExempt[slot] = isNowExempt
        exemptCount += isNowExempt ? 1 : -1
    }

    // MARK: Contacts that explore

    private mutating func beginExploring(
        _ change: ContactChange, _ number: Int, _ root: RegionID?, _ p: Point, _ time: Int64, _ place: Place, _ glasses: inout Glasses
    ) {
        stages[change.slot] = .exploring
        explorers[change.slot] = Explorer(number: number, root: root, isInjected: change.avoidsSensitive, location: p, changedAt: time)
        explorerCount += 1
        if root == nil { glasses.countExploring(1, place.screen) }
        record(explorers[change.slot]!, .began, nil, time, place, &glasses)
    }

    private func record(
        _ explorer: Explorer, _ phase: TouchPhase, _ reason: CancelReason?, _ time: Int64, _ place: Place, _ glasses: inout Glasses
    ) {
        let change = ExploringChange(
            finger: ExploringFinger(panel: place.panel, number: explorer.number), phase: phase, reason: reason, location: explorer.location,
            root: explorer.root, isInjected: explorer.isInjected, clockOffset: place.clockOffset)
        glasses.record(.explore(change), place.screen, at: time &+ place.clockOffset)
    }

    private mutating func moveExploring(_ change: ContactChange, to p: Point, _ time: Int64, _ place: Place, _ glasses: inout Glasses) {
        guard var explorer = explorers[change.slot] else { return }
        (explorer.location, explorer.changedAt) = (p, time)
        explorers[change.slot] = explorer
        if change.phase == .moved { record(explorer, .moved, nil, time, place, &glasses) }
    }

    /// Ends the part of a contact as one that explores, if it is one. A cancelled one is dead until it lifts.
    ///
    /// - Parameter p: The place of the end; nil for the last one.
    private mutating func endExploring(
        _ slot: Int, _ phase: TouchPhase, _ reason: CancelReason?, at p: Point?, _ time: Int64, _ place: Place, _ glasses: inout Glasses
    ) {
        guard var explorer = explorers[slot] else { return }
        if let p { explorer.location = p }
        explorers[slot] = nil
        explorerCount -= 1
        stages[slot] = .dead
        if explorer.root == nil { glasses.countExploring(-1, place.screen) }
        record(explorer, phase, reason, time, place, &glasses)
    }

    /// The event time at which the first contact that explores will have been silent for `duration`; `Int64.max` if there is none.
    func stuckDeadline(after duration: Int64) -> Int64 {
        if explorerCount == 0 { return .max }
        return explorers.reduce(Int64.max) { min($0, $1.map { $0.changedAt &+ duration } ?? .max) }
    }

    /// Cancels the contacts that have explored, and have not changed since a time.
    mutating func cancelExploring(_ reason: CancelReason, unchangedSince limit: Int64, at time: Int64, _ place: Place, _ glasses: inout Glasses) {
        if explorerCount == 0 { return }
        for slot in explorers.indices where explorers[slot].map({ $0.changedAt <= limit }) ?? false {
            endExploring(slot, .cancelled, reason, at: nil, time, place, &glasses)
        }
    }

    /// Lets a contact in a sensitive region end the cleaning mode, as any other contact can. The contact's number in `leave` differs from all touch
    /// slots.
    mutating func followSensitive(_ slot: Int, _ act: (inout HoldToLeave, _ number: Int) -> Void) {
        act(&leave, -1 - slot)
        setDeadline()
    }

    // MARK: Contacts

    private mutating func begin(
        _ change: ContactChange, _ p: Point, _ time: Int64, _ place: Place, _ glasses: inout Glasses, _ spared: SparedRules,
        _ reception: Reception
    ) {
        let slot = change.slot
        if isDown[slot] { return }
        isDown[slot] = true
        downCount += 1
        let isAlone = glasses.isUntouched(place.screen)
        let isAloneOutside = glasses.isUntouchedOutside(place.screen)
        if glasses.swallowsBegin(place.screen, at: time &+ place.clockOffset, spared) {
            if glasses.mode(place.screen) == .cleaning {
                leave.began(slot, at: p, time, isAlone: isAlone, glasses.rules(place.screen).cleaning)
            }
            gestures.failStaff()
            return kill(slot)
        }
        // In these modes no rule has a part in a contact that is spared.
        if glasses.mode(place.screen) != .normal { return frames.append(change) }
        glasses.recordDown(place.screen, at: time &+ place.clockOffset)
        let number = nextNumber
        nextNumber += 1
        let isScanning = glasses.isScanning(place.screen)
        gestures.began(number, slot, at: p, time, isAlone: isAloneOutside, isSpared: isScanning || spared.contains(.gestures))
        if isScanning {
            // A finger that may make a gesture of staff is no switch.
            if switchSlot == nil, !gestures.hold(number, since: time) {
                switchSlot = slot
                glasses.record(.switchDown, place.screen, at: time &+ place.clockOffset)
            }
            return kill(slot)
        }
        if reception == .dead { return kill(slot) }
        let edge = EdgeSwipe(at: p, time: time, glasses.rules(place.screen).edges, glasses.size(place.screen))
        if edge == nil && !gestures.hold(number, since: time) {
            guard case .explore(let root) = reception else { return frames.append(change) }
            return beginExploring(change, number, root, p, time, place, &glasses)
        }
        stages[slot] = .held
        held.append(HeldContact(number, change, at: time, p, edge, reception))
    }

    private mutating func move(_ change: ContactChange, _ p: Point, _ time: Int64, _ place: Place, _ glasses: inout Glasses) {
        leave.moved(change.slot, to: p)
        gestures.moved(change.slot, to: p, at: time)
        switch stages[change.slot] {
        case .open: frames.append(change)
        case .dead: break
        case .exploring: moveExploring(change, to: p, time, place, &glasses)
        case .held: if let index = heldIndex(change.slot) { held[index].moved(change, to: p, at: time) }
        }
    }

    private mutating func lift(_ change: ContactChange, _ p: Point, _ time: Int64, _ place: Place, _ glasses: inout Glasses) {
        let slot = change.slot
        let stage = stages[slot]
        endExploring(slot, change.phase, change.reason, at: p, time, place, &glasses)
        stages[slot] = .open
        leave.lifted(slot)
        endSwitch(slot, change.phase == .ended ? .switchUp : .switchCancelled, at: time, place, &glasses)
        gestures.lifted(slot, at: p, time, isSeen: change.phase == .ended)
        countLift(slot, at: time, place, &glasses)
        switch stage {
        case .open: frames.append(change)
        case .dead, .exploring: break
        case .held:
            guard let index = heldIndex(slot) else { break }
            // A contact that is cancelled while held is never reported.
            if change.phase == .ended { held[index].lifted(change, to: p, at: time) } else { held.remove(at: index) }
        }
    }

    /// Ends the part of a contact as a switch, if it is one.
    private mutating func endSwitch(_ slot: Int, _ signal: FingerSignal, at time: Int64, _ place: Place, _ glasses: inout Glasses) {
        if slot != switchSlot { return }
        switchSlot = nil
        glasses.record(signal, place.screen, at: time &+ place.clockOffset)
    }

    private func heldIndex(_ slot: Int) -> Int? { held.lastIndex { $0.slot == slot && $0.isDown } }

    private mutating func kill(_ slot: Int) { stages[slot] = .dead }

    /// Records that the contact in the slot has lifted, if there is one.
    private mutating func countLift(_ slot: Int, at time: Int64, _ place: Place, _ glasses: inout Glasses) {
        guard isDown[slot] else { return }
        isDown[slot] = false
        downCount -= 1
        gestures.forget(slot)
        glasses.lifted(1, place.screen, at: time &+ place.clockOffset)
    }

    /// Discards held contacts, so that they reach nobody.
    private mutating func drop(where isConcerned: (HeldContact) -> Bool) {
        for contact in held where isConcerned(contact) {
            gestures.remove(contact.number)
            if contact.isDown { kill(contact.slot) }
        }
        held.removeAll(where: isConcerned)
    }

    // MARK: Decisions

    /// Makes gestures, drops contacts that are swipes from an edge, and releases those that can no longer belong to any rule.
    private mutating func decide(_ time: Int64, _ place: Place, _ glasses: inout Glasses) {
        for due in gestures.removeCues(at: time) { glasses.recordHold(place.screen, at: due &+ place.clockOffset) }
        for made in gestures.makeKiosk(at: time) {
            if let trigger = made.trigger {
                glasses.record(.hold(trigger), place.screen, at: time &+ place.clockOffset)
            } else {
                glasses.recordKioskGesture(made.id, place.screen, at: time)
            }
            drop { made.contacts.contains($0.number) }
        }
        var kept: [HeldContact] = []
        for index in held.indices {
            held[index].edge?.expire(at: time)
            let contact = held[index]
            if gestures.hold(contact.number, since: contact.beganAt) {
                kept.append(contact)
                continue
            }
            switch contact.edge?.answer ?? .none {
            case .undecided: kept.append(contact)
            case .swipe: if contact.isDown { kill(contact.slot) }
            case .none: release(contact, place, &glasses)
            }
        }
        held = kept
        setDeadline()
    }

    /// Passes on all changes of a contact that was held, each with its own time.
    private mutating func release(_ contact: HeldContact, _ place: Place, _ glasses: inout Glasses) {
        guard case .explore(let root) = contact.reception else {
            for (at, change) in contact.earlier { frames.release(change, at: at) }
            for (_, change) in contact.new { frames.join(change) }
            if contact.isDown { stages[contact.slot] = .open }
            return
        }
        // Another contact may have the slot already.
        var explorer: Explorer?
        for (at, change) in contact.history {
            let p = change.location ?? Point(0, 0)
            explorer = explorer ?? Explorer(number: contact.number, root: root, isInjected: change.avoidsSensitive, location: p, changedAt: at)
            (explorer!.location, explorer!.changedAt) = (p, at)
            if change.phase != .stationary { record(explorer!, change.phase, change.reason, at, place, &glasses) }
        }
        guard contact.isDown else { return }
        stages[contact.slot] = .exploring
        explorers[contact.slot] = explorer
        explorerCount += 1
        if root == nil { glasses.countExploring(1, place.screen) }
    }

    private mutating func setDeadline() {
        deadline = min(leave.deadline, gestures.deadline)
        for contact in held { if let edge = contact.edge, edge.answer == .undecided { deadline = min(deadline, edge.due &+ 1) } }
    }

    // MARK: Changes around it

    /// Makes the gate examine held contacts again, because the rules may have changed.
    mutating func rulesChanged(at time: Int64) { if !held.isEmpty { deadline = min(deadline, time) } }

    /// Discards all held contacts and abandons all gestures, so that no held contact becomes a touch.
    mutating func close(_ reason: CancelReason, at time: Int64, _ place: Place, _ glasses: inout Glasses) {
        drop { _ in true }
        cancelExploring(reason, unchangedSince: .max, at: time, place, &glasses)
        gestures.fail()
        leave.reset()
        if let switchSlot { endSwitch(switchSlot, .switchCancelled, at: time, place, &glasses) }
        setDeadline()
    }

    /// Handles a touch that ended without a report.
    ///
    /// - Parameter isSeen: Whether the contact was seen to lift.
    mutating func recordEnd(_ slot: Int, isSeen: Bool, at time: Int64, _ place: Place, _ glasses: inout Glasses) {
        setExempt(slot, false)
        endExploring(slot, isSeen ? .ended : .cancelled, nil, at: nil, time, place, &glasses)
        endSwitch(slot, isSeen ? .switchUp : .switchCancelled, at: time, place, &glasses)
        countLift(slot, at: time, place, &glasses)
        stages[slot] = .open
        if let index = heldIndex(slot) {
            gestures.remove(held[index].number)
            held.remove(at: index)
        }
    }

    /// Handles the removal of the panel: its contacts no longer count for the screen.
    mutating func detach(_ place: Place, _ glasses: inout Glasses, at time: Int64) {
        glasses.lifted(downCount, place.screen, at: time &+ place.clockOffset)
        cancelExploring(.deviceRemoved, unchangedSince: .max, at: time, place, &glasses)
        downCount = 0
    }

    /// A description of the first contradiction; nil if there is none. Valid only between two reports.
    var fault: String? {
        if downCount != isDown.count(where: { $0 }) { return "the count of contacts down is wrong: \(downCount)" }
        if exemptCount != isExempt.count(where: { $0 }) { return "the count of contacts in sensitive regions is wrong: \(exemptCount)" }
        for slot in stages.indices where stages[slot] != .open && !isDown[slot] && !isExempt[slot] {
            return "slot \(slot) is \(stages[slot]), but its contact has lifted"
        }
        for slot in stages.indices where (stages[slot] == .held) != (heldIndex(slot) != nil) { return "stage and held list differ in slot \(slot)" }
        if explorerCount != explorers.count(where: { $0 != nil }) { return "the count of contacts that explore is wrong: \(explorerCount)" }
        for slot in stages.indices where (stages[slot] == .exploring) != (explorers[slot] != nil) {
            return "slot \(slot) is \(stages[slot]), but its contact that explores differs"
        }
        return frames.fault
    }
}
