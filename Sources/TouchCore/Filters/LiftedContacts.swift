/// What the filters remember of contacts that have lifted.
struct LiftedContacts: Sendable {
    /// Chromium's "repeated touch": within so many µs of a contact that was eaten.
    private static let returnTime: Int64 = 2_000_000

    /// Lifts of touches, and of bounces that belong to them.
    private(set) var touches = RecentPlaces()
    private var eaten = RecentPlaces()
    private var ghosts = FixedPointGhosts()
    /// Those in sensitive regions, apart: how many there are must not make the filter forget others.
    private var sensitiveGhosts = FixedPointGhosts()

    // MARK: Contacts that lift

    /// A contact has lifted that may have been a ghost: one that never moved.
    mutating func recordStill(_ finger: FilteredFinger, _ time: Int64, _ rule: FilterRules.Ghost) {
        if finger.isSensitive {
            sensitiveGhosts.record(finger.first, beganAt: finger.beganAt, time, rule)
        } else {
            ghosts.record(finger.first, beganAt: finger.beganAt, time, rule)
        }
    }

    mutating func recordTouch(_ values: ContactValues, _ location: Point, _ isSensitive: Bool, _ time: Int64) {
        touches.add(time, values, location, isSensitive: isSensitive)
    }

    mutating func recordEaten(_ values: ContactValues, _ location: Point, _ isSensitive: Bool, _ time: Int64) {
        eaten.add(time, values, location, isSensitive: isSensitive)
    }

    // MARK: Contacts that begin

    /// Whether a contact that begins is one more ghost.
    func isGhost(_ contact: ContactChange, _ time: Int64, _ rule: FilterRules.Ghost) -> Bool {
        (contact.isSensitive ? sensitiveGhosts : ghosts).isGhost(contact.values, time, rule)
    }

    /// Whether a touch that has begun is the second try of a contact that was eaten, each of which has one.
    mutating func isReturn(_ finger: FilteredFinger, _ mapping: PanelMapping) -> Bool {
        eaten.removeNewest(since: Self.returnTime, before: finger.beganAt, isSensitive: finger.isSensitive) { values, location in
            mapping.isSamePlace(values, location, as: finger.first, finger.start)
        }
    }

    /// What contradicts itself; nil if nothing does.
    var fault: String? { touches.fault ?? eaten.fault ?? ghosts.fault ?? sensitiveGhosts.fault }
}
