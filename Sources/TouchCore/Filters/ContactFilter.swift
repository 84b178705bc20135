/// Keeps a panel's noise from becoming touches. Stands between assembly and hit test: takes what a report did to the
/// contacts and gives what it did to the touches. No I/O and no clock: what has to happen later happens at `deadline`.
///
/// The filters' order: what presses too little has lifted; what begins is first looked for among lost fingers, then held against the mask, then perhaps
/// withheld (edge, ghosts, bounces, short taps); positions of touches pass the fuzz, then the smoother.
///
/// What was withheld goes out as a frame of its own, at the time when it happened; `TouchPipeline` lifts that to the
/// panel's last line, since a panel's time never runs back. So one report may make several frames: `isBehind` says that
/// some are left, `next` gives the next one. O(slots) a report, no allocation in steady state.
struct ContactFilter: Sendable {
    /// Chromium's "repeated touch": within so many µs of a contact that was eaten.
    private static let returnTime: Int64 = 2_000_000

    let rules: FilterRules
    private(set) var counters = FilterCounters()
    /// What the frame given by `next` does: endings first. `slot` is the touch slot, which need not be the kernel's.
    private(set) var current: [ContactChange] = []
    /// What `endLost` ended.
    private(set) var ends: [ContactChange] = []
    /// Whether frames are left that `next` gives.
    private(set) var isBehind = false
    /// Event time at which `expire` has something to do, or never.
    private(set) var deadline: Int64 = .max

    private struct Release {
        var time: Int64
        var change: ContactChange
    }

    /// Withheld things that go out before `changes`, in order of their times.
    private var releases: [Release] = []
    private var changes: [ContactChange] = []
    private var changesTime: Int64 = 0

    /// By touch slot.
    private var fingers: [FilteredFinger]
    /// By the kernel's slot: a permutation. A finger that comes back in another slot takes its touch slot along.
    private var touchSlots: [Int]
    private var lostCount = 0
    /// Lifts of touches, and of bounces that belong to them.
    private var lifts = RecentPlaces()
    private var eaten = RecentPlaces()
    private var ghosts = FixedPointGhosts()
    private var gate: PressureGate

    /// Nil when the rules ask for nothing.
    init?(_ rules: FilterRules?, slots: Int) {
        guard let rules, !rules.isEmpty else { return nil }
        self.rules = rules
        fingers = Array(repeating: FilteredFinger(), count: slots)
        touchSlots = Array(0..<slots)
        gate = PressureGate(slots: slots)
        current.reserveCapacity(2 * slots)
        ends.reserveCapacity(slots)
        releases.reserveCapacity(2 * slots)
        changes.reserveCapacity(2 * slots)
    }

    /// Whether something is withheld that a time decides.
    var isWaiting: Bool { isBehind || deadline < .max }

    var hasLost: Bool { lostCount > 0 }

    func isLost(_ slot: Int) -> Bool { fingers[slot].stage == .lost }

    func touchSlot(ofContact slot: Int) -> Int { touchSlots[slot] }

    // MARK: Frames

    /// Takes what a report did. Not to be called while frames are left.
    ///
    /// - Parameter time: never earlier than that of a call before.
    mutating func take(_ contacts: [ContactChange], at time: Int64, _ mapping: PanelMapping) {
        guard let pressure = rules.pressure, mapping.reportsPressure else { return takePressed(contacts, at: time, mapping) }
        gate.take(contacts, pressure) { mapping.pressure($0) ?? 1 }
        for values in gate.eaten {
            counters.eaten += 1
            eaten.add(time, values, mapping.location(values))
        }
        takePressed(gate.passed, at: time, mapping)
    }

