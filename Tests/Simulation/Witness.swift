import Wire

/// The state that a client may infer from its lines, based on the protocol's document and not on the server's verifier.
struct Witness {
    struct Stream: Hashable {
        let id: Int
        let region: String
    }

    struct Action: Hashable {
        let kind: String
        let name: String
        let panel: String
    }

    /// Regions about which the client must receive nothing.
    private let hidden: Set<String>
    private var input: [UInt8] = []
    private var seq = 0
    /// The touches that are down, with their panel.
    private(set) var down: [Stream: String] = [:]
    private(set) var inProgress: Set<Action> = []
    /// The latest time of each panel.
    private var times: [String: Int] = [:]
    /// The touches that were cancelled because this client lags, until `lagged` reports them.
    private var untold: Set<Int> = []
    /// Touches cancelled because their region became sensitive or is in one that did: they may continue, but the client gets no more of their events.
    private(set) var lostSight: Set<Int> = []
    private var began: [Stream] = []
    /// The last turn of each screen's focus.
    private var turns: [String: Int] = [:]
    private(set) var isOver = false

    init(hidden: Set<String>) { self.hidden = hidden }

    /// Reads bytes in pieces of any size; returns the lines that they complete.
    mutating func read(_ bytes: [UInt8]) throws -> [JSONValue] {
        input += bytes
        var lines: [JSONValue] = []
        var start = 0
        while let end = input[start...].firstIndex(of: 10) {
            let text = Array(input[start..<end])
            start = end + 1
            let line = try JSONReader.parse(text)
            do {
                try WireMessage.check(lineOfServer: line)
                try check(line)
            } catch {
                throw Failure("\(error), in \(String(decoding: text, as: UTF8.self))")
            }
            lines.append(line)
        }
        input.removeSubrange(..<start)
        return lines
    }

    /// Returns the touches that have begun since the last call.
    mutating func takeBegan() -> [Stream] {
        defer { began = [] }
        return began
    }

    /// Whether a line has begun and not ended.
    var isMidLine: Bool { !input.isEmpty }

    private mutating func check(_ line: JSONValue) throws {
        if isOver { throw Failure("a line after bye") }
        if let next = line.int("seq") {
            seq += 1
            if next != seq { throw Failure("seq \(next), not \(seq)") }
        }
        let type = line["type"]?.string
        if !untold.isEmpty && type != "frame" && type != "lagged" { throw Failure("\(type ?? "") before the lagged that is due") }
        switch type {
        case "frame": try frame(line)
        case "lagged":
            let told = Set((line["cancelled"]?.array ?? []).compactMap(\.number).map { Int($0) })
            if !untold.isSubset(of: told) { throw Failure("lagged does not tell of \(untold.subtracting(told).sorted())") }
            untold = []
        case "panel" where line["state"]?.string == "removed":
            let panel = line["panel"]!.string!
            let left = down.filter { $0.value == panel }.keys.map(\.id).sorted()
            if !left.isEmpty { throw Failure("the panel is gone, and touches \(left) are down on it") }
            let going = inProgress.filter { $0.panel == panel }
            if !going.isEmpty { throw Failure("the panel is gone, and \(going.map(\.name).sorted()) goes on") }
            times[panel] = nil
        case "focus", "explore", "navigate", "activate":
            let (screen, turn) = (line["screen"]!.string!, line.int("turn")!)
            if turn <= turns[screen, default: 0] { throw Failure("turn \(turn) after \(turns[screen]!)") }
            turns[screen] = turn
            if let region = line["region"]?.string, hidden.contains(region) { throw Failure("it hears of \(region), which is hidden from it") }
        case "bye": isOver = true
        default: break
        }
    }

    private mutating func frame(_ line: JSONValue) throws {
        let (panel, time) = (line["panel"]!.string!, line.int("time")!)
        if let last = times[panel], time < last { throw Failure("time \(time) of \(panel) after \(last)") }
        times[panel] = time
        for event in line["events"]?.array ?? [] {
            for key in ["region", "target"] {
                if let region = event[key]?.string, hidden.contains(region) { throw Failure("an event in \(region), of which it may hear nothing") }
            }
            switch event["event"]?.string {
            case "touch", "sensitive": try touch(event, panel)
            case "gesture": try action(event, "gesture", event["gesture"]!.string!, event["state"]!.string!, panel)
            case "scroll": try action(event, "scroll", event["region"]!.string!, event["state"]!.string!, panel)
            case "control": try control(event, panel)
            default: break
            }
        }
    }

    private mutating func touch(_ event: JSONValue, _ panel: String) throws {
        let stream = Stream(id: event.int("id")!, region: event["region"]?.string ?? "")
        let phase = event["phase"]!.string!
        if phase == "began" {
            began.append(stream)
            if down.updateValue(panel, forKey: stream) != nil { throw Failure("touch \(stream.id) began twice") }
            return
        }
        guard down[stream] == panel else { throw Failure("touch \(stream.id) \(phase) without its began") }
        if phase == "ended" || phase == "cancelled" { down[stream] = nil }
        if phase == "cancelled" && (event["event"]?.string == "sensitive" || event["reason"]?.string == "reload") { lostSight.insert(stream.id) }
        if event["reason"]?.string == "lagged" { untold.insert(stream.id) }
    }

    private mutating func action(_ event: JSONValue, _ kind: String, _ name: String, _ state: String, _ panel: String) throws {
        let action = Action(kind: kind, name: name, panel: panel)
        let isGoing = inProgress.contains(action)
        switch state {
        case "recognized": if isGoing { throw Failure("\(name) recognized while it goes on") }
        case "began":
            if isGoing { throw Failure("\(name) began twice") }
            inProgress.insert(action)
        default:
            if !isGoing { throw Failure("\(name) \(state) without its began") }
            if state == "ended" || state == "cancelled" { inProgress.remove(action) }
        }
    }

    private mutating func control(_ event: JSONValue, _ panel: String) throws {
        let word = event["action"]!.string!
        let action = Action(kind: "control", name: event["region"]!.string! + " \(event.int("id")!)", panel: panel)
        if word == "touchDown" {
            if !inProgress.insert(action).inserted { throw Failure("\(action.name): touchDown twice") }
        } else if !inProgress.contains(action) {
            throw Failure("\(action.name): \(word) without touchDown")
        } else if word.hasPrefix("touchUp") || word == "touchCancel" {
            inProgress.remove(action)
        }
    }
}

extension JSONValue {
    func int(_ key: String) -> Int? { self[key]?.number.map { Int($0) } }
}
