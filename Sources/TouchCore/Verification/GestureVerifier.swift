/// Checks the grammar of one subscriber's gestures: `recognized` alone, or `began`, any number of `changed`, and then one of
/// `ended` or `cancelled`. O(gestures in progress) an action, no allocation in steady state.
public struct GestureVerifier: Sendable {
    /// What must not be.
    public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
        public enum Rule: String, Sendable {
            case beganTwice = "while it is in progress"
            case notBegun = "without its began, or after its end"
        }

        public let gesture: GestureIndex
        public let state: GestureAction.State
        public let rule: Rule

        public var description: String { "gesture number \(gesture): \(state.rawValue) \(rule.rawValue)" }
    }

    /// A gesture that this subscriber knows to be in progress, as it last heard of it.
    public struct InProgress: Sendable {
        /// A gesture is made of one panel's touches; another panel's may make the same one at the same time.
        public let panel: String
        /// The panel's number in frames.
        public let number: Int
        public internal(set) var action: GestureAction
        /// Event time, µs.
        public internal(set) var time: Int64
    }

    public private(set) var inProgress: [InProgress] = []

    public init() {}

    /// Takes the next action of the stream; throws if it does not follow from those before, and then forgets it.
    public mutating func check(_ action: GestureAction, panel: String, number: Int, time: Int64) throws(Violation) {
        let index = inProgress.firstIndex { $0.panel == panel && $0.action.gesture == action.gesture }
        func violation(_ rule: Violation.Rule) -> Violation {
            Violation(gesture: action.gesture, state: action.state, rule: rule)
        }
        switch action.state {
        case .recognized: if index != nil { throw violation(.beganTwice) }
        case .began:
            if index != nil { throw violation(.beganTwice) }
            inProgress.append(InProgress(panel: panel, number: number, action: action, time: time))
        case .changed:
            guard let index else { throw violation(.notBegun) }
            inProgress[index].action = action
            inProgress[index].time = time
        case .ended, .cancelled:
            guard let index else { throw violation(.notBegun) }
            inProgress.remove(at: index)
        }
    }

    /// Nothing is in progress any more of what is concerned.
    public mutating func forget(where isConcerned: (InProgress) -> Bool) { inProgress.removeAll(where: isConcerned) }

    /// The tree was replaced: gestures and regions have other places, those that are not in it any more none.
    public mutating func renumber(from old: RegionDirectory, to new: RegionDirectory) {
        if inProgress.isEmpty { return }
        for index in inProgress.indices.reversed() {
            let id = old.gestures[Int(inProgress[index].action.gesture)].id
            guard let place = new.gestures.firstIndex(where: { $0.id == id }) else {
                inProgress.remove(at: index)
                continue
            }
            inProgress[index].action.gesture = GestureIndex(place)
            inProgress[index].action.region = new.gestures[place].region
        }
    }
}