    private mutating func takePressed(_ contacts: [ContactChange], at time: Int64, _ mapping: PanelMapping) {
        changes.removeAll(keepingCapacity: true)
        changesTime = time
        for contact in contacts where contact.phase.isTerminal {
            lift(contact, mapping.location(contact.values), time)
        }
        if let bridge = rules.bridge, lostCount > 0 { takeBack(contacts, bridge, time, mapping) }
        let hasCrowd = rules.origin && contacts.count { !$0.phase.isTerminal && $0.values.isAtOrigin } > 1
        for contact in contacts where !contact.phase.isTerminal {
            let slot = touchSlots[contact.slot]
            let isNowhere = hasCrowd && contact.values.isAtOrigin
            if contact.phase == .began && !fingers[slot].isBack {
                begin(slot, contact.values, isNowhere: isNowhere, time, mapping)
            } else {
                fingers[slot].isBack = false
                if !isNowhere { move(slot, contact.values, time, mapping) }
            }
        }
        isBehind = true
        setDeadline()
    }

    /// Does what is due at `deadline`.
    mutating func expire(_ mapping: PanelMapping) {
        let due = deadline
        changes.removeAll(keepingCapacity: true)
        changesTime = .min
        for slot in fingers.indices where fingers[slot].deadline <= due {
            fingers[slot].deadline = .max
            switch fingers[slot].stage {
            case .lost: release(at: fingers[slot].changedAt, end(slot))
            case .waiting:
                changesTime = max(changesTime, fingers[slot].changedAt)
                letGo(slot, mapping)
            case .touching:
                changesTime = due
                fingers[slot].settle(due)
                changes.append(change(slot, .moved))
            case .none, .nowhere, .masked, .dead: break
            }
        }
        isBehind = !releases.isEmpty || !changes.isEmpty
        setDeadline()
    }

    /// Puts the next frame into `current` and returns its time.
    mutating func next() -> Int64 {
        current.removeAll(keepingCapacity: true)
        guard let time = releases.first?.time else {
            swap(&current, &changes)
            isBehind = false
            return changesTime
        }
        var count = 0
        while count < releases.count, releases[count].time == time {
            current.append(releases[count].change)
            count += 1
        }
        releases.removeFirst(count)
        isBehind = !releases.isEmpty || !changes.isEmpty
        return time
    }

    /// Ends at once what might have come back, into `ends`: a new touch needs its place.
    mutating func endLost() {
        ends.removeAll(keepingCapacity: true)
        for slot in fingers.indices where fingers[slot].stage == .lost { ends.append(end(slot)) }
        setDeadline()
    }

    /// What has not begun yet never does.
    mutating func forgetBegins() {
        for slot in fingers.indices where [.waiting, .nowhere].contains(fingers[slot].stage) {
            fingers[slot].stage = .dead
            fingers[slot].deadline = .max
        }
        setDeadline()
    }

    private mutating func setDeadline() {
        deadline = .max
        for index in fingers.indices { deadline = min(deadline, fingers[index].deadline) }
    }

    /// In order of times; at equal times endings first.
    private mutating func release(at time: Int64, _ change: ContactChange) {
        let place = releases.firstIndex {
            $0.time > time || $0.time == time && change.phase.isTerminal && !$0.change.phase.isTerminal
        }
        releases.insert(Release(time: time, change: change), at: place ?? releases.count)
    }

    /// What clients hear of a finger as it is now.
    private func change(_ slot: Int, _ phase: TouchPhase, _ reason: CancelReason? = nil) -> ContactChange {
        ContactChange(slot: slot, phase: phase, reason: reason, values: fingers[slot].values, location: fingers[slot].location)
    }

    // MARK: Fingers

    private mutating func begin(
        _ slot: Int, _ values: ContactValues, isNowhere: Bool, _ time: Int64, _ mapping: PanelMapping
    ) {
        let location = mapping.location(values)
        fingers[slot].begin(values, at: location, time)
        if isNowhere {
            fingers[slot].stage = .nowhere
        } else if rules.mask.contains(where: { $0.contains(location) }) {
            fingers[slot].stage = .masked
        } else if let hold = hold(values, location, time, mapping) {
            fingers[slot].hold = hold
            fingers[slot].stage = .waiting
            fingers[slot].deadline = hold.until ?? .max
        } else {
            fingers[slot].stage = .touching
            changes.append(change(slot, .began))
            noteReturn(slot, mapping)
        }
    }

