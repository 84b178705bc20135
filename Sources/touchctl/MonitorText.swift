import Text
import Wire

/// The daemon's lines as text for people. Lines of an unknown type are shown key by key.
struct MonitorText {
    let paint: Paint

    /// The text for a message. Of a frame only the events that match are shown.
    func lines(_ line: JSONValue, where isWanted: (JSONValue) -> Bool) -> [String] {
        let message = line.printable
        func text(_ key: String) -> String { message.text(key) }
        func count(_ key: String) -> Int { message[key]?.array?.count ?? 0 }
        func some(_ key: String) -> String { "\(count(key)) " + (count(key) == 1 ? String(key.dropLast()) : key) }
        switch text("type") {
        case "hello": return ["connected to \(text("server")), epoch \(text("epoch"))"]
        case "reply": return []
        case "snapshot":
            let down = message["touches"]?.array ?? []
            let closed = (message["screens"]?.array ?? []).filter(ScreenView.isClosed)
            return ["\(some("panels")), \(some("regions")), \(down.count == 1 ? "1 touch" : "\(down.count) touches") down"]
                + down.map { "  \($0.text("id")) on \($0["region"]?.string ?? "no region"), not shown: it began before" }
                + closed.map { paint(.bold, "screen \($0.text("screen"))") + " mode \($0.text("mode")): no touch reaches anybody" }
        case "frame":
            return (message["events"]?.array ?? []).filter(isWanted).map { timed(message, event($0)) }
        case "trace": return explain(message)
        case "question":
            let gesture = "gesture \(text("gesture")) (\(text("kind"))) on \(text("region"))"
            return [
                paint(.magenta, "question \(text("id")): \(text("ask"))") + " of \(gesture)"
                    + members(of: message, without: ["type", "id", "ask", "gesture", "kind", "region", "time", "deadline", "panel"])
            ]
        case "settled":
            let value = message["value"]?.bool.map { $0 ? "yes" : "no" }
            let by =
                switch message["by"]?.string {
                case "client": "the client's answer"
                case "default": "as declared, because the client did not answer"
                default: "no longer needed"
                }
            return [paint(.magenta, "question \(text("id")):") + " " + [value, by].compactMap { $0 }.joined(separator: ", ")]
        case "tree": return ["regions came, went or changed places: \(count("regions")) now, generation \(text("generation"))"]
        case "changed":
            let ids = (message["regions"]?.array ?? []).map { $0.text("id") }
            return ["changed: \(ids.joined(separator: ", ")); generation \(text("generation"))"]
        case "panel":
            let why = text("state") == "removed" ? ": unplugged, closed, or its recording has ended" : ""
            return [paint(.bold, "panel \(text("panel")) \(text("state"))") + why]
        case "screen":
            return [
                paint(.bold, "screen \(text("screen"))") + " display \(text("display")), \(ScreenView.activity(message)), mode \(text("mode"))"
            ]
        case "staff": return [timed(message, paint(.bold, "staff \(text("id"))") + " on screen \(text("screen"))")]
        case "kioskGesture": return [timed(message, paint(.bold, "kiosk gesture \(text("id"))") + " on screen \(text("screen"))")]
        case "config" where message["ok"]?.bool == true:
            return [paint(.bold, "configuration reloaded, generation \(text("generation"))")] + (message["gaveWay"]?.array ?? []).map(overruled)
        case "overridden": return [paint(.red, "overridden:") + " \(text("region")) \(message["key"]?.string ?? "as a whole")"]
        case "warning": return [paint(.red, "warning: \(text("message"))")]
        case "config":
            return [paint(.red, "configuration refused, the old one stays:")]
                + line.text("message").split(at: "\n").map { "  " + printable(String($0)) }
        case "lagged":
            let cancelled = words(message["cancelled"] ?? .array([]))
            return [
                paint(
                    .red,
                    "lagged: this reader was too slow; \(text("merged")) moves merged, cancelled \(cancelled.isEmpty ? "no touches" : cancelled)")
            ]
        case "released": return ["released: \(words(message["receivers"] ?? .null)) (\(text("reason")))"]
        case "bye": return [paint(.bold, "bye: \(text("reason")): \(text("message"))")]
        default: return [paint(.faint, text("type")) + members(of: message, without: ["type"])]
        }
    }

    /// An edit or a scrolled place of a region that a reload has overruled.
    func overruled(_ entry: JSONValue) -> String {
        let client = entry["client"].map { _ in ", of client number \(entry.text("client"))" } ?? ""
        return "gave way: \(entry.text("region")) \(entry["key"]?.string ?? "as a whole")\(client)"
    }

    /// A line about a frame: its time, the text, and whether the frame was injected.
    func timed(_ frame: JSONValue, _ text: String) -> String {
        // No device's panel has such an id: the panel ids of devices end in a number.
        paint(.faint, pad(seconds(frame["time"]), 12)) + " " + text + (frame.text("panel").ends(with: "-injected") ? "  injected" : "")
    }

    /// The text for one event of a frame.
    func event(_ event: JSONValue) -> String {
        let region = event["region"]?.string ?? "-"
        switch event["event"]?.string {
        case "touch": return touch(event, region)
        case "outside": return "outside \(region)  touch \(event.text("id"))"
        case "gesture":
            return paint(.magenta, "gesture \(event.text("gesture")) (\(event.text("kind"))) \(event.text("state"))") + " on \(region)"
                + members(of: event, without: ["event", "gesture", "kind", "state", "region"])
        case "control":
            return paint(.cyan, "control \(region) \(event.text("action"))") + "  touch \(event.text("id"))"
                + members(of: event, without: ["event", "region", "action", "id"])
        case "scroll": return paint(.yellow, "scroll \(region) \(event.text("state"))") + members(of: event, without: ["event", "region", "state"])
        case let other: return paint(.faint, other ?? "?") + members(of: event, without: ["event"])
        }
    }

