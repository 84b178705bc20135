/// The gestures, controls and scroll views that one subscriber believes to be in progress. Each begins once, continues, and ends once. Gestures and
/// scroll views report `began`, any number of `changed`, then `ended` or `cancelled`; a discrete gesture reports only `recognized`. A control's
/// finger reports `touchDown`, then further events, then `touchUpInside`, `touchUpOutside` or `touchCancel`. O(actions in progress) for each action,
/// no allocation in steady state.
public struct ActionState: Sendable {
    /// A violation of the grammar of actions.
    public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
        public enum Rule: String, Sendable {
            case beganTwice = "while it is in progress"
            case notBegun = "without its begin, or after its end"
            case isTracking = "while the control tracks another finger"
            case lateRepeat = "not right after touchDown"
            case noCrossing = "without having crossed the border"
        }

        public let subject: RoutedAction.Subject
        /// The protocol's word for the state or event.
        public let word: String
        public let rule: Rule

        public var description: String { "\(subject): \(word) \(rule.rawValue)" }
    }

    /// A sequence in progress, as last reported to this subscriber.
    public struct InProgress: Sendable {
        /// The panel's name. A gesture or scroll consists of touches of one panel, so that the same one may be in progress on two panels at the same
        /// time.
        public let panel: String
        /// The panel's identity in frames.
        public let panelID: PanelID
        /// The last action, or the first one if later ones are not kept.
        public internal(set) var action: RoutedAction
        /// Event time, in µs.
        public internal(set) var time: Int64
        /// Whether a control's finger is inside, according to `touchDragEnter` and `touchDragExit`.
        var isInside = true
    }

    private var list = ProgressList<InProgress>()
    public var inProgress: [InProgress] { list.elements }

    public init() {}

    func knows(_ other: InProgress) -> Bool { index(of: other.action.subject, panel: other.panel) != nil }

    private func index(of subject: RoutedAction.Subject, panel: String) -> Int? {
        // Accesses elements by index, so that none is copied.
        list.elements.indices.first { list.elements[$0].action.subject == subject && list.elements[$0].panel == panel }
    }

    mutating func beginFrame() { list.beginFrame() }

    /// Removes what the current frame has begun, and restores what it has ended.
    mutating func rollBack() { list.rollBack() }

    /// Applies one action by itself. Throws and ignores the action if it cannot follow the previous ones.
    public mutating func apply(_ action: RoutedAction, panel: String, panelID: PanelID, time: Int64) throws(Violation) {
        beginFrame()
        try applyNext(0, of: RoutedFrame(panel: panelID, time: time, actions: [action]), panel: panel)
    }

    /// Applies the actions of a frame one by one, and stores only the first action of each gesture and scroll. Reports and ignores an action that
    /// cannot follow the previous ones.
    public mutating func follow(_ frame: RoutedFrame, panel: String, _ report: (Violation) -> Void) {
        for place in frame.actions.indices {
            beginFrame()
            do throws(Violation) { try applyNext(place, of: frame, panel: panel, keepsLast: false) } catch { report(error) }
        }
    }

    /// Applies the next action of the current frame. The action is passed by index, so that it is copied only if it is kept.
    @inline(__always)
    mutating func applyNext(_ place: Int, of frame: RoutedFrame, panel: String, keepsLast: Bool = true) throws(Violation) {
        let subject = frame.actions[place].subject
        let index = index(of: subject, panel: panel)
        func violation(_ rule: Violation.Rule) -> Violation { Violation(subject: subject, word: frame.actions[place].word, rule: rule) }
        switch frame.actions[place].step {
        case .alone: if index != nil { throw violation(.beganTwice) }
        case .begins:
            if index != nil { throw violation(.beganTwice) }
            if case .control(let control, _) = subject, isTracking(control) { throw violation(.isTracking) }
            list.append(InProgress(panel: panel, panelID: frame.panel, action: frame.actions[place], time: frame.time))
        case .goesOn:
            guard let index else { throw violation(.notBegun) }
            if case .control = subject {
                guard case .control(let action) = frame.actions[place].content else { return }
                if let rule = broken(by: action.event, index) { throw violation(rule) }
            } else if !keepsLast {
                return
            }
            list.update(at: index) {
                $0.action = frame.actions[place]
                $0.time = frame.time
            }
        case .ends:
            guard let index else { throw violation(.notBegun) }
            list.remove(at: index)
        }
    }

    private func isTracking(_ control: RegionID) -> Bool {
        list.elements.contains { if case .control(control, _) = $0.action.subject { true } else { false } }
    }

    /// Returns the rule that a control's action breaks while the control tracks its finger, or nil.
    private mutating func broken(by event: ControlEvent, _ index: Int) -> Violation.Rule? {
        switch event {
        case .touchDownRepeat:
            guard case .control(let before) = list.elements[index].action.content, before.event == .touchDown else { return .lateRepeat }
        case .touchDragEnter, .touchDragExit:
            let isInside = event == .touchDragEnter
            if list.elements[index].isInside == isInside { return .noCrossing }
            list.update(at: index) { $0.isInside = isInside }
        default: break
        }
        return nil
    }

    /// Removes all sequences in progress for which `isConcerned` returns true.
    public mutating func forget(where isConcerned: (InProgress) -> Bool) { list.removeAll(where: isConcerned) }

    public func checkInvariants() {
        #if DEBUG
            for (index, one) in inProgress.enumerated() {
                let subject = one.action.subject
                assert(self.index(of: subject, panel: one.panel) == index, "\(subject) is in progress twice on one panel")
                assert(one.action.step == .begins || one.action.step == .goesOn, "\(subject) has ended, but is still listed")
                guard case .control(let control, _) = subject else { continue }
                let fingers = inProgress.count { if case .control(control, _) = $0.action.subject { true } else { false } }
                assert(fingers == 1, "a control tracks \(fingers) fingers")
            }
        #endif
    }
}

extension RoutedAction {
    var word: String {
        switch content {
        case .gesture(let action): action.state.rawValue
        case .control(let action): action.event.rawValue
        case .scroll(let action): action.state.rawValue
        }
    }
}
