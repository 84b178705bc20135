import ArgumentParser
import Sockets
import Wire

/// The screens of a snapshot, and which of them are touched.
struct ScreenView {
    enum Scope {
        /// Shows only the states of the screens.
        case screens
        /// Shows also the touches that this user may see.
        case touches
    }

    private(set) var screens: [JSONValue]
    /// The IDs of the screens with a touch down, in the snapshot.
    let touched: Set<String>
    /// The screen of each panel.
    private(set) var panels: [String: String]

    /// Subscribes, and reads the snapshot. Exits with 77 if this user may not subscribe, and with 76 if touchd does not know screens.
    init(_ connection: Connection, sees sight: Scope) throws {
        var line = #"{"type":"subscribe","id":1,"regions":[],"events":[]}"#
        if sight == .touches { line = #"{"type":"subscribe","id":1,"regions":["**"],"events":["touch"],"observe":true}"# }
        var answer = try connection.reply(to: line, capability: "screen").message
        if sight == .touches, answer["ok"]?.bool != true {
            // A user who may not observe sees the touches that the user may receive.
            answer = try connection.reply(to: #"{"type":"subscribe","id":1,"regions":["**"],"events":["touch"]}"#, capability: "screen").message
        }
        if answer["ok"]?.bool != true { throw Connection.refused(answer["error"]) }
        while let (_, message) = try connection.message() {
            guard message["type"]?.string == "snapshot" else { continue }
            screens = message["screens"]?.array ?? []
            let panels = Self.panels(message)
            self.panels = panels
            touched = Set((message["touches"]?.array ?? []).compactMap { panels[$0.text("panel")] })
            return
        }
        complain("touchctl: touchd has closed the connection without an answer")
        throw Exit.unavailable
    }

    private static func panels(_ message: JSONValue) -> [String: String] {
        Dictionary((message["panels"]?.array ?? []).map { ($0.text("id"), $0.text("screen")) }, uniquingKeysWith: { one, _ in one })
    }

    /// Takes over what a later line says about screens and panels.
    ///
    /// - Returns: whether the line says that somebody has touched a screen since the last line about it. A display that goes on counts, because the
    ///   touch that wakes it reaches nobody.
    mutating func update(from message: JSONValue) -> Bool {
        switch message["type"]?.string {
        case "frame": return true
        case "panel" where message.text("state") == "added": panels[message.text("panel")] = message["screen"]?.string
        case "config" where message["ok"]?.bool == true: panels = Self.panels(message)
        case "screen":
            guard let index = screens.firstIndex(where: { $0.text("screen") == message.text("screen") }) else {
                screens.append(message)
                break
            }
            let before = screens[index]
            screens[index] = message
            // A line also comes with other changes of the display or of the mode, while the screen stays active.
            return before.text("activity") == "idle" && message.text("activity") == "active"
                || before.text("display") == "off" && message.text("display") == "on"
                || message["lastTouch"]?.number != nil && message["lastTouch"] != before["lastTouch"]
        default: break
        }
        return false
    }

    /// The screen of a line about a panel or about a screen.
    func screen(of message: JSONValue) -> String? { message["screen"]?.string ?? panels[message.text("panel")] }

    // MARK: Text

    /// The activity, as `active` or `idle (600 s)`.
    static func activity(_ screen: JSONValue) -> String {
        let idle = screen["idle"]?.numberText.map { " (\($0) s)" } ?? ""
        return screen.text("activity") + idle
    }

    /// Whether no touch on the screen reaches anybody, because it is locked or being cleaned.
    static func isClosed(_ screen: JSONValue) -> Bool { screen["mode"] != nil && screen.text("mode") != "normal" }

    static func lastTouch(_ screen: JSONValue) -> String {
        screen["lastTouch"]?.number == nil ? "none yet" : duration(MonotonicClock.now - screen.whole("lastTouch")) + " ago"
    }

    /// The screen as JSON, with the protocol's keys in the protocol's order.
    static func json(_ screen: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for name in ["screen", "display", "activity", "idle", "mode", "lastTouch"] {
            guard let value = screen[name] else { continue }
            writer.key(name: name)
            writer.value(value)
        }
        writer.endObject()
        return writer.bytes
    }
}
