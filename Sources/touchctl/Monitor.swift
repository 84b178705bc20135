import ArgumentParser
import Glibc
import SettingsFile
import Sockets
import Speech
import TouchCore
import Wire
import Text

struct Monitor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Subscribes to touchd and prints its events.",
        discussion: """
            On a terminal it waits for a touchd that does not run, and connects again when the connection ends. Otherwise it exits, with 0 \
            if touchd was stopped, else with 69. With --json it prints the protocol's lines unchanged; of frames, only those that contain a \
            selected event.

              touchctl monitor                            everything that this user may see
              touchctl monitor --regions "kiosk/menu/**"  only these regions
              touchctl monitor --focus                    the focus, and what touchd-speak says of it
            """)

    @OptionGroup var json: JSONOutput
    @Option(help: "Only regions whose path matches; you can give it several times.") var regions: [String] = []
    @Option(help: "Only these events: touch, gesture, control, scroll; separated by commas.") var events: String?
    @Option(help: "Only the panel with this id.") var panel: String?
    @Option(help: "Only the touch with this id, and its gestures and controls.") var touch: UInt64?
    @Option(help: "Only touches in these phases: began, moved, ended, cancelled; separated by commas.") var phases: String?
    @Flag(help: "Also touches that no region received or that others have claimed; always on without --regions.") var observe = false
    @Flag(help: "One line for each touch, gesture, control and scroll, at its end; on a terminal also while it is in progress.") var compact = false
    @Flag(help: "Also why each touch goes to its region. For users who may open the admin socket, and for trusted users.") var trace = false
    @Flag(
        help: ArgumentHelp(
            "Only the accessible glass: profiles, the focus, cues, activations, and what touchd-speak says of them. "
                + "For users with the right accessibility."))
    var focus = false
    @Option(
        help: ArgumentHelp("The settings of touchd-speak for --focus; by default \(Speaker.usualSettings).", valueName: "file"),
        completion: .file())
    var speech: String?
    @Flag(inversion: .prefixedNo, help: "Wait for touchd, and reconnect when it stops; the default on a terminal.") var reconnect: Bool?
    @Option(help: "Colours: always, never, or auto: on a terminal, unless NO_COLOR is set.") var color = ColorChoice.auto
    @OptionGroup var sockets: DaemonSockets
    @Flag(help: "Exit when a panel is removed, as at the end of a recording.") var untilRemoved = false

    func validate() throws {
        if compact && json.isOn { throw ValidationError("--compact is text for people, so it cannot be combined with --json") }
        if compact && phases != nil { throw ValidationError("--compact shows whole touches, so it cannot be combined with --phases") }
        if speech != nil && !focus { throw ValidationError("--speech is for --focus") }
        if focus && (compact || trace || observe || !regions.isEmpty || events != nil || panel != nil || touch != nil || phases != nil) {
            throw ValidationError("--focus shows no touches, so options that choose touches cannot be combined with it")
        }
        try check(phases, among: ["began", "moved", "ended", "cancelled"], "phase", "the phases are began, moved, ended and cancelled")
        try check(
            events, among: ["touch", "gesture", "control", "scroll"], "kind of events", "the kinds are touch, gesture, control and scroll")
    }

    func run() throws {
        let paint = Paint(isOn: color.isOn)
        let speaker = focus && !json.isOn ? try loadSpeaker() : nil
        var backOff = BackOff(retries: returns ? nil : 0)
        var lastReason: String?
        while true {
            let since = BackOff.now
            do {
                let connection = try connect()
                lastReason = nil
                guard let why = try follow(connection, paint, speaker) else { return }
                complain("touchctl: " + why)
            } catch let error as Connection.NotReachable {
                // Report each reason once: touchd may stay away for hours.
                if error.why != lastReason { complain("touchctl: \(error)\(returns ? "; waiting for it" : "")") }
                lastReason = error.why
            }
            guard let delay = backOff.delay(lasted: BackOff.now - since) else { throw Exit.unavailable }
            usleep(UInt32(clamping: delay * 1000))
        }
    }

    /// Checks the words of an option.
    private func check(_ option: String?, among words: [String], _ noun: String, _ known: String) throws {
        for word in list(option) ?? [] where !words.contains(word) {
            throw ValidationError("there is no \(noun) \"\(word)\"; " + (probableWord(word, among: words).map { "did you mean \"\($0)\"?" } ?? known))
        }
    }

    private var returns: Bool { reconnect ?? (isatty(STDOUT_FILENO) == 1) }

    /// Prints lines until an awaited line comes (returns nil) or the connection ends (returns the reason).
    private func follow(_ connection: Connection, _ paint: Paint, _ speaker: Speaker?) throws -> String? {
        var focusText = FocusText(paint: paint, speaker)
        let text = MonitorText(paint: paint)
        var sequences = CompactText(paint: paint)
        var live = LiveLines(paint: paint)
        defer { if compact { live.print(sequences.finish()) { [] } } }
        let unfitting = UnfittingOptions(panel: panel)
        connection.send(#"{"type":"hello","name":"touchctl monitor"}"#)
        connection.send(subscription)
        if trace { connection.send(#"{"type":"trace","id":2,"on":true}"#) }
        if focus { connection.send(#"{"type":"status","id":3}"#) }
        while let (line, message) = try connection.message() {
            for warning in unfitting.warnings(message) { complain("touchctl: " + warning) }
            if shows(message) {
                if json.isOn {
                    printJSON(line)
                } else if focus {
                    for line in focusText.lines(message) { printPainted(line) }
                } else if compact {
                    live.print(sequences.lines(message, where: isWanted)) { sequences.inProgress }
                } else {
                    for line in text.lines(message, where: isWanted) { printPainted(line) }
                }
            }
            switch message["type"]?.string {
            case "reply" where message["id"]?.number == 3: try checkRights(message)
            case "reply" where message["ok"]?.bool == false: throw Connection.refused(message["error"])
            case "panel" where untilRemoved && message["state"]?.string == "removed" && shows(message): return nil
            case "bye" where message["reason"]?.string == "shutdown" && !returns: return nil
            case "bye": return "touchd closes the connection: \(message["message"]?.string ?? "")"
            default: break
            }
        }
        return "touchd has closed the connection"
    }

    /// Exits with 77 if the user learns nothing of the focus. Without the right `status` that is not known.
    private func checkRights(_ status: JSONValue) throws {
        guard let rights = status["rights"]?.array?.compactMap(\.string), !rights.contains("accessibility") else { return }
        complain(
            "touchctl: no access rule grants this user \"accessibility\"; run touchctl as root, or add { user: …, allow: [accessibility] } "
                + "to \"access\"")
        throw Exit.permission
    }

    /// Returns what speaks as touchd-speak does; nil if there are no texts. Exits with 78 if the settings are wrong.
    private func loadSpeaker() throws -> Speaker? {
        do throws(SettingsFile.Refused) { return try Speaker(file: speech) } catch {
            if speech == nil, !Speaker.hasUsualSettings {
                complain("touchctl: touchd-speak is not installed here, so what it says is left out; --speech names its settings")
                return nil
            }
            error.print()
            throw Exit.configuration
        }
    }

    /// Connects to touchd. Traces need a trusted user on the events socket, or the admin socket.
    private func connect() throws -> Connection {
        try trace ? Connection.trusted(sockets) : Connection(path: Connection.path(sockets.events.path))
    }

    /// The subscription. Without `--regions` it also covers touches that no region received.
    private var subscription: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("type")
        writer.string("subscribe")
        writer.key("id")
        writer.integer(1)
        writer.key("regions")
        writer.beginArray()
        // Lines about the focus come to every subscriber with the right, so --focus subscribes to a region that does not exist, and gets no touches.
        for glob in focus ? [FocusText.noRegion] : regions.isEmpty ? ["**"] : regions { writer.string(glob) }
        writer.endArray()
        if let kinds = list(events) {
            writer.key("events")
            writer.beginArray()
            for kind in kinds { writer.string(kind) }
            writer.endArray()
        }
        writer.key("observe")
        writer.bool(!focus && (observe || regions.isEmpty))
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func list(_ option: String?) -> [String]? { option?.split(at: ",").map { $0.trimmed } }

    // MARK: Filters

    /// Whether the line matches the options; a frame matches if any of its events does.
    private func shows(_ message: JSONValue) -> Bool {
        if focus { return FocusText.shows(message) }
        if let panel, let its = message["panel"]?.string, its != panel { return false }
        guard message["type"]?.string == "frame" else { return true }
        return (message["events"]?.array ?? []).contains(where: isWanted)
    }

    private func isWanted(_ event: JSONValue) -> Bool {
        if let touch {
            let touches = (event["touches"]?.array ?? []) + [event["id"] ?? .null]
            if !touches.contains(where: { $0.numberText == String(touch) }) { return false }
        }
        if let phases = list(phases), event["event"]?.string == "touch" { return phases.contains(event.text("phase")) }
        return true
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
