/// The gestures of staff and of the kiosk on one panel. They decide which contacts the gate holds, and which reach nobody.
struct GateGestures: Sendable {
    /// A gesture that is complete, and the contacts that it takes.
    struct Made {
        let id: String
        /// The trigger of profiles that was made; nil for a gesture of the kiosk.
        let trigger: ProfileRule.Trigger?
        let contacts: [Int]
    }

    private var staff: [StaffGesture] = []
    /// The gestures of the kiosk, then the fingers that rest to start or stop a profile.
    private var kiosk: [KioskGesture] = []

    var deadline: Int64 {
        var deadline = Int64.max
        for gesture in staff { deadline = min(deadline, gesture.deadline ?? .max) }
        for gesture in kiosk { deadline = min(deadline, gesture.deadline) }
        return deadline
    }

    /// Replaces the gestures if their rules have changed.
    ///
    /// - Parameter holds: The fingers that rest to start or stop a profile.
    mutating func use(_ rules: KioskRules, holds: [KioskGestureRule], _ screen: Size) {
        if staff.count != rules.staff.count || !zip(staff, rules.staff).allSatisfy({ $0.fits($1, screen) }) {
            staff = rules.staff.map { StaffGesture($0, screen) }
        }
        let count = rules.gestures.count
        if kiosk.count < count || !zip(kiosk, rules.gestures).allSatisfy({ $0.fits($1, screen) }) {
            kiosk = rules.gestures.map { KioskGesture($0, screen) }
        }
        // A profile that goes on or off does not disturb gestures of the kiosk.
        if kiosk.count - count != holds.count || !zip(kiosk[count...], holds).allSatisfy({ $0.fits($1, screen) }) {
            kiosk.removeSubrange(count...)
            kiosk += holds.map { KioskGesture($0, screen) }
        }
    }

    // MARK: Contacts

    /// - Parameters:
    ///   - isAlone: Whether no other contact is down.
    ///   - isSpared: Whether the contact has no part in gestures of the kiosk.
    mutating func began(_ contact: Int, _ slot: Int, at p: Point, _ time: Int64, isAlone: Bool, isSpared: Bool) {
        for index in staff.indices { staff[index].began(slot, at: p, time, isAlone: isAlone) }
        if isSpared { return }
        for index in kiosk.indices { kiosk[index].began(contact, slot, at: p, time) }
    }

    mutating func moved(_ slot: Int, to p: Point, at time: Int64) {
        for index in staff.indices { staff[index].moved(slot, to: p) }
        for index in kiosk.indices { kiosk[index].moved(slot, to: p, at: time) }
    }

    /// - Parameter isSeen: True if the finger has lifted; false if its contact was cancelled.
    mutating func lifted(_ slot: Int, at p: Point, _ time: Int64, isSeen: Bool) {
        for index in staff.indices { staff[index].lifted(slot, time, isSeen: isSeen) }
        for index in kiosk.indices { kiosk[index].lifted(slot, at: p, time, isSeen: isSeen) }
    }

    /// Handles a slot whose contact is no longer down.
    mutating func forget(_ slot: Int) { for index in kiosk.indices { kiosk[index].forget(slot) } }

    /// Ends the part of a contact in gestures of the kiosk.
    mutating func remove(_ contact: Int) { for index in kiosk.indices { kiosk[index].remove(contact) } }

    mutating func failStaff() { for index in staff.indices { staff[index].fail() } }

    mutating func fail() {
        failStaff()
        for index in kiosk.indices { kiosk[index].fail() }
    }

    // MARK: Decisions

    /// Whether a contact may still belong to a gesture.
    func hold(_ contact: Int, since beganAt: Int64) -> Bool {
        staff.contains { $0.isInProgress && $0.since <= beganAt } || kiosk.contains { $0.has(contact) }
    }

    /// Does what is due for the gestures of staff. Returns the one that is complete: it takes all contacts since its first press.
    mutating func makeStaff(at time: Int64) -> (id: String, since: Int64)? {
        var made: (id: String, since: Int64)?
        for index in staff.indices {
            let since = staff[index].since
            guard staff[index].expire(at: time) else { continue }
            made = (staff[index].rule.id, since)
            failStaff()
        }
        return made
    }

    /// The time from which on contacts may belong to a gesture of staff; `Int64.max` if none is in progress.
    private var staffSince: Int64 {
        var since = Int64.max
        for gesture in staff where gesture.isInProgress { since = min(since, gesture.since) }
        return since
    }

    /// Returns the times of the cues that are due while fingers rest to start or stop a profile.
    mutating func removeCues(at time: Int64) -> [Int64] {
        if kiosk.allSatisfy({ $0.cueDue > time }) { return [] }
        let limit = staffSince
        var cues: [Int64] = []
        for index in kiosk.indices { if let due = kiosk[index].removeCue(at: time, before: limit) { cues.append(due) } }
        return cues
    }

    /// Returns the gestures of the kiosk that are complete, in the order of the rules. None takes a contact that may belong to a gesture of staff.
    mutating func makeKiosk(at time: Int64) -> [Made] {
        if kiosk.isEmpty { return [] }
        let limit = staffSince
        var all: [Made] = []
        for index in kiosk.indices {
            guard let contacts = kiosk[index].make(at: time, before: limit) else { continue }
            for contact in contacts { remove(contact) }
            all.append(Made(id: kiosk[index].rule.id, trigger: kiosk[index].rule.profileTrigger, contacts: contacts))
        }
        for index in kiosk.indices { kiosk[index].update(at: time) }
        return all
    }
}
