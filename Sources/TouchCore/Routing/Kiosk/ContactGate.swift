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
    }

    private enum Stage { case open, held, dead }

    /// The stages of contacts, by touch slot.
    private var stages: [Stage]
    private var isDown: [Bool]
    /// True if the contact came down in a sensitive region, so that the gate's rules do not apply to it; by touch slot.
    private var isExempt: [Bool]
    private var downCount = 0
    /// The held contacts, in the order of their begins.
    private var held: [HeldContact] = []
    private var gestures = GateGestures()
    /// The number of the next contact that comes down.
    private var nextNumber = 0
    private var leave = HoldToLeave()
    /// The slot of the contact that is a switch while the focus scans.
    private var switchSlot: Int?
    private var frames: FilteredFrames
    /// Event time at which the gate must decide something even without an event; `Int64.max` for never.
    private(set) var deadline = Int64.max

    init(slots: Int) {
        stages = Array(repeating: .open, count: slots)
        isDown = Array(repeating: false, count: slots)
        isExempt = isDown
        frames = FilteredFrames(slots: slots)
    }

    /// Whether the gate has contacts to track, even if the rules no longer need it.
    @inline(__always)
    var isBusy: Bool { downCount > 0 || frames.hasFramesLeft }
    var isHolding: Bool { !held.isEmpty || frames.hasFramesLeft }

    // MARK: Frames

    var isBehind: Bool { frames.hasFramesLeft }
    var current: [ContactChange] { frames.current }
    /// Moves the next frame into `current` and returns its time.
    mutating func next() -> Int64 { frames.next() }

    /// Processes the changes of a report. Must not be called while frames are left.
    ///
    /// - Parameter spared: The rules from which a contact that begins is spared.
    mutating func process(
        _ changes: [ContactChange], at time: Int64, _ place: Place, _ glasses: inout Glasses, spared: (_ slot: Int) -> SparedRules,
        location: (ContactChange) -> Point
    ) {
        open(time, glasses, place)
        for change in changes {
            if passesExempt(change) { continue }
            let p = location(change)
            if change.phase.isTerminal {
                lift(change, p, time, place, &glasses)
            } else if change.phase == .began {
                begin(change, p, time, place, &glasses, spared(change.slot))
            } else {
                move(change, p, time)
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
    private mutating func passesExempt(_ change: ContactChange) -> Bool {
        let slot = change.slot
        if change.phase == .began { isExempt[slot] = change.isSensitive }
        guard isExempt[slot] else { return false }
        if change.phase.isTerminal { isExempt[slot] = false }
        frames.append(change)
        return true
    }

    /// Lets a contact in a sensitive region end the cleaning mode, as any other contact can. The contact's number in `leave` differs from all touch
    /// slots.
    mutating func followSensitive(_ slot: Int, _ act: (inout HoldToLeave, _ number: Int) -> Void) {
        act(&leave, -1 - slot)
        setDeadline()
    }

    // MARK: Contacts

    private mutating func begin(
        _ change: ContactChange, _ p: Point, _ time: Int64, _ place: Place, _ glasses: inout Glasses, _ spared: SparedRules
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
        let edge = EdgeSwipe(at: p, time: time, glasses.rules(place.screen).edges, glasses.size(place.screen))
        if edge == nil && !gestures.hold(number, since: time) { return frames.append(change) }
        stages[slot] = .held
        held.append(HeldContact(number, change, at: time, edge))
    }

    private mutating func move(_ change: ContactChange, _ p: Point, _ time: Int64) {
        leave.moved(change.slot, to: p)
        gestures.moved(change.slot, to: p, at: time)
        switch stages[change.slot] {
        case .open: frames.append(change)
        case .dead: break
        case .held: if let index = heldIndex(change.slot) { held[index].moved(change, to: p, at: time) }
        }
    }

    private mutating func lift(_ change: ContactChange, _ p: Point, _ time: Int64, _ place: Place, _ glasses: inout Glasses) {
        let slot = change.slot
        let stage = stages[slot]
        stages[slot] = .open
        leave.lifted(slot)
        endSwitch(slot, change.phase == .ended ? .switchUp : .switchCancelled, at: time, place, &glasses)
        gestures.lifted(slot, at: p, time, isSeen: change.phase == .ended)
        countLift(slot, at: time, place, &glasses)
        switch stage {
        case .open: frames.append(change)
        case .dead: break
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
            case .none:
                for (at, change) in contact.earlier { frames.release(change, at: at) }
                for (_, change) in contact.new { frames.join(change) }
                if contact.isDown { stages[contact.slot] = .open }
            }
        }
        held = kept
        setDeadline()
    }

    private mutating func setDeadline() {
        deadline = min(leave.deadline, gestures.deadline)
        for contact in held { if let edge = contact.edge, edge.answer == .undecided { deadline = min(deadline, edge.due &+ 1) } }
    }

    // MARK: Changes around it

    /// Makes the gate examine held contacts again, because the rules may have changed.
    mutating func rulesChanged(at time: Int64) { if !held.isEmpty { deadline = min(deadline, time) } }

    /// Discards all held contacts and abandons all gestures, so that no held contact becomes a touch.
    mutating func close(at time: Int64, _ place: Place, _ glasses: inout Glasses) {
        drop { _ in true }
        gestures.fail()
        leave.reset()
        if let switchSlot { endSwitch(switchSlot, .switchCancelled, at: time, place, &glasses) }
        setDeadline()
    }

    /// Handles a touch that ended without a report.
    ///
    /// - Parameter isSeen: Whether the contact was seen to lift.
    mutating func recordEnd(_ slot: Int, isSeen: Bool, at time: Int64, _ place: Place, _ glasses: inout Glasses) {
        isExempt[slot] = false
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
        downCount = 0
    }

    /// A description of the first contradiction; nil if there is none. Valid only between two reports.
    var fault: String? {
        if downCount != isDown.count(where: { $0 }) { return "the count of contacts down is wrong: \(downCount)" }
        for slot in stages.indices where (stages[slot] == .held) != (heldIndex(slot) != nil) { return "stage and held list differ in slot \(slot)" }
        return frames.fault
    }
}
