import ArgumentParser
import Glibc
import Panels
import Recordings
import TouchCore
import Wire

/// Recording through touchd, which has the panel open.
extension Record {
    /// Records the panel through touchd. Returns false, with a message, if touchd cannot be asked.
    func recordThroughDaemon(_ panel: String) throws -> Bool {
        let connection: Connection
        do { connection = try Connection.admin(sockets, isQuiet: true) } catch {
            let why = (error as? Connection.NotReachable)?.description ?? "this user may not open the admin socket"
            complain("touchctl: \(why); reading the event node itself, which sends nothing while touchd has grabbed it")
            return false
        }
        let signals = Self.signals()
        var writer = JSONWriter()
        writer.string(panel)
        let id = String(decoding: writer.bytes, as: UTF8.self)
        let lines = try connection.ask(#"{"type":"record","panel":\#(id)}"#, capability: "record").message["evemu"]?.array ?? []
        let output = try RecordingFile(file)
        var recording = DaemonRecording(panel: panel, lines: lines.compactMap(\.string))
        try output.append(&recording.writer)
        complain("touchctl: recording panel \(panel) through touchd; Ctrl-C ends it")
        do {
            defer { Self.reportEnd(of: recording.writer) }
            try copy(&recording, from: connection, to: output, until: signals, panel: id)
        }
        try Self.checkIsWhole(recording.writer)
        return true
    }

    /// Writes what touchd sends. Returns when it has answered that the recording has ended, or when the recording ends otherwise.
    ///
    /// - Parameter panel: the panel's id, in quotation marks.
    private func copy(
        _ recording: inout DaemonRecording, from connection: Connection, to output: RecordingFile, until signals: Int32, panel: String
    ) throws {
        var ready = [connection.fd, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            // Lines that came together with the reply do not make the descriptor readable.
            while let line = connection.waitingLine() { try recording.handle(try connection.parsed(line)) }
            try output.append(&recording.writer)
            if recording.isAnswered { return }
            if let end = recording.end {
                complain("touchctl: \(end.message)")
                if let code = end.code { throw code }
                return
            }
            guard poll(&ready, nfds_t(ready.count), -1) >= 0 || errno == EINTR else {
                complain("touchctl: cannot wait for touchd: \(String(cString: strerror(errno)))")
                throw Exit.inputOutput
            }
            if ready[1].revents != 0, !recording.isStopped {
                recording.isStopped = true
                ready[1].fd = -1
                connection.send(#"{"type":"record","panel":\#(panel),"on":false}"#)
            }
            if ready[0].revents != 0, !connection.receive() { recording.end = ("touchd has closed the connection", Exit.unavailable) }
        }
    }
}

/// Turns the `input` lines of a panel into the lines of an evemu file.
private struct DaemonRecording {
    let panel: String
    var writer = EvemuWriter()
    /// Whether the daemon was told to stop.
    var isStopped = false
    var isAnswered = false
    /// Why the recording ended early, and the exit status; nil if it ended normally.
    var end: (message: String, code: ExitCode?)?

    init(panel: String, lines: [String]) {
        self.panel = panel
        for line in lines { writer.bytes += Array((line + "\n").utf8) }
    }

    mutating func handle(_ message: JSONValue) throws {
        switch message["type"]?.string {
        case "input":
            for event in (message["events"]?.array ?? []).compactMap(InputEvent.init(json:)) {
                if writer.events == 0 { writer.comment(WallClock.comment(at: event.time)) }
                writer.add(event, name: EventNode.name(of: event))
            }
        case "reply": isAnswered = isStopped
        case "recorded":
            let text = message["message"]?.string ?? ""
            let isLost = message["reason"]?.string == "lagged"
            if isLost { writer.bytes += Array("# Not complete: \(text)\n".utf8) }
            end = ("\(panel): \(text)", isLost ? Exit.inputOutput : nil)
        case "bye": end = ("touchd closes the connection: \(message["message"]?.string ?? "")", Exit.unavailable)
        default: break
        }
    }
}

extension InputEvent {
    /// Reads an event of an `input` line. Returns nil if the value is not one.
    init?(json value: JSONValue) {
        let numbers = (value.array ?? []).compactMap { $0.number.flatMap { Int64(exactly: $0) } }
        guard numbers.count == 4, let type = UInt16(exactly: numbers[1]), let code = UInt16(exactly: numbers[2]),
            let value = Int32(exactly: numbers[3])
        else { return nil }
        self.init(time: numbers[0], type: type, code: code, value: value)
    }
}
