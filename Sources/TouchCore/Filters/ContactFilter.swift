/// Keeps a panel's noise from becoming touches. Stands between assembly and hit test: takes what a report did to the
/// contacts and gives what it did to the touches. No I/O and no clock: what has to happen later happens at `deadline`.
///
/// What was withheld goes out as a frame of its own, at the time when it happened; `TouchPipeline` lifts that to the
/// panel's last frame, since a panel's time never runs back. So one report may make several frames: `isBehind` says that
/// some are left, `next` gives the next one. O(slots) a report, no allocation in steady state.
struct ContactFilter: Sendable {
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

    /// Nil when the rules ask for nothing.
    init?(_ rules: FilterRules?, slots: Int) {
        guard let rules, !rules.isEmpty else { return nil }
        self.rules = rules
        fingers = Array(repeating: FilteredFinger(), count: slots)
        touchSlots = Array(0..<slots)
        current.reserveCapacity(2 * slots)
        ends.reserveCapacity(slots)
        releases.reserveCapacity(2 * slots)
        changes.reserveCapacity(2 * slots)
    }

    /// Whether something is withheld that a time decides.
    var isWaiting: Bool { isBehind || deadline < .max }

    var hasLost: Bool { lostCount > 0 }

    func isLost(_ slot: Int) -> Bool { fingers[slot].stage == .lost }

    // MARK: Frames

    /// Takes what a report did. Not to be called while frames are left.
    ///
    /// - Parameter time: never earlier than that of a call before.
    mutating func take(_ contacts: [ContactChange], at time: Int64, _ mapping: PanelMapping) {
        changes.removeAll(keepingCapacity: true)
        changesTime = time
        for contact in contacts where contact.phase.isTerminal {
            lift(contact, mapping.location(contact.values), time)
        }
        if let bridge = rules.bridge, lostCount > 0 { takeBack(contacts, bridge, time, mapping) }
        for contact in contacts where !contact.phase.isTerminal {
            let slot = touchSlots[contact.slot]
            let location = mapping.location(contact.values)
            if contact.phase == .began && !fingers[slot].isBack {
                begin(slot, contact.values, location, time)
            } else {
                move(slot, contact.values, location, time)
            }
        }
        isBehind = true
        setDeadline()
    }

    /// Does what is due at `deadline`.
    mutating func expire() {
        let due = deadline
        changes.removeAll(keepingCapacity: true)
        changesTime = due
        for slot in fingers.indices where fingers[slot].deadline <= due {
            fingers[slot].deadline = .max
            switch fingers[slot].stage {
            case .lost: release(at: fingers[slot].changedAt, end(slot))
            case .none, .touching: break
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

    private mutating func setDeadline() {
        deadline = .max
        for finger in fingers { deadline = min(deadline, finger.deadline) }
    }

    /// In order of times, at equal times in the order of calls.
    private mutating func release(at time: Int64, _ change: ContactChange) {
        let place = releases.firstIndex { $0.time > time } ?? releases.count
        releases.insert(Release(time: time, change: change), at: place)
    }

    // MARK: Fingers

    private mutating func begin(_ slot: Int, _ values: ContactValues, _ location: Point, _ time: Int64) {
        fingers[slot].start(values, at: location, time)
        fingers[slot].stage = .touching
        changes.append(ContactChange(slot: slot, phase: .began, values: values, location: location))
    }

    private mutating func move(_ slot: Int, _ values: ContactValues, _ location: Point, _ time: Int64) {
        fingers[slot].isBack = false
        guard fingers[slot].stage == .touching else { return }
        let hasMoved = fingers[slot].follow(values, at: location, time)
        changes.append(
            ContactChange(
                slot: slot, phase: hasMoved ? .moved : .stationary, values: values, location: fingers[slot].location))
    }

    private mutating func lift(_ contact: ContactChange, _ location: Point, _ time: Int64) {
        let slot = touchSlots[contact.slot]
        guard fingers[slot].stage == .touching else { return }
        _ = fingers[slot].follow(contact.values, at: location, time)
        if contact.phase == .ended, let bridge = rules.bridge {
            fingers[slot].stage = .lost
            fingers[slot].deadline = time &+ bridge.time
            lostCount += 1
        } else {
            fingers[slot].stage = .none
            changes.append(
                ContactChange(
                    slot: slot, phase: contact.phase, reason: contact.reason, values: contact.values,
                    location: fingers[slot].location))
        }
    }

    /// The lost finger in a slot does not come back: its end, where it lifted.
    private mutating func end(_ slot: Int) -> ContactChange {
        lostCount -= 1
        fingers[slot].stage = .none
        fingers[slot].deadline = .max
        return ContactChange(slot: slot, phase: .ended, values: fingers[slot].values, location: fingers[slot].location)
    }

    // MARK: Dropouts

    /// Finds lost fingers among the contacts that begin, the closest pair first, in whatever slot each comes back.
    private mutating func takeBack(_ contacts: [ContactChange], _ bridge: FilterRules.Nearness, _ time: Int64, _ mapping: PanelMapping) {
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
