import ArgumentParser
import TouchCore
import Wire

struct Monitor: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Subscribes to touchd and prints what comes.")

    @Flag(help: "The protocol's lines as they are.") var json = false
    @Option(help: "Only regions whose path matches; may be given several times.") var regions: [String] = []
    @Option(help: "The daemon's socket.") var socket: String?
    @Flag(help: "Exit when a panel is removed, as at the end of a recording.") var untilRemoved = false

    @Flag(help: "Why each touch goes where it goes. For trusted users.") var trace = false

    func run() throws {
        var connection: Connection
        do { connection = try Connection(path: Connection.path(socket)) } catch let error as Connection.NotReachable {
            complain("touchctl: \(error)")
            throw Exit.unavailable
        }
        connection.send(subscription)
        if trace { connection.send(#"{"type":"trace","id":2,"on":true}"#) }
        while let (line, message) = try connection.message() {
            json ? output(line + [UInt8(ascii: "\n")]) : show(message)
            switch message["type"]?.string {
            case "reply" where message["ok"]?.bool == false:
                complain("touchctl: refused: \(message["error"]?["message"]?.string ?? "")")
                throw Exit.protocol
            case "panel" where untilRemoved && message["state"]?.string == "removed": return
            case "bye" where message["reason"]?.string == "shutdown": return
            case "bye":
                complain("touchctl: touchd closes the connection: \(message["message"]?.string ?? "")")
                throw Exit.unavailable
            default: break
            }
        }
        complain("touchctl: touchd has closed the connection")
        throw Exit.unavailable
    }

    /// Without `--regions` also what no region received.
    private var subscription: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("type")
        writer.string("subscribe")
        writer.key("id")
        writer.integer(1)
        writer.key("regions")
        writer.beginArray()
        for glob in regions.isEmpty ? ["**"] : regions { writer.string(glob) }
        writer.endArray()
        writer.key("observe")
        writer.bool(regions.isEmpty)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func show(_ message: JSONValue) {
        func text(_ key: String) -> String { message[key]?.string ?? "" }
        switch text("type") {
        case "hello": printLine("connected to \(text("server")), epoch \(text("epoch"))")
        case "snapshot": printLine("\(message["panels"]?.array?.count ?? 0) panels, \(message["regions"]?.array?.count ?? 0) regions")
        case "frame": for event in message["events"]?.array ?? [] { show(event, time: message["time"]?.number ?? 0) }
        case "trace": explain(message)
        case "changed": printLine("\(message["regions"]?.array?.count ?? 0) regions changed")
        case "panel": printLine("panel \(text("panel")) \(text("state"))")
        case "config": printLine("configuration \(message["ok"]?.bool == true ? "reloaded" : "refused: \(text("message"))")")
        case "lagged": printLine("lagged: this reader was too slow, its touches were cancelled")
        case "bye": printLine("bye: \(text("reason")): \(text("message"))")
        default: break
        }
    }

    private func explain(_ why: JSONValue) {
        func paths(_ key: String) -> String { (why[key]?.array ?? []).compactMap(\.string).joined(separator: ", ") }
        let point = "(\(why["x"]?.numberText ?? "?"), \(why["y"]?.numberText ?? "?"))"
        printWhy("touch \(why["touch"]?.numberText ?? "?") at \(point)", why)
        if let decider = why["decidedBy"]?.string { printLine("decided by the interceptor \(decider)") }
        if let target = why["target"]?.string, target != why["hit"]?.string { printLine("its target is \(target)") }
        if let blocker = why["blockedBy"]?.string { printLine("the target takes no further finger, because of one on \(blocker)") }
        printLine(paths("receivers").isEmpty ? "nobody gets it" : "it goes to \(paths("receivers"))")
        if !paths("withheldFrom").isEmpty { printLine("it is withheld from \(paths("withheldFrom"))") }
    }

    /// A gesture, a control's or a scroll event: what it is about, and then what it says.
    private func words(of event: JSONValue) -> String {
        func text(_ value: JSONValue) -> String {
            if let list = value.array { return list.map(text).joined(separator: ",") }
            if let whole = value.number.flatMap({ Int(exactly: $0) }) { return String(whole) }
            if let isTrue = value.bool { return String(isTrue) }
            return value.number.map { String(($0 * 100).rounded() / 100) } ?? value.string ?? ""
        }
        let about = ["event", "kind", "gesture", "region", "state", "action"].compactMap { event[$0]?.string }
        let said = ["touches", "id", "local", "translation", "velocity", "scale", "rotation", "direction", "taps", "value", "isOn", "offset", "zoomScale"]
            .compactMap { key in event[key].map { "\(key) " + text($0) } }
        return about.joined(separator: " ") + "  " + said.joined(separator: "  ")
    }

    private func show(_ event: JSONValue, time: Double) {
        func pad(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
        func number(_ value: JSONValue?) -> String {
            let tenths = ((value?.number ?? 0) * 10).rounded() / 10
            let text = String(tenths)
            return String(repeating: " ", count: max(0, 8 - text.count)) + text
        }
        if event["event"]?.string == "outside" { return printLine("outside \(event["region"]?.string ?? "?")") }
        let seconds = String(((time / 1000).rounded()) / 1000)
        switch event["event"]?.string {
        case "gesture", "control", "scroll":
            return printLine(pad(seconds, 12) + " " + words(of: event))
        default: break
        }
        let reason = event["reason"]?.string.map { " (\($0))" } ?? ""
        printLine(
            "\(pad(seconds, 12)) \(event["id"]?.numberText ?? "?") \(pad((event["phase"]?.string ?? "") + reason, 10))"
                + " \(pad(event["region"]?.string ?? "-", 16)) \(number(event["x"])) \(number(event["y"]))"
                + (event["inside"]?.bool == false ? "  outside" : ""))
    }
}
