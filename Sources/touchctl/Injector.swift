import ArgumentParser
import Glibc
import Sockets
import TouchCore
import Wire

/// Makes touchd play a script in real time, and prints where the touches go.
struct Injector {
    private let connection: Connection
    private let options: InjectOptions
    private let text = MonitorText(paint: Paint(isOn: false))
    /// The panel of the injected touches, by its name in frames.
    private var panel: String?
    /// True if a touch went to no region, or was cancelled.
    private var hasFailed = false
    /// The id of each finger's touch while the finger is down.
    private var touches: [Int: String] = [:]
    /// Fingers whose begin touchd delays: they have no touch yet, and some have already lifted.
    private var delayed = DelayedFingers()

    static func play(_ script: FingerScript, _ options: InjectOptions) throws {
        var injector = Injector(connection: try Connection.admin(options.sockets), options: options)
        try injector.play(script)
    }

    private init(connection: Connection, options: InjectOptions) {
        self.connection = connection
        self.options = options
    }

    private mutating func play(_ script: FingerScript) throws {
        connection.send(#"{"type":"hello","name":"touchctl inject"}"#)
        _ = try connection.ask(#"{"type":"trace","on":true}"#, capability: "inject")
        if options.watch != nil { connection.send(#"{"type":"subscribe","id":2,"observe":true}"#) }
        let start = MonotonicClock.now
        for report in script.reports {
            try showLines(until: start + report.time)
            connection.send(request(report.steps))
            try readReply(of: report.steps)
        }
        if let watch = options.watch { try showLines(until: MonotonicClock.now + Int64(microsecondsOf: watch)) }
        try waitForDecisions()
        if hasFailed { throw Exit.negative }
    }

    private func request(_ steps: [FingerScript.Step]) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("type")
        writer.string("inject")
        writer.key("id")
        writer.integer(1)
        if let screen = options.screen {
            writer.key("screen")
            writer.string(screen)
        }
        if options.sensitive {
            writer.key("sensitive")
            writer.bool(true)
        }
        writer.key("touches")
        writer.beginArray()
        for step in steps {
            writer.beginObject()
            writer.key("finger")
            writer.integer(step.finger)
            writer.key("phase")
            writer.string(step.phase.rawValue)
            if let place = step.place {
                writer.key("x")
                writer.number(place.x)
                writer.key("y")
                writer.number(place.y)
            }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    // MARK: Incoming lines

    private mutating func showLines(until time: Int64) throws {
        while let (line, message) = try next(until: time) { show(line, message) }
    }

    /// Reads the reply with the touches' ids. Trace lines of touches come before it.
    private mutating func readReply(of steps: [FingerScript.Step]) throws {
        var before: [(line: [UInt8], message: JSONValue)] = []
        while let (line, message) = try next(until: nil) {
            guard message["type"]?.string == "reply" else {
                before.append((line, message))
                continue
            }
            if message["ok"]?.bool != true { throw Connection.refused(message["error"]) }
            guard message["id"]?.number == 1 else { continue }
            let touches = message["touches"]?.array ?? []
            let own = Set(touches.compactMap(\.numberText))
            for (line, message) in before {
                show(line, message, own)
            }
            for (step, touch) in zip(steps, touches) { try record(step, touch.numberText) }
            return
        }
    }

    private mutating func record(_ step: FingerScript.Step, _ touch: String?) throws {
        if let touch {
            delayed.remove(step.finger)
            touches[step.finger] = touch
        } else if step.phase == .began, let place = step.place {
            try recordDelayed(step.finger, at: place)
        } else if let known = touches.removeValue(forKey: step.finger) {
            // The finger goes on without its touch.
            complain("touchctl: touch \(known) was cancelled before its finger lifted")
            hasFailed = true
        }
        if step.phase == .ended { touches[step.finger] = nil }
    }

    // MARK: Fingers that are no touches

    /// Records a finger that is down without a touch: either it reaches no receiver, or touchd delays its begin.
    private mutating func recordDelayed(_ finger: Int, at place: Point) throws {
        if let why = try closedGlass() {
            complain("touchctl: the finger at \(text.number(place.x)), \(text.number(place.y)) reaches nobody: \(why)")
            hasFailed = true
        } else {
            delayed.add(finger, at: place)
        }
    }

    /// Why no finger can reach a receiver now; nil if one can.
    private mutating func closedGlass() throws -> String? {
        connection.send(#"{"type":"status","id":3}"#)
        while let (line, message) = try next(until: nil) {
            guard message["type"]?.string == "reply", message["id"]?.number == 3 else {
                show(line, message)
                continue
            }
            let screens = message["screens"]?.array ?? []
            let screen = options.screen.map { id in screens.first { $0["screen"]?.string == id } } ?? screens.first
            return screen.flatMap(ClosedScreen.why)
        }
        return nil
    }

    /// Waits for touchd's decisions about delayed fingers, which come at most `patience` after the last finger has lifted.
    private mutating func waitForDecisions() throws {
        let end = MonotonicClock.now + DelayedFingers.patience
        while !delayed.isEmpty, let (line, message) = try next(until: end) { show(line, message) }
        for place in delayed.places {
            complain(
                "touchctl: the finger at \(text.number(place.x)), \(text.number(place.y)) reached nobody: touchd treated it as a swipe "
                    + "from an edge, as the staff's gesture, as the finger that wakes the display, or as one finger too many "
                    + "(see \"edges\" with its \"maximumTouches\", \"staff\" and \"wake\" in the screen's configuration)")
            hasFailed = true
        }
    }

    private mutating func explain(_ line: [UInt8], _ why: JSONValue) {
        let isSensitive = why["sensitive"]?.bool == true
        let (receivers, later) = (paths(why, "receivers"), paths(why, "withheldFrom"))
        if !isSensitive && receivers.isEmpty && later.isEmpty { hasFailed = true }
        if options.json.isOn { return printJSON(line) }
        let target = why["target"]?.string
        var words = "touch \(why.text("touch"))"
        if let x = why["x"]?.numberText, let y = why["y"]?.numberText { words += " at \(x), \(y)" }
        words += target.map { ": \($0)" } ?? ": no region"
        if isSensitive { words += ", which is sensitive" }
        if let decider = why["decidedBy"]?.string { words += ", decided by the interceptor \(decider)" }
        if let blocker = why["blockedBy"]?.string { words += ", which takes no second finger while one is down on \(blocker)" }
        if !later.isEmpty { words += ", delayed for \(later.joined(separator: ", "))" }
        if !receivers.isEmpty && receivers != [target] { words += ", goes to \(receivers.joined(separator: ", "))" }
        if !isSensitive && receivers.isEmpty && later.isEmpty { words += ", goes to nobody" }
        printLine(words)
    }

    private func paths(_ why: JSONValue, _ key: String) -> [String] { (why[key]?.array ?? []).compactMap(\.string) }

    /// Shows a line.
    ///
    /// - Parameter own: the touches of this program's fingers.
    private mutating func show(_ line: [UInt8], _ message: JSONValue, _ own: Set<String> = []) {
        if message["type"]?.string == "trace" {
            guard own.contains(message.text("touch")) || delayed.removeFinger(message) else { return }
            panel = message["panel"]?.string
            return explain(line, message)
        }
        let kinds = ["frame", "question", "settled"]
        guard kinds.contains(message["type"]?.string ?? ""), message["panel"]?.string == panel else { return }
        if options.json.isOn { return printJSON(line) }
        for line in text.lines(message, where: { _ in true }) { printLine(line) }
    }

    /// The next line; nil if none comes until `time`, in µs of the monotonic clock.
    private mutating func next(until time: Int64?) throws -> (line: [UInt8], message: JSONValue)? {
        while true {
            if let line = connection.waitingLine() {
                let message = try connection.parsed(line)
                if message["type"]?.string != "bye" { return (line, message) }
                complain("touchctl: touchd closes the connection: \(message["message"]?.string ?? "")")
                throw Exit.unavailable
            }
            // In whole ms, rounded up.
            let wait = time.map { Int32(clamping: (max($0 - MonotonicClock.now, 0) + 999) / 1000) } ?? -1
            if !connection.wait(for: POLLIN, wait) { return nil }
            if !connection.receive() {
                complain("touchctl: touchd has closed the connection")
                throw Exit.unavailable
            }
        }
    }
}
