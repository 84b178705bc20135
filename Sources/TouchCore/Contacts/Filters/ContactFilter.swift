/// Keeps a panel's noise from becoming touches. It runs between `ContactAssembler` and the hit test, and turns the contact changes of a report into
/// touch changes. It does no I/O and reads no clock: work that is due later is done by `expire` at `deadline`.
///
/// The filters' order: the pressure gate comes first and treats contacts that press too little as lifted. A begin is then matched with
/// lost fingers, checked against the mask, and perhaps delayed (edge, ghosts, bounces, short taps). Positions of touches pass the fuzz
/// filter, then the smoother.
///
/// The filters may turn one report into several frames. Call `next` for the next frame as long as `hasFramesLeft` is true. A delayed change keeps the
/// time when it happened. If the panel already has a later frame with content, `PanelState` uses the time of that frame, because the times that
/// clients see never go back. O(slots) per report, no allocation in steady state.
struct ContactFilter: Sendable {
    let rules: FilterRules
    private(set) var counters = FilterCounters()
    /// The counters of contacts that began outside sensitive regions.
    private(set) var nonSensitiveCounters = FilterCounters()
    /// The endings made by the last call of `endLost`.
    private(set) var ends: [ContactChange] = []
    /// Event time at which `expire` has work to do; `.max` for never.
    private(set) var deadline: Int64 = .max

    private var frames: FilteredFrames
    /// The fingers, by touch slot.
    private var fingers: [FilteredFinger]
    private var gate: PressureGate
    private var bridge: DropoutBridge
    private var lifted = LiftedContacts()

    /// Returns nil if the rules enable no filter.
    init?(_ rules: FilterRules?, slots: Int) {
        guard let rules, !rules.isEmpty else { return nil }
        self.rules = rules
        fingers = Array(repeating: FilteredFinger(), count: slots)
        frames = FilteredFrames(slots: slots)
        gate = PressureGate(slots: slots)
        bridge = DropoutBridge(slots: slots)
        ends.reserveCapacity(slots)
    }

    /// Whether frames are left, or a deadline is set.
    var isWaiting: Bool { hasFramesLeft || deadline < .max }
    /// Whether the finger in a touch slot has lifted and may come back.
    func isLost(_ slot: Int) -> Bool { fingers[slot].stage == .lost }

    /// Returns the touch slot of the contact in a kernel slot.
    func touchSlot(ofContact slot: Int) -> Int { bridge.touchSlot(ofContact: slot) }

    // MARK: Frames

    /// Filters the contact changes of a report. Must not be called while frames are left.
    ///
    /// - Parameter time: the time of the report, never earlier than in the previous call.
    mutating func process(_ contacts: [ContactChange], at time: Int64, _ mapping: PanelMapping) {
        guard let pressure = rules.pressure, mapping.reportsPressure else { return processPressing(contacts, at: time, mapping) }
        gate.process(contacts, pressure) { mapping.pressure($0) ?? 1 }
        for contact in gate.eaten {
            count(.eaten, isSensitive: contact.isSensitive)
            lifted.recordEaten(contact.values, mapping.location(contact.values), contact.isSensitive, time)
        }
        processPressing(gate.passed, at: time, mapping)
    }

    private mutating func processPressing(_ contacts: [ContactChange], at time: Int64, _ mapping: PanelMapping) {
        frames.open(at: time)
        for contact in contacts where contact.phase.isTerminal {
            lift(contact, mapping.location(contact.values), time)
        }
        if let rule = rules.bridge { reclaimLost(contacts, rule, time, mapping) }
        let hasCrowd = OriginFilter.hasCrowd(contacts, rules)
        for contact in contacts where !contact.phase.isTerminal {
            let slot = touchSlot(ofContact: contact.slot)
            let isNowhere = hasCrowd && contact.values.isAtOrigin
            if contact.phase == .began && !fingers[slot].hasComeBack {
                begin(slot, contact, isNowhere: isNowhere, time, mapping)
            } else {
                fingers[slot].hasComeBack = false
                if !isNowhere { move(slot, contact, time, mapping) }
            }
        }
        frames.close(isReport: true)
        setDeadline()
    }

