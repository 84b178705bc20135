import Configuration
import JSON
import TouchCore

/// A region tree, what happens to it, and what is expected of it: docs/scenarios.md.
public struct Scenario: Sendable {
    public let name: String
    /// Where it begins in its file.
    public let mark: Mark
    let screens: [ScreenSpec]
    /// The one that is touched.
    let screen: Int
    let gestureDefaults: GestureDefaults
    /// Ids of the receivers for which there are clients.
    let claimed: [String]
    let inputs: [Input]
    /// Whether samples are gathered until an op `frame`.
    let isFramed: Bool
    let observed: [(kind: EntryKind, mark: Mark)]
    /// By kind and field, the values that entries must have to be looked at.
    let filter: [EntryKind: [(field: String, values: [OrderedJSON])]]
    let tolerance: Double
    let expected: [Expected]
    /// Where the list of what is expected begins.
    let expectMark: Mark

    struct Expected: Sendable {
        let fields: OrderedJSON
        let mark: Mark
    }
}

/// Something that happens.
struct Input: Sendable {
    /// Event time, µs.
    let time: Int64
    let mark: Mark
    let action: Action

    enum Action: Sendable {
        /// - at: in screen points.
        case sample(touch: Int, phase: TouchPhase, at: Point)
        /// Nil: nothing hovers any more.
        case hover(Point?)
        case hitTest(Point)
        case edit(UnresolvedEdit)
        case convert(from: String, to: String, Point)
        case query(Query)
        case frame
        case tick
        /// A program says what the display is.
        case display(DisplayState)
        /// - seconds: after which it is over by itself, µs.
        case mode(ScreenMode, for: Int64?)
        /// - touch: nil: whichever the question is about.
        case answer(gesture: String, GestureAsk, touch: Int?, Bool)
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