    private mutating func move(_ slot: Int, _ values: ContactValues, _ time: Int64, _ mapping: PanelMapping) {
        switch fingers[slot].stage {
        case .touching:
            let hasMoved = fingers[slot].follow(values, at: mapping.location(values), time, rules)
            changes.append(change(slot, hasMoved ? .moved : .stationary))
        case .waiting:
            fingers[slot].note(values, at: mapping.location(values), time)
            loosen(slot, mapping)
            let until = fingers[slot].hold.until ?? .max
            if until <= time { letGo(slot, mapping) } else { fingers[slot].deadline = until }
        case .nowhere:
            if !values.isAtOrigin { begin(slot, values, isNowhere: false, time, mapping) }
        case .masked:
            fingers[slot].note(values, at: mapping.location(values), time)
        case .none, .lost, .dead:
            break
        }
    }

    private mutating func lift(_ contact: ContactChange, _ location: Point, _ time: Int64) {
        let slot = touchSlots[contact.slot]
        let stage = fingers[slot].stage
        if stage == .none || stage == .lost { return }
        let isSeen = contact.phase == .ended
        if stage == .touching {
            _ = fingers[slot].follow(contact.values, at: location, time, rules)
        } else {
            fingers[slot].note(contact.values, at: location, time)
        }
        if let ghost = rules.ghost, isSeen, !fingers[slot].hasMoved, stage == .touching || stage == .waiting {
            ghosts.note(fingers[slot].first, beganAt: fingers[slot].beganAt, time, ghost)
        }
        fingers[slot].stage = .none
        fingers[slot].deadline = .max
        switch stage {
        case .touching:
            if isSeen { lifts.add(time, contact.values, location) }
            if isSeen, let bridge = rules.bridge {
                fingers[slot].stage = .lost
                fingers[slot].deadline = time &+ bridge.time
                lostCount += 1
            } else {
                changes.append(change(slot, contact.phase, contact.reason))
            }
        case .waiting, .masked:
            if isSeen { eat(slot, stage) }
        case .none, .lost, .nowhere, .dead: break
        }
    }

    /// The lost finger in a slot does not come back: its end, where it lifted.
    private mutating func end(_ slot: Int) -> ContactChange {
        lostCount -= 1
        fingers[slot].stage = .none
        fingers[slot].deadline = .max
        return change(slot, .ended)
    }

    private mutating func eat(_ slot: Int, _ stage: FilteredFinger.Stage) {
        let finger = fingers[slot]
        counters.eaten += 1
        if stage == .waiting, finger.hold.isGhost { counters.ghosts += 1 }
        if stage == .waiting, finger.hold.isBounce { lifts.add(finger.changedAt, finger.values, finger.raw) }
        eaten.add(finger.changedAt, finger.values, finger.raw)
    }

    /// A touch has begun: perhaps it is the second try of one that was eaten.
    private mutating func noteReturn(_ slot: Int, _ mapping: PanelMapping) {
        let finger = fingers[slot]
        let isReturn = eaten.take(since: Self.returnTime, before: finger.beganAt) { values, location in
            mapping.isSamePlace(values, location, as: finger.first, finger.start)
        }
        if isReturn { counters.returned += 1 }
    }

    // MARK: Withheld begins