    /// Does the work that is due at `deadline`.
    mutating func expire(_ mapping: PanelMapping) {
        let due = deadline
        frames.open(at: .min)
        for slot in fingers.indices where fingers[slot].deadline <= due {
            fingers[slot].deadline = .max
            switch fingers[slot].stage {
            case .lost: frames.release(end(slot), at: fingers[slot].changedAt)
            case .waiting:
                frames.time = max(frames.time, fingers[slot].changedAt)
                release(slot, mapping)
            case .touching:
                frames.time = due
                fingers[slot].snapToRaw(due)
                frames.append(change(slot, .moved))
            case .none, .nowhere, .masked, .dead: break
            }
        }
        frames.close(isReport: false)
        setDeadline()
    }

    /// Whether `next` has frames left to give.
    var hasFramesLeft: Bool { frames.hasFramesLeft }
    /// Puts the next frame into `current` and returns its time.
    mutating func next() -> Int64 { frames.next() }
    /// The changes of the frame given by `next`: endings first. `slot` is the touch slot, which may differ from the kernel's.
    var current: [ContactChange] { frames.current }

    /// Ends lost fingers at once, because a new touch needs their place. Lists them in `ends`.
    ///
    /// - Parameter isSensitive: whether the new touch is in a sensitive region. True ends only lost fingers in sensitive regions, false only the
    ///   other lost fingers, nil all of them.
    mutating func endLost(for isSensitive: Bool?) {
        ends.removeAll(keepingCapacity: true)
        for slot in fingers.indices where isLost(slot) && fingers[slot].isSensitive == isSensitive ?? fingers[slot].isSensitive {
            ends.append(end(slot))
        }
        setDeadline()
    }

    /// Drops all delayed begins: their contacts never become touches.
    mutating func dropDelayedBegins() {
        for slot in fingers.indices where [.waiting, .nowhere].contains(fingers[slot].stage) {
            fingers[slot].enter(.dead)
        }
        setDeadline()
    }

    private mutating func setDeadline() {
        deadline = .max
        for index in fingers.indices { deadline = min(deadline, fingers[index].deadline) }
    }

    // MARK: Fingers

    /// Returns a change with the finger's current state, as clients see it.
    private func change(_ slot: Int, _ phase: TouchPhase, _ reason: CancelReason? = nil) -> ContactChange {
        let finger = fingers[slot]
        return ContactChange(
            slot: slot, phase: phase, reason: reason, values: finger.values, location: finger.location, isSensitive: finger.isSensitive)
    }

    private mutating func begin(_ slot: Int, _ contact: ContactChange, isNowhere: Bool, _ time: Int64, _ mapping: PanelMapping) {
        let (values, location) = (contact.values, mapping.location(contact.values))
        fingers[slot].begin(values, at: location, isSensitive: contact.isSensitive, time)
        if isNowhere {
            fingers[slot].enter(.nowhere)
        } else if MaskFilter.hides(location, rules) {
            fingers[slot].enter(.masked)
        } else if let hold = FilteredFinger.Hold(contact, location, time, rules, lifted, mapping.area) {
            fingers[slot].delayBegin(hold)
        } else {
            fingers[slot].enter(.touching)
            frames.append(change(slot, .began))
            if lifted.isReturn(fingers[slot], mapping) { count(.returnedAfterEaten, isSensitive: fingers[slot].isSensitive) }
        }
    }

    private mutating func move(_ slot: Int, _ contact: ContactChange, _ time: Int64, _ mapping: PanelMapping) {
        let values = contact.values
        switch fingers[slot].stage {
        case .touching:
            let hasMoved = fingers[slot].follow(values, at: mapping.location(values), time, rules)
            frames.append(change(slot, hasMoved ? .moved : .stationary))
        case .waiting:
            fingers[slot].record(values, at: mapping.location(values), time)
            fingers[slot].updateHold(rules, mapping.area)
            if fingers[slot].deadline <= time { release(slot, mapping) }
        case .nowhere:
            if !values.isAtOrigin { begin(slot, contact, isNowhere: false, time, mapping) }
        case .masked:
            fingers[slot].record(values, at: mapping.location(values), time)
        case .none, .lost, .dead:
            break
        }
    }

