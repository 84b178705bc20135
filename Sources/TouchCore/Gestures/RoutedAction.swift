/// An action that results from touches.
///
/// The head holds the properties that are needed on the way to clients, so that reading them does not copy the content.
public struct RoutedAction: Sendable {
    public let head: Head
    public let content: Content

    public struct Head: Sendable {
        public let subject: Subject
        public let region: RegionID
        /// The first touch of the sequence. Clients that were not shown this touch are not shown the action.
        public let first: TouchID
        public let step: Step
    }

    public enum Content: Sendable {
        case gesture(GestureAction)
        case control(ControlAction)
        case scroll(ScrollAction)
    }

    /// The gesture, tracked control or scroll view that an action is about. On one panel, it identifies the sequence to which the action belongs.
    public enum Subject: Hashable, Sendable {
        case gesture(GestureID)
        /// A control, and the finger that it tracks.
        case control(RegionID, TouchID)
        case scroll(RegionID)
    }

    /// The position of an action in its sequence.
    public enum Step: Sendable {
        /// The only action of the sequence.
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

    /// Returns the action that cancels the sequence, for clients that get no further actions of it.
    ///
    /// - Parameter time: Event time, in µs.
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
