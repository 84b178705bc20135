import JSON

/// A line of touchd about the accessible glass (contract 10).
public struct KioskLine: Equatable {
    public enum Content: Equatable {
        /// The profiles that are on, and whether a headset is in; nil if the line does not say it.
        case profiles([String], isPrivate: Bool?)
        case focus(FocusedElement)
        case navigate
        case activate
        case cue(String)
        case gesture(name: String, fingers: Int)
    }

    /// The types of lines that can mean something to a speaker.
    public static let types: Set<String> = ["snapshot", "accessibility", "focus", "navigate", "activate", "cue", "accessibilityGesture"]

    public var screen: String
    /// The event time in µs; nil if the line has none.
    public var time: Int64?
    /// The turn, which rises with each line that has one.
    var turn: Int64?
    public var content: Content

    /// Reads a line. Returns nil for lines about anything else, and for lines without the keys that they must have.
    public init?(_ line: JSONValue) {
        guard let type = line["type"]?.string, let screen = line["screen"]?.string else { return nil }
        switch type {
        case "accessibility":
            guard let profiles = line["profiles"]?.array else { return nil }
            content = .profiles(profiles.compactMap(\.string), isPrivate: line["private"]?.bool)
        case "focus": content = .focus(FocusedElement(line))
        case "navigate": content = .navigate
        case "activate": content = .activate
        case "cue":
            guard let cue = line["cue"]?.string else { return nil }
            content = .cue(cue)
        case "accessibilityGesture":
            guard let name = (line["gesture"] ?? line["action"] ?? line["kind"])?.string else { return nil }
            content = .gesture(name: name, fingers: Self.whole(line["fingers"]).map { Int(clamping: $0) } ?? 1)
        default: return nil
        }
        self.screen = screen
        (time, turn) = (Self.whole(line["time"]), Self.whole(line["turn"]))
    }

    init(screen: String, time: Int64? = nil, turn: Int64? = nil, _ content: Content) {
        (self.screen, self.time, self.turn, self.content) = (screen, time, turn, content)
    }

    /// Returns the lines that a message means: none, one, or the profiles of each screen in a snapshot.
    public static func lines(of message: JSONValue) -> [KioskLine] {
        message["type"] == "snapshot" ? lines(ofSnapshot: message) : KioskLine(message).map { [$0] } ?? []
    }

    /// Returns the profiles of each screen in a snapshot.
    public static func lines(ofSnapshot snapshot: JSONValue) -> [KioskLine] {
        (snapshot["screens"]?.array ?? []).compactMap { screen in
            guard let id = (screen["id"] ?? screen["screen"])?.string, let state = screen["accessibility"] else { return nil }
            let profiles = (state["profiles"]?.array ?? []).compactMap(\.string)
            return KioskLine(screen: id, .profiles(profiles, isPrivate: state["private"]?.bool))
        }
    }

    private static func whole(_ value: JSONValue?) -> Int64? { value?.number.flatMap { Int64(exactly: $0) } }
}
