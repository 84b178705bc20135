/// The filters' memory of contacts that have lifted.
struct LiftedContacts: Sendable {
    /// The time in µs after an eaten contact within which a touch counts as Chromium's "repeated touch".
    private static let returnTime: Int64 = 2_000_000

    /// The lifts of touches and of bounces, because a bounce belongs to the touch before it.
    private(set) var touches = RecentPlaces()
    private var eaten = RecentPlaces()
    private var ghosts = FixedPointGhosts()
    /// Ghosts in sensitive regions. They are stored separately, so that they never evict ghosts outside these regions.
    private var sensitiveGhosts = FixedPointGhosts()

    // MARK: Contacts that lift

    /// Records a lifted contact that never moved, because it may have been a ghost.
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

    /// Whether a contact that begins continues a series of ghosts.
    func isGhost(_ contact: ContactChange, _ time: Int64, _ rule: FilterRules.Ghost) -> Bool {
        (contact.isSensitive ? sensitiveGhosts : ghosts).isGhost(contact.values, time, rule)
    }

    /// Whether a touch that has begun repeats an eaten contact. Each eaten contact is matched once at most.
    mutating func isReturn(_ finger: FilteredFinger, _ mapping: PanelMapping) -> Bool {
        eaten.removeNewest(since: Self.returnTime, before: finger.beganAt, isSensitive: finger.isSensitive) { values, location in
            mapping.isSamePlace(values, location, as: finger.first, finger.start)
        }
    }

    /// A description of the first violated invariant; nil if all hold.
    var fault: String? { touches.fault ?? eaten.fault ?? ghosts.fault ?? sensitiveGhosts.fault }
}