    private mutating func lift(_ contact: ContactChange, _ location: Point, _ time: Int64) {
        let slot = touchSlot(ofContact: contact.slot)
        let stage = fingers[slot].stage
        if stage == .none || stage == .lost { return }
        let isSeen = contact.phase == .ended
        if stage == .touching {
            _ = fingers[slot].follow(contact.values, at: location, time, rules)
        } else {
            fingers[slot].record(contact.values, at: location, time)
        }
        if let ghost = rules.ghost, isSeen, !fingers[slot].hasMoved, stage == .touching || stage == .waiting {
            lifted.recordStill(fingers[slot], time, ghost)
        }
        fingers[slot].enter(.none)
        switch stage {
        case .touching:
            if isSeen { lifted.recordTouch(contact.values, location, fingers[slot].isSensitive, time) }
            if isSeen, let rule = rules.bridge {
                fingers[slot].enter(.lost, until: time &+ rule.time)
            } else {
                frames.append(change(slot, contact.phase, contact.reason))
            }
        case .waiting, .masked:
            if isSeen { countEaten(slot, stage) }
        case .none, .lost, .nowhere, .dead: break
        }
    }

    /// Ends the touch of the lost finger in a slot: the finger can no longer come back. Returns the ending, at the place of the lift.
    private mutating func end(_ slot: Int) -> ContactChange {
        fingers[slot].enter(.none)
        return change(slot, .ended)
    }

    private mutating func countEaten(_ slot: Int, _ stage: FilteredFinger.Stage) {
        let finger = fingers[slot]
        count(.eaten, isSensitive: finger.isSensitive)
        if stage == .waiting, finger.hold.isGhost { count(.ghosts, isSensitive: finger.isSensitive) }
        if stage == .waiting, finger.hold.isBounce { lifted.recordTouch(finger.values, finger.raw, finger.isSensitive, finger.changedAt) }
        lifted.recordEaten(finger.values, finger.raw, finger.isSensitive, finger.changedAt)
    }

    /// Passes on a delayed begin with its own time and place, then the finger's current place.
    private mutating func release(_ slot: Int, _ mapping: PanelMapping) {
        let now = fingers[slot]
        fingers[slot].enter(.touching)
        let began = ContactChange(slot: slot, phase: .began, values: now.first, location: now.start, isSensitive: now.isSensitive)
        frames.release(began, at: now.beganAt)
        if now.values != now.first {
            let hasMoved = fingers[slot].follow(now.values, at: now.raw, now.changedAt, rules)
            frames.append(change(slot, hasMoved ? .moved : .stationary))
        }
        if lifted.isReturn(fingers[slot], mapping) { count(.returnedAfterEaten, isSensitive: fingers[slot].isSensitive) }
    }

    /// Matches new contacts with lost fingers. A match continues the lost finger's touch. If another contact begins in a lost finger's slot, moves
    /// the lost finger to a free slot, or ends it if no slot is free.
    private mutating func reclaimLost(
        _ contacts: [ContactChange], _ rule: FilterRules.Nearness, _ time: Int64, _ mapping: PanelMapping
    ) {
        for isSensitive in bridge.reclaimLost(contacts, &fingers, rule, time, mapping) { count(.bridged, isSensitive: isSensitive) }
        for contact in contacts where contact.phase == .began && isLost(touchSlot(ofContact: contact.slot)) {
            if !bridge.makeRoom(contact.slot, contacts, fingers) { frames.append(end(touchSlot(ofContact: contact.slot))) }
        }
    }

    private mutating func count(_ counter: FilterCounter, isSensitive: Bool) {
        counters[counter] += 1
        if !isSensitive { nonSensitiveCounters[counter] += 1 }
    }

    /// True if the begin of the touch in a slot was passed on, but not yet its end. Valid only between frames.
    func hasPassed(_ slot: Int) -> Bool { fingers[slot].stage == .touching || fingers[slot].stage == .lost }

    /// A description of the first violated invariant between two reports; nil if all hold.
    var fault: String? {
        for slot in fingers.indices {
            if let fault = fingers[slot].fault(rules) { return "filtered slot \(slot): \(fault)" }
        }
        if let first = fingers.map(\.deadline).min(), first != deadline { return "the deadline is \(deadline) instead of \(first)" }
        return frames.fault ?? bridge.fault ?? gate.fault ?? lifted.fault
    }
}
