/// Finds contacts that begin again and again at exactly the same point and never move, which fingers do not do. Measured faulty panels report such
/// contacts 2.2 times a second, at one or two points (raspberrypi/linux#4749).
struct FixedPointGhosts: Sendable {
    static let type = FilterType(
        "ghost", "ghost filter", "Contacts that begin repeatedly at exactly the same point are not touches, unless they move.",
        [
            FilterParameter(
                "times", .count, "How many contacts that did not move must have begun at the same point before."),
            FilterParameter(
                "seconds", .seconds,
                "The most seconds from the previous lift to the next begin. Faulty panels do this twice a second."),
        ]
    ) { values, rules in
        rules.ghost = FilterRules.Ghost(times: values.count("times"), pause: values.microseconds("seconds"))
    }

    private struct Suspect {
        /// The exact position in device units.
        var x: Int32
        var y: Int32
        var count: Int
        var liftedAt: Int64
    }

    private static let capacity = 16
    private var suspects: [Suspect] = []

    init() { suspects.reserveCapacity(Self.capacity) }

    /// Whether a contact that begins here continues a series of ghosts.
    func isGhost(_ values: ContactValues, _ time: Int64, _ rule: FilterRules.Ghost) -> Bool {
        suspects.contains {
            $0.x == values.x && $0.y == values.y && $0.count >= rule.times && time &- $0.liftedAt <= rule.pause
        }
    }

    /// Records a contact that has lifted at `time` without having moved; it began at `beganAt`.
    mutating func record(_ values: ContactValues, beganAt: Int64, _ time: Int64, _ rule: FilterRules.Ghost) {
        if let index = suspects.firstIndex(where: { $0.x == values.x && $0.y == values.y }) {
            let isSoon = beganAt &- suspects[index].liftedAt <= rule.pause
            suspects[index].count = isSoon ? suspects[index].count + 1 : 1
            suspects[index].liftedAt = time
            return
        }
        if suspects.count == Self.capacity {
            suspects.remove(at: suspects.indices.min { suspects[$0].liftedAt < suspects[$1].liftedAt }!)
        }
        suspects.append(Suspect(x: values.x, y: values.y, count: 1, liftedAt: time))
    }

    /// A description of the first violated invariant; nil if all hold.
    var fault: String? {
        if suspects.count > Self.capacity { return "\(suspects.count) ghosts are stored, which is too many" }
        for (place, one) in suspects.enumerated() {
            let isSecond = suspects[..<place].contains { $0.x == one.x && $0.y == one.y }
            if one.count < 1 || isSecond { return "a ghost is stored twice, or with a count below 1" }
        }
        return nil
    }
}
