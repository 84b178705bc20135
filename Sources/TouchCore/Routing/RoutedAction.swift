/// What comes of touches, besides the touches themselves.
public enum RoutedAction: Sendable {
    case gesture(GestureAction)
    case control(ControlAction)
    case scroll(ScrollAction)

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

    public var region: RegionID {
        switch self {
        case .gesture(let action): action.region
        case .control(let action): action.region
        case .scroll(let action): action.region
        }
    }

    /// The first touch of the sequence. A client that was not shown this touch is not shown the action.
    public var first: TouchID {
        switch self {
        case .gesture(let action): action.first
        case .control(let action): action.touch
        case .scroll(let action): action.first
        }
    }

    public var subject: Subject {
        switch self {
        case .gesture(let action): .gesture(action.gesture)
        case .control(let action): .control(action.region, action.touch)
        case .scroll(let action): .scroll(action.region)
        }
    }

    public var step: Step {
        switch self {
        case .gesture(let action):
            switch action.state {
            case .recognized: .alone
            case .began: .begins
            case .changed: .goesOn
            case .ended, .cancelled: .ends
            }
        case .control(let action):
            switch action.event {
            case .touchDown: .begins
            case .touchUpInside, .touchUpOutside, .touchCancel: .ends
            default: .goesOn
            }
        case .scroll(let action):
            switch action.state {
            case .began: .begins
            case .changed: .goesOn
            case .ended, .cancelled: .ends
            }
        }
    }

    /// How it is over for who is told no more of it.
    ///
    /// - Parameter time: event time, µs.
    public func cancelled(at time: Int64) -> RoutedAction {
        switch self {
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
