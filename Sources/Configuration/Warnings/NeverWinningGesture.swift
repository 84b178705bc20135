import StrictYAML
import TouchCore

/// A gesture that always fails because another one is recognized sooner, or at the same time but first.
enum NeverWinningGesture: WarningRule {
    static let id = WarningID.neverWins

    /// The number of gestures of each region, from the first on, that a gesture is compared with.
    private static let rivalsMax = 64

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let defaults = configuration.settings.gestureDefaults
        let byRegion = Dictionary(grouping: configuration.gestures.indices) { configuration.gestures[$0].region }
        for (place, gesture) in configuration.gestures.enumerated() where gesture.spec.isEnabled && gesture.spec.shouldBegin {
            for region in configuration.tree.chain(to: gesture.region).reversed() where byRegion[region] != nil {
                let rivals = (byRegion[region] ?? []).prefix(rivalsMax).filter {
                    $0 != place && prevents(configuration.gestures[$0], gesture, configuration)
                }
                let found = rivals.lazy.compactMap { rival -> (CheckedConfiguration.Gesture, String)? in
                    let other = configuration.gestures[rival]
                    let precedence = GesturePrecedence(
                        GestureTraits(other.spec, defaults), GestureTraits(gesture.spec, defaults), isFirst: region == gesture.region && rival < place
                    )
                    return precedence.reason.map { (other, $0) }
                }
                guard let (winner, why) = found.first else { continue }
                let (name, other) = (quoted(gesture.spec.id), quoted(winner.spec.id))
                warn(
                    gesture.node.mark,
                    "gesture \(name) is never recognized: \(other) (line \(winner.node.mark.line)) \(why), and makes it fail; give \(other) "
                        + "requireToFail: [\(gesture.spec.id)], or simultaneousWith: [\(gesture.spec.id)]")
                break
            }
        }
    }

    /// True if `a` gets each touch of `b`, waits for no gesture, asks no client, and excludes `b`.
    private static func prevents(
        _ a: CheckedConfiguration.Gesture, _ b: CheckedConfiguration.Gesture, _ configuration: CheckedConfiguration
    ) -> Bool {
        guard a.spec.isEnabled, a.spec.shouldBegin, a.spec.asks.isEmpty, a.spec.requireToFail.isEmpty,
            !a.spec.simultaneousWith.contains(b.spec.id), !b.spec.simultaneousWith.contains(a.spec.id),
            !a.spec.requiresExclusiveTouchType || b.spec.requiresExclusiveTouchType
        else { return false }
        let tree = configuration.tree
        // Parts of a sensitive region may belong to different clients.
        if a.region != b.region, tree[a.region].sensitiveRoot != nil || tree[b.region].sensitiveRoot != nil { return false }
        return a.spec.shouldReceiveNot.allSatisfy { name in
            b.spec.shouldReceiveNot.contains(name) || tree.region(ofID: name).map { !configuration.isIn($0, b.region) } ?? true
        }
    }
}
