import Speech
import Text
import Wire

/// The lines about the accessible glass as text for people: where the focus goes, and what touchd-speak says of it.
struct FocusText {
    /// A path that no region has.
    static let noRegion = "touchctl/wants/no/touches"
    private static let types: Set<String> = ["accessibility", "focus", "explore", "navigate", "activate", "cue", "accessibilityGesture"]

    private let text: MonitorText
    /// Nil if there are no texts of touchd-speak.
    private var speaker: Speaker?

    init(paint: Paint, _ speaker: Speaker?) { (text, self.speaker) = (MonitorText(paint: paint), speaker) }

    /// Whether a line is about the accessible glass, or about the connection.
    static func shows(_ message: JSONValue) -> Bool {
        types.contains(message["type"]?.string ?? "") || ["hello", "snapshot", "bye", "lagged"].contains(message["type"]?.string ?? "")
    }

    /// Returns the text for a message: a line for what happens, and one for each thing that is heard.
    mutating func lines(_ line: JSONValue) -> [String] {
        let message = line.printable
        switch message["type"]?.string {
        case "snapshot":
            return KioskLine.lines(ofSnapshot: line).flatMap { line -> [String] in
                guard case .profiles(let profiles, _) = line.content else { return [] }
                return ["screen \(printable(line.screen, atMost: 100)): \(on(profiles))"] + heard(line)
            }
        case let type? where Self.types.contains(type):
            return [text.timed(message, event(message, type))] + (KioskLine(line).map { heard($0) } ?? [])
        default: return text.lines(line) { _ in false }
        }
    }

    private func on(_ profiles: [String]) -> String {
        if profiles.isEmpty { return "no profile is on" }
        return profiles.map { printable($0, atMost: 100) }.joined(separator: ", ") + (profiles.count == 1 ? " is on" : " are on")
    }

    private func event(_ line: JSONValue, _ type: String) -> String {
        func name(_ words: String) -> String { text.paint(.bold, words) }
        func rest(_ known: String...) -> String { text.members(of: line, without: Set(known + ["type", "screen", "time", "turn"])) }
        switch type {
        case "accessibility": return name(on((line["profiles"]?.array ?? []).compactMap(\.string))) + rest("profiles")
        case "focus": return name("focus \(line["path"]?.string ?? line.text("region"))") + rest("region", "path", "states") + states(line)
        case "explore", "navigate": return name("\(type) \(line.text("surface"))") + rest("surface")
        case "activate": return name("activate \(line.text("region"))") + rest("region")
        case "cue": return name("cue \(line.text("cue"))") + rest("cue")
        default: return name("gesture") + rest()
        }
    }

    private func states(_ line: JSONValue) -> String {
        let states = (line["states"]?.array ?? []).compactMap(\.string)
        return states.isEmpty ? "" : "  " + states.joined(separator: ", ")
    }

    /// Returns what touchd-speak would do with the line.
    private mutating func heard(_ line: KioskLine) -> [String] {
        let actions = speaker?.handle(line) ?? []
        return actions.compactMap { action in
            switch action {
            case .speak(let utterance):
                "  " + text.paint(.green, "says") + " \(printable(utterance.text, atMost: 2000))" + (utterance.isPrivate ? "  (headset only)" : "")
            case .sound(let sound): "  " + text.paint(.green, "plays") + " \(printable(sound, atMost: 200))"
            case .pause: "  pauses"
            case .resume: "  goes on"
            case .interrupt, .setProsody: nil
            }
        }
    }
}
