import JSON

/// The kinds of log entries, as `observe` names them.
public enum EntryKind: String, CaseIterable, Sendable {
    case hit, hitTest, view, gesture, gestureState, control, scroll, intercept, query, question, screen, staff, kioskGesture, accessibility, focus
    case navigate, explore, accessibilityGesture, activate, cue, refused, key

    /// The keys that identify an entry. The others are details.
    var mainKeys: [String] {
        switch self {
        case .hit: ["hit"]
        case .hitTest: ["hitTest", "result"]
        case .view: ["to", "call", "touches"]
        case .gesture: ["gesture", "action"]
        case .gestureState: ["gesture", "state"]
        case .control: ["control", "event"]
        case .scroll: ["scroll", "offset"]
        case .intercept: ["intercept", "phase", "touches"]
        case .query: ["query", "result"]
        case .question: ["question", "ask"]
        case .screen: ["screen", "activity", "display", "mode"]
        case .staff: ["staff"]
        case .kioskGesture: ["kioskGesture"]
        case .accessibility: ["accessibility", "profiles"]
        case .focus: ["focus"]
        case .navigate: ["navigate", "direction"]
        case .explore: ["explore", "x", "y"]
        case .accessibilityGesture: ["accessibilityGesture", "fingers"]
        case .activate: ["activate"]
        case .cue: ["cue"]
        case .refused: ["refused"]
        case .key: ["key", "down"]
        }
    }

    private static let namedByKey: [EntryKind] = [
        .hit, .control, .scroll, .intercept, .query, .question, .screen, .staff, .kioskGesture, .accessibility, .focus, .navigate, .explore,
        .accessibilityGesture, .activate, .cue, .refused, .key,
    ]

    /// Returns the kind of an entry in a file.
    init?(of entry: OrderedJSON) {
        if entry["hitTest"] != nil {
            self = .hitTest
        } else if entry["gesture"] != nil {
            self = entry["state"] == nil ? .gesture : .gestureState
        } else if entry["call"] != nil {
            self = .view
        } else if let kind = Self.namedByKey.first(where: { entry[$0.rawValue] != nil }) {
            self = kind
        } else {
            return nil
        }
    }
}

/// An entry of the runner's log.
struct LogEntry: Sendable {
    let kind: EntryKind
    /// Event time, µs.
    let time: Int64
    /// The entry as an object with every field of its kind, including `t`.
    let fields: OrderedJSON

    init(_ kind: EntryKind, at time: Int64, _ fields: [(key: String, value: OrderedJSON)]) {
        self.kind = kind
        self.time = time
        self.fields = .object(fields + [("t", .number(Double(time) / 1e6))])
    }

    /// Returns the fields that the other entry has too, and those that identify this entry: enough to show the difference.
    func shown(beside other: OrderedJSON?) -> OrderedJSON {
        guard case .object(let members) = fields else { return fields }
        return .object(members.filter { kind.mainKeys.contains($0.key) || other?[$0.key] != nil })
    }

    /// True if the order of this entry and the later one does not matter: they have the same time, and different receivers of the same stage. The
    /// entries of gestures are one stage; those of views, controls and scroll views are the next one. Other entries have no receiver, so their order
    /// matters.
    func mayFollow(_ later: LogEntry) -> Bool {
        guard time == later.time, let a = receiver, let b = later.receiver else { return false }
        return a.stage == b.stage && a.id != b.id
    }

    private var receiver: (stage: Int, id: String)? {
        func id(_ key: String) -> String { fields[key]?.string ?? "" }
        return switch kind {
        case .hit, .hitTest, .query, .question, .intercept, .screen, .staff, .kioskGesture, .accessibility, .focus, .navigate, .explore,
            .accessibilityGesture, .activate, .cue, .refused, .key:
            nil
        case .gesture, .gestureState: (0, id("gesture"))
        case .view: (1, id("to"))
        case .control: (1, id("control"))
        case .scroll: (1, id("scroll"))
        }
    }
}
