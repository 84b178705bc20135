/// What comes of touches, besides the touches themselves.
///
/// What is asked of it on its way stands in its head, so that the content is not copied for it.
public struct RoutedAction: Sendable {
    public let head: Head
    public let content: Content

    public struct Head: Sendable {
        public let subject: Subject
        public let region: RegionID
        /// The first touch of the sequence. A client that was not shown this touch is not shown the action.
        public let first: TouchID
        public let step: Step
    }

    public enum Content: Sendable {
        case gesture(GestureAction)
        case control(ControlAction)
        case scroll(ScrollAction)
    }

    /// What goes on from one action to the next, on one panel.
    public enum Subject: Hashable, Sendable {
        case gesture(GestureID)
        /// A control, and the finger that it tracks.
        case control(RegionID, TouchID)
        case scroll(RegionID)
    }

    /// Where in the life of its subject an action stands.
    public enum Step: Sendable {
        /// It is all there is.
        case alone
        case begins, goesOn, ends
    }

    @inline(__always)
    public var subject: Subject { head.subject }
    @inline(__always)
    public var region: RegionID { head.region }
    @inline(__always)
    public var first: TouchID { head.first }
    @inline(__always)
    public var step: Step { head.step }

    @inline(__always)
    public static func gesture(_ action: GestureAction) -> RoutedAction {
        let step: Step =
            switch action.state {
            case .recognized: .alone
            case .began: .begins
            case .changed: .goesOn
            case .ended, .cancelled: .ends
            }
        let head = Head(subject: .gesture(action.gesture), region: action.region, first: action.first, step: step)
        return RoutedAction(head: head, content: .gesture(action))
    }

    public static func control(_ action: ControlAction) -> RoutedAction {
        let step: Step =
            switch action.event {
            case .touchDown: .begins
            case .touchUpInside, .touchUpOutside, .touchCancel: .ends
            default: .goesOn
            }
        let head = Head(subject: .control(action.region, action.touch), region: action.region, first: action.touch, step: step)
        return RoutedAction(head: head, content: .control(action))
    }

    public static func scroll(_ action: ScrollAction) -> RoutedAction {
        let step: Step =
            switch action.state {
            case .began: .begins
            case .changed: .goesOn
            case .ended, .cancelled: .ends
            }
        let head = Head(subject: .scroll(action.region), region: action.region, first: action.first, step: step)
        return RoutedAction(head: head, content: .scroll(action))
    }

    /// How it is over for who is told no more of it.
    ///
    /// - Parameter time: event time, µs.
    public func cancelled(at time: Int64) -> RoutedAction {
        switch content {
        case .gesture(var action):
            action.state = .cancelled
            action.timestamp = time
            return .gesture(action)
        case .control(let action): return .control(ControlAction(region: action.region, event: .touchCancel, touch: action.touch))
        case .scroll(var action):
            action.state = .cancelled
            return .scroll(action)
        }
    }
}
