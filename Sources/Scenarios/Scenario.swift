import Configuration
import JSON
import TouchCore

/// A region tree, its input, and the expected log: docs/scenarios.md.
public struct Scenario: Sendable {
    public let name: String
    /// The scenario's place in its file.
    public let mark: Mark
    let screens: [ScreenSpec]
    /// The index of the screen that is touched.
    let screen: Int
    let gestureDefaults: GestureDefaults
    /// IDs of the receivers that clients have claimed.
    let claimed: [String]
    let inputs: [Input]
    /// True if samples are gathered until an op `frame`.
    let isFramed: Bool
    let observed: [(kind: EntryKind, mark: Mark)]
    /// The filter, by kind of entry: an entry is compared only if each of these fields has one of the values listed for it.
    let filter: [EntryKind: [(field: String, values: [OrderedJSON])]]
    let tolerance: Double
    let expected: [Expected]
    /// The place of the list of expected entries.
    let expectMark: Mark

    struct Expected: Sendable {
        let fields: OrderedJSON
        let mark: Mark
    }
}

/// An input of a scenario.
struct Input: Sendable {
    /// The event time, µs.
    let time: Int64
    let mark: Mark
    let action: Action

    enum Action: Sendable {
        /// - at: the location in points of the screen.
        case sample(touch: Int, phase: TouchPhase, at: Point)
        /// A pen hovers over the point; nil if it has left.
        case hover(Point?)
        case hitTest(Point)
        case edit(UnresolvedEdit)
        case convert(from: String, to: String, Point)
        case query(Query)
        case frame
        case tick
        /// A program reports the state of the display.
        case display(DisplayState)
        /// - for: the time after which the mode ends by itself, µs.
        case mode(ScreenMode, for: Int64?)
        /// A key of a keypad is pressed.
        case key(String, KeypadAction?)
        case jack(String, isIn: Bool)
        /// A program's request about the accessible glass.
        case access(AccessRequest)
        /// - touch: the touch that the question is about; nil for any.
        case answer(gesture: String, GestureAsk, touch: Int?, Bool)
    }

    struct AccessRequest: Sendable {
        enum Action: Sendable {
            case profile(String, isOn: Bool)
            case region(String)
            case move(FocusMove)
            case element(AccessibleElement, activationPoint: Point?)
            case activate, extend
        }

        let op: String
        let action: Action
        let turn: UInt64?
        /// True if the client that has claimed the scenario's regions asks.
        let isOwner: Bool
    }

    enum Query: Sendable {
        case touchesForView(String)
        case allTouches
        case chain(String)
        case frame(String)
        case touchView(Int)
        case pointInside(String, Point)
    }
}
