/// A type of gesture: its name in the configuration and the protocol, and its properties. `RecognizerTable` makes its recognizer.
public enum GestureType: String, CaseIterable, Sendable {
    case tap, longPress, pan, pinch, rotation, transform, swipe, edge, hover
    /// The gesture that every scroll view has without listing it.
    case scroll

    /// The types that a region may list in its gestures.
    public static let ofGestures = allCases.filter { $0 != .scroll }

    public var name: String { rawValue }

    /// The properties in addition to those common to all types.
    public var properties: [GestureProperty] {
        switch self {
        case .tap: [.numberOfTaps] + GestureProperty.tapSeries
        case .longPress: [.numberOfTapsBefore] + GestureProperty.tapSeries + [.minimumPressDuration]
        case .pan: Self.ofPans
        case .pinch: [.scaleSlop] + GestureProperty.velocity
        case .rotation: [.rotationSlop] + GestureProperty.velocity
        case .transform:
            [.minimumTouches, .maximumTouches, .parts, .translationSlop, .scaleSlop, .rotationSlop, .minimumScale, .maximumScale]
                + GestureProperty.velocity
        case .swipe: [.numberOfTouches, .direction, .minimumDistance, .maximumDuration, .minimumRatio]
        case .edge: Self.ofPans + [.edges, .edgeWidth]
        case .hover: []
        case .scroll: [.contentDelay, .translationSlop, .scaleSlop] + GestureProperty.velocity
        }
    }

    private static let ofPans = [GestureProperty.minimumTouches, .maximumTouches, .translationSlop] + GestureProperty.velocity

    /// Whether gestures of this type react to pens that hover over the glass, instead of touches.
    var hovers: Bool { self == .hover }
}
