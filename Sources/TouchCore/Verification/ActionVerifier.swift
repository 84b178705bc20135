/// Checks the grammar of what one subscriber hears of gestures, controls and scroll views. Each begins once, goes on, and comes to
/// one end: gestures and scroll views `began`, any number of `changed`, then `ended` or `cancelled` (a discrete gesture is
/// `recognized`, and that is all); of a control's finger `touchDown`, then what it does, then `touchUpInside`, `touchUpOutside` or
/// `touchCancel`. O(what is in progress) an action, no allocation in steady state.
public struct ActionVerifier: Sendable {
    /// What must not be.
    public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
        public enum Rule: String, Sendable {
            case beganTwice = "while it is in progress"
            case notBegun = "without its begin, or after its end"
            case isTracking = "while the control tracks another finger"
            case lateRepeat = "not right after touchDown"
            case noCrossing = "without having crossed the border"
        }

        public let subject: RoutedAction.Subject
        /// The protocol's word for what it does.
        public let word: String
        public let rule: Rule

        public var description: String { "\(subject): \(word) \(rule.rawValue)" }
    }

    /// What this subscriber knows to be in progress, as it last heard of it.
    public struct InProgress: Sendable {
        /// A gesture or a scroll is made of one panel's touches; another panel's may make the same one at the same time.
        public let panel: String
        /// The panel's number in frames.
        public let number: Int
        public internal(set) var action: RoutedAction
        /// Event time, µs.
        public internal(set) var time: Int64
        /// Whether a control's finger is inside, as far as `touchDragEnter` and `touchDragExit` have said.
        var isInside = true
    }

    public private(set) var inProgress: [InProgress] = []

    public init() {}

    /// Takes the next action of the stream; throws if it does not follow from those before, and then forgets it.
    public mutating func check(_ action: RoutedAction, panel: String, number: Int, time: Int64) throws(Violation) {
        let subject = action.subject
        let index = inProgress.firstIndex { $0.action.subject == subject && $0.panel == panel }
        func violation(_ rule: Violation.Rule) -> Violation { Violation(subject: subject, word: action.word, rule: rule) }
        switch action.step {
        case .alone: if index != nil { throw violation(.beganTwice) }
        case .begins:
            if index != nil { throw violation(.beganTwice) }
            if case .control(let control, _) = subject, isTracking(control) { throw violation(.isTracking) }
            inProgress.append(InProgress(panel: panel, number: number, action: action, time: time))
        case .goesOn:
            guard let index else { throw violation(.notBegun) }
            if case .control(let action) = action, let rule = broken(by: action.event, index) { throw violation(rule) }
            inProgress[index].action = action
            inProgress[index].time = time
        case .ends:
            guard let index else { throw violation(.notBegun) }
            inProgress.remove(at: index)
        }
    }

    private func isTracking(_ control: RegionIndex) -> Bool {
        inProgress.contains { if case .control(control, _) = $0.action.subject { true } else { false } }
    }

    /// The rule that a control's action breaks while it tracks its finger; nil: none.
    private mutating func broken(by event: ControlEvent, _ index: Int) -> Violation.Rule? {
        switch event {
        case .touchDownRepeat:
            guard case .control(let before) = inProgress[index].action, before.event == .touchDown else { return .lateRepeat }
        case .touchDragEnter, .touchDragExit:
            let isInside = event == .touchDragEnter
            if inProgress[index].isInside == isInside { return .noCrossing }
            inProgress[index].isInside = isInside
        default: break
        }
        return nil
    }

    /// Nothing is in progress any more of what is concerned.
    public mutating func forget(where isConcerned: (InProgress) -> Bool) { inProgress.removeAll(where: isConcerned) }

    /// The tree was replaced: gestures and regions have other places, those that are not in it any more none.
    public mutating func renumber(from old: RegionDirectory, to new: RegionDirectory) {
        for index in inProgress.indices.reversed() {
            if let action = inProgress[index].action.moved(from: old, to: new) {
                inProgress[index].action = action
            } else {
                inProgress.remove(at: index)
            }
        }
    }
}

extension RoutedAction {
    var word: String {
        switch self {
        case .gesture(let action): action.state.rawValue
        case .control(let action): action.event.rawValue
        case .scroll(let action): action.state.rawValue
        }
    }

    /// The same in another tree; nil if what it is about is not in it.
    fileprivate func moved(from old: RegionDirectory, to new: RegionDirectory) -> RoutedAction? {
        switch self {
        case .gesture(var action):
            let id = old.gestures[Int(action.gesture)].id
            guard let place = new.gestures.firstIndex(where: { $0.id == id }) else { return nil }
            action.gesture = GestureIndex(place)
            action.region = new.gestures[place].region
            return .gesture(action)
        case .control(var action):
            guard let region = new.index(ofID: old[action.region].id) else { return nil }
            action.region = region
            return .control(action)
        case .scroll(var action):
            guard let region = new.index(ofID: old[action.region].id) else { return nil }
            action.region = region
            return .scroll(action)
        }
    }
}