    private func touch(_ event: JSONValue, _ region: String) -> String {
        let line = "\(event.text("id")) \(phase(of: event)) \(pad(region, 16)) \(place(event["x"])) \(place(event["y"]))" + oddities(of: event)
        let known: Set<String> = ["event", "id", "phase", "reason", "region", "target", "x", "y", "local", "tapCount", "inside", "coalesced"]
        return line + members(of: event, without: known)
    }

    /// A touch's phase in its colour, with the reason of a cancel.
    func phase(of event: JSONValue) -> String {
        let phase = event.text("phase")
        let color: Paint.Color? =
            switch phase {
            case "began": .green
            case "ended": .blue
            case "cancelled": .red
            default: nil
            }
        return paint(color, pad(phase + (event["reason"]?.string.map { " (\($0))" } ?? ""), 10))
    }

    /// The unusual properties of a touch.
    func oddities(of event: JSONValue) -> String {
        var words = ""
        if event["inside"]?.bool == false { words += "  outside" }
        if let target = event["target"]?.string, target != event["region"]?.string { words += "  target \(target)" }
        if let taps = event["tapCount"]?.number, taps > 1 { words += "  tap \(number(taps))" }
        return words
    }

    /// The lines that explain why a touch goes to its receivers.
    private func explain(_ why: JSONValue) -> [String] {
        func paths(_ key: String) -> String { (why[key]?.array ?? []).compactMap(\.string).joined(separator: ", ") }
        let touch = "touch \(why["touch"]?.numberText ?? "?")"
        // The daemon reveals no more of such a touch to anybody.
        if why["sensitive"]?.bool == true {
            return ["\(touch) hits \(why["hit"]?.string ?? "?"), which is sensitive: its place and its receivers are not shown"]
        }
        var lines = self.why("\(touch) at (\(why["x"]?.numberText ?? "?"), \(why["y"]?.numberText ?? "?"))", why)
        if let decider = why["decidedBy"]?.string { lines.append("decided by the interceptor \(decider)") }
        if let target = why["target"]?.string, target != why["hit"]?.string { lines.append("its target is \(target)") }
        if let blocker = why["blockedBy"]?.string { lines.append("the target takes no second finger while one is down on \(blocker)") }
        let (receivers, later) = (paths("receivers"), paths("withheldFrom"))
        lines.append(receivers.isEmpty ? later.isEmpty ? "nobody gets it" : "nobody gets it yet" : "it goes to \(receivers)")
        if !later.isEmpty { lines.append("it is delayed for \(later)") }
        return lines
    }

    /// The lines for the keys that the daemon's `hit` and `trace` lines share.
    func why(_ point: String, _ why: JSONValue) -> [String] {
        func text(_ value: JSONValue?) -> String { value?.string ?? "?" }
        var lines = [why["hit"]?.string.map { "\(point) hits \($0)" } ?? "\(point) hits nothing"]
        let asked = why["asked"]?.array ?? []
        if !asked.isEmpty { lines.append("asked, in this order:") }
        for entry in asked {
            let local = (entry["local"]?.array ?? []).map { $0.numberText ?? "?" }.joined(separator: ", ")
            lines.append("  \(text(entry["region"]))  at (\(local)): \(text(entry["answer"]))")
        }
        let unasked = why["unasked"]?.array ?? []
        if !unasked.isEmpty { lines.append("under the point, but not asked:") }
        for entry in unasked { lines.append("  \(text(entry["region"])): \(text(entry["because"]))") }
        return lines
    }

    // MARK: Values

    /// The members as `  key value  key value`: first in the order of the protocol's documentation, then by name.
    func members(of value: JSONValue, without known: Set<String>) -> String {
        guard case .object(let members) = value else { return "" }
        func rank(_ key: String) -> Int { Self.order.firstIndex(of: key) ?? Self.order.count }
        return members.filter { !known.contains($0.key) }.sorted { (rank($0.key), $0.key) < (rank($1.key), $1.key) }
            .map { "  \($0.key) \(words($0.value))" }.joined()
    }

    private static let order = [
        "touches", "id", "local", "translation", "velocity", "scale", "rotation", "direction", "taps", "value", "isOn", "offset", "zoomScale",
        "pressure", "major", "minor", "orientation", "tool", "distance", "timestamp",
    ]

    func words(_ value: JSONValue) -> String {
        switch value {
        case .null: "-"
        case .bool(let flag): flag ? "yes" : "no"
        case .number(let number, _): self.number(number)
        case .string(let text): text
        case .array(let values): values.map(words).joined(separator: ",")
        case .object: "{" + members(of: value, without: []).dropFirst(2) + "}"
        }
    }

    func number(_ number: Double) -> String {
        if let whole = Int64(exactly: number) { return String(whole) }
        return String((number * 100).rounded() / 100)
    }

    /// A coordinate, aligned with the others of its column; "-" if it is hidden from this client.
    func place(_ value: JSONValue?) -> String {
        pad(value?.number.map { String(($0 * 10).rounded() / 10) } ?? "-", 8, before: true)
    }

    func seconds(_ time: JSONValue?) -> String { String(((time?.number ?? 0) / 1000).rounded() / 1000) }
}
