import Wire

/// The events of one touch for one receiver, or of one gesture, control or scroll, from the first to the last.
struct EventSequence {
    /// The values that the events of one sequence share.
    struct Key: Equatable {
        let kind: String
        let panel: String
        let region: String
        let id: String

        /// Returns nil for an event that belongs to no sequence.
        init?(_ event: JSONValue, _ frame: JSONValue) {
            kind = event.text("event")
            panel = frame.text("panel")
            region = event["region"]?.string ?? "-"
            switch kind {
            case "touch", "sensitive", "control": id = event.text("id")
            case "gesture" where event["state"]?.string != "recognized": id = event.text("gesture")
            case "scroll": id = ""
            default: return nil
            }
        }
    }

    let key: Key
    private let first: JSONValue
    private var last: JSONValue
    private var lastFrame: JSONValue
    private let began: Double
    /// The number of events between the first and the last.
    private var changes = 0
    /// The actions of a control in order, except drags and value changes.
    private var actions: [String] = []
    private var values = 0

    init(_ key: Key, _ event: JSONValue, _ frame: JSONValue) {
        self.key = key
        (first, last, lastFrame) = (event, event, frame)
        began = (event["timestamp"] ?? frame["time"])?.number ?? 0
        recordAction(event)
    }

    static func begins(with event: JSONValue) -> Bool {
        event["phase"]?.string == "began" || event["state"]?.string == "began" || event["action"]?.string == "touchDown"
    }

    mutating func add(_ event: JSONValue, _ frame: JSONValue) {
        (last, lastFrame) = (event, frame)
        recordAction(event)
        if !hasEnded { changes += 1 }
    }

    private mutating func recordAction(_ event: JSONValue) {
        switch event["action"]?.string {
        case nil, "touchDragInside", "touchDragOutside": break
        case "valueChanged": values += 1
        case let action?: actions.append(action)
        }
    }

    var hasEnded: Bool {
        ["ended", "cancelled"].contains(last["phase"]?.string ?? last["state"]?.string)
            || ["touchUpInside", "touchUpOutside", "touchCancel"].contains(last["action"]?.string)
    }

    // MARK: Text

    /// The sequence's line.
    ///
    /// - Parameter end: what has become of the sequence if its last event does not say.
    func line(_ text: MonitorText, end: String?) -> String {
        let words: String
        switch key.kind {
        case "touch", "sensitive": words = touch(text)
        case "gesture": words = gesture(text)
        case "control": words = control(text)
        default: words = scroll(text)
        }
        return text.timed(lastFrame, words + (end.map { "  " + text.paint(.red, $0) } ?? ""))
    }

    private func touch(_ text: MonitorText) -> String {
        var words = "\(last.text("id")) \(text.phase(of: last)) \(pad(key.region, 16)) "
        if last["x"] == nil { return words + "sensitive  " + length("move") }
        words += "\(text.place(first["x"])) \(text.place(first["y"])) ->\(text.place(last["x"])) \(text.place(last["y"]))  \(length("move"))"
        return words + text.oddities(of: last)
    }

    private func gesture(_ text: MonitorText) -> String {
        text.paint(.magenta, "gesture \(key.id) (\(last.text("kind"))) \(last.text("state"))") + " on \(key.region)  "
            + length("change") + change("local", text)
            + text.members(of: last, without: ["event", "gesture", "kind", "state", "region", "local", "touches"])
    }

    private func scroll(_ text: MonitorText) -> String {
        text.paint(.yellow, "scroll \(key.region) \(last.text("state"))") + "  " + length("change") + change("offset", text)
            + change("zoomScale", text)
    }

    private func control(_ text: MonitorText) -> String {
        var words = text.paint(.cyan, "control \(key.region) \(last.text("action"))") + "  touch \(key.id)  " + duration
        // The first and the last action are not listed.
        let between = actions.dropFirst().filter { $0 != last["action"]?.string }
        if !between.isEmpty { words += "  after \(between.joined(separator: ", "))" }
        if values > 0 { words += "  \(values) \(values == 1 ? "value" : "values")" }
        return words + text.members(of: last, without: ["event", "region", "action", "id"])
    }

    /// The values at the start and at the end, or one of them if it has not changed.
    private func change(_ name: String, _ text: MonitorText) -> String {
        guard let from = first[name], let to = last[name] else { return "" }
        return "  \(name) \(text.words(from))" + (from == to ? "" : " -> \(text.words(to))")
    }

    private func length(_ change: String) -> String { "\(duration), \(changes) \(changes == 1 ? change : change + "s")" }

    private var duration: String {
        let seconds = ((lastFrame["time"]?.number ?? 0) - began) / 1_000_000
        return "\((seconds * 100).rounded() / 100) s"
    }
}
