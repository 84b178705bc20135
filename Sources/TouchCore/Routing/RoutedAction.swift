/// What comes of touches, besides the touches themselves.
public enum RoutedAction: Sendable {
    case gesture(GestureAction)
    case control(ControlAction)
    case scroll(ScrollAction)

    public var region: RegionIndex {
        switch self {
        case .gesture(let action): action.region
        case .control(let action): action.region
        case .scroll(let action): action.region
        }
    }

    /// The touch that it began with: who does not know that one does not know this.
    public var first: TouchID {
        switch self {
        case .gesture(let action): action.first
        case .control(let action): action.touch
        case .scroll(let action): action.first
        }
    }
}