    /// Why the begin of a contact is to be withheld; nil when it is not.
    private func hold(_ values: ContactValues, _ location: Point, _ time: Int64, _ mapping: PanelMapping) -> FilteredFinger.Hold? {
        var hold = FilteredFinger.Hold()
        if let edge = rules.edge { hold.isAtEdge = mapping.area.inset(of: location) <= edge }
        if let ghost = rules.ghost { hold.isGhost = ghosts.isGhost(values, time, ghost) }
        if let bounce = rules.bounce {
            hold.isBounce = lifts.contains(since: bounce.time, before: time) {
                $1.squaredDistance(to: location) <= bounce.distance * bounce.distance
            }
            hold.bounceUntil = time &+ bounce.time
        }
        if let minimum = rules.minimumTap { hold.ripeAt = time &+ minimum }
        guard let until = hold.until else { return hold }
        return until > time ? hold : nil
    }

    /// A contact whose begin is withheld has moved: it is no ghost, and perhaps no longer at the edge or in a bounce's place.
    private mutating func loosen(_ slot: Int, _ mapping: PanelMapping) {
        let finger = fingers[slot]
        if finger.hasMoved { fingers[slot].hold.isGhost = false }
        if let edge = rules.edge, mapping.area.inset(of: finger.raw) - mapping.area.inset(of: finger.start) >= edge {
            fingers[slot].hold.isAtEdge = false
        }
        if let bounce = rules.bounce, finger.start.squaredDistance(to: finger.raw) > bounce.distance * bounce.distance {
            fingers[slot].hold.isBounce = false
        }
    }

    /// A withheld begin goes out as it was, and then where the finger is now.
    private mutating func letGo(_ slot: Int, _ mapping: PanelMapping) {
        let now = fingers[slot]
        fingers[slot].stage = .touching
        fingers[slot].deadline = .max
        release(
            at: now.beganAt, ContactChange(slot: slot, phase: .began, values: now.first, location: now.start))
        if now.values != now.first {
            let hasMoved = fingers[slot].follow(now.values, at: now.raw, now.changedAt, rules)
            changes.append(change(slot, hasMoved ? .moved : .stationary))
        }
        noteReturn(slot, mapping)
    }

    // MARK: Dropouts

    /// Finds lost fingers among the contacts that begin, the closest pair first, in whatever slot each comes back.
    private mutating func takeBack(
        _ contacts: [ContactChange], _ bridge: FilterRules.Nearness, _ time: Int64, _ mapping: PanelMapping
    ) {
        while true {
            var best: (contact: Int, slot: Int)?
            var least = bridge.distance * bridge.distance
            for contact in contacts where contact.phase == .began && !fingers[touchSlots[contact.slot]].isBack {
                let location = mapping.location(contact.values)
                for slot in fingers.indices where fingers[slot].stage == .lost && fingers[slot].deadline >= time {
                    let distance = fingers[slot].raw.squaredDistance(to: location)
                    if distance < least || distance == least && best == nil, fingers[slot].values.tool == contact.values.tool {
                        best = (contact.slot, slot)
                        least = distance
                    }
                }
            }
            guard let (contact, slot) = best else { break }
            touchSlots.swapAt(contact, touchSlots.firstIndex(of: slot)!)
            fingers[slot].stage = .touching
            fingers[slot].deadline = .max
            fingers[slot].isBack = true
            lostCount -= 1
            counters.bridged += 1
        }
        for contact in contacts where contact.phase == .began && fingers[touchSlots[contact.slot]].stage == .lost {
            makeRoom(contact.slot, contacts)
        }
    }

    /// Another finger begins in the slot of a lost one, which waits on in a free slot if there is one.
    private mutating func makeRoom(_ slot: Int, _ contacts: [ContactChange]) {
        let free = touchSlots.indices.first { other in
            fingers[touchSlots[other]].stage == .none && !contacts.contains { $0.slot == other && $0.phase == .began }
        }
        if let free {
            touchSlots.swapAt(slot, free)
        } else {
            changes.append(end(touchSlots[slot]))
        }
    }
}

extension ContactValues {
    fileprivate var isAtOrigin: Bool { x == 0 && y == 0 }
}
