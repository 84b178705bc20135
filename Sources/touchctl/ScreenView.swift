import ArgumentParser
import Sockets
import Wire

/// The screens as a snapshot has them, and which of them are touched.
struct ScreenView {
    enum Sight {
        /// Only how the screens are.
        case screens
        /// Also the touches, as far as this user may see them.
        case touches
    }

    let screens: [JSONValue]
    /// The ids of the screens on which somebody touches.
    let touched: Set<String>
    /// By panel, its screen.
    private(set) var panels: [String: String]

    /// Subscribes, and takes in the snapshot. Exits with 77 if this user may not subscribe, with 76 if touchd does not know of screens.
    init(_ connection: Connection, sees sight: Sight) throws {
        var line = #"{"type":"subscribe","id":1,"regions":[],"events":[]}"#
        if sight == .touches { line = #"{"type":"subscribe","id":1,"regions":["**"],"events":["touch"],"observe":true}"# }
        var answer = try connection.reply(to: line, capability: "screen").message
        if sight == .touches, answer["ok"]?.bool != true {
            // Who may not observe sees what it may receive.
            answer = try connection.reply(to: #"{"type":"subscribe","id":1,"regions":["**"],"events":["touch"]}"#, capability: "screen").message
        }
        if answer["ok"]?.bool != true { throw Connection.refused(answer["error"]) }
        while let (_, message) = try connection.message() {
            guard message["type"]?.string == "snapshot" else { continue }
            screens = message["screens"]?.array ?? []
            panels = Dictionary(
                (message["panels"]?.array ?? []).map { ($0.text("id"), $0.text("screen")) }, uniquingKeysWith: { one, _ in one })
            let panels = panels
            touched = Set((message["touches"]?.array ?? []).compactMap { panels[$0.text("panel")] })
            return
        }
        complain("touchctl: touchd has closed the connection without an answer")
        throw Exit.unavailable
    }

    /// The screen of a line about a panel, or about a screen.
    func screen(of message: JSONValue) -> String? { message["screen"]?.string ?? panels[message.text("panel")] }

    // MARK: Text

    /// `active`, or `idle (600 s)`.
    static func activity(_ screen: JSONValue) -> String {
        let idle = screen["idle"]?.numberText.map { " (\($0) s)" } ?? ""
        return screen.text("activity") + idle
    }

    static func lastTouch(_ screen: JSONValue) -> String {
        screen["lastTouch"]?.number == nil ? "none yet" : duration(MonotonicClock.now - screen.whole("lastTouch")) + " ago"
    }

    /// As the protocol has it, in its order.
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
