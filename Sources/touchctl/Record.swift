import ArgumentParser
import CLinux
import Configuration
import Glibc
import Panels
import Recordings
import Sockets
import Wire
import Text

struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Records a panel in evemu's format, until Ctrl-C or until the panel is removed.",
        usage: "touchctl record [<options>] <panel> --output <output>",
        discussion: """
            Give the panel's event node, or its id or name as "touchctl devices" prints them; you can also record a panel that touchd refuses. \
            evemu-play and "touchctl replay" play the file. While touchd has the panel, the recording comes from touchd, even if the panel is \
            grabbed. It lacks contacts that begin in a sensitive region, and it needs the admin socket. Otherwise, and with --direct, touchctl \
            reads the event node itself. Exits with 74 if events were lost.

              touchctl record main-0 -o evening.evemu
            """)

    @Argument(help: "An event node (/dev/input/…), or a panel's id or name.", completion: .file()) var panel: String
    @Option(
        name: [.customShort("o"), .customLong("output")], help: "The file, which is replaced; - for standard output.", completion: .file())
    var file: String
    @OptionGroup var sockets: DaemonSockets
    @Flag(help: "Read the event node itself, with all contacts, even if touchd has the panel.") var direct = false
    @Option(help: "Take the panels from this configuration instead of asking touchd.", completion: .file()) var config: String?

    func run() throws {
        var taken: [String: String] = [:]
        let path = try node(&taken)
        if let panel = taken[path], try recordThroughDaemon(panel) { return }
        let source: EventNode
        do { source = try EventNode(path) } catch {
            complain("touchctl: \(error)")
            throw error.code == EACCES || error.code == EPERM ? Exit.permission : Exit.noInput
        }
        let signals = Self.signals()
        let output = try RecordingFile(file)
        var writer = EvemuWriter()
        writer.describe(source.device, comments: ["Recorded by touchctl from \(path)"])
        try output.append(&writer)
        complain("touchctl: recording \"\(source.device.name)\" (\(path)); Ctrl-C ends it")
        do {
            defer { Self.reportEnd(of: writer) }
            try copy(source, to: output, &writer, until: signals)
        }
        try Self.checkIsWhole(writer)
    }

    /// Says how much was recorded.
    static func reportEnd(of writer: EvemuWriter) { complain("touchctl: \(writer.events) events in \(writer.frames) frames") }

    /// Exits with 74 if the recording has gaps.
    static func checkIsWhole(_ writer: EvemuWriter) throws {
        if writer.drops == 0 { return }
        complain("touchctl: the kernel lost events \(writer.drops) times (SYN_DROPPED); the recording has gaps there")
        throw Exit.inputOutput
    }

    /// Writes events as they come. Returns at a signal, or when the panel has been removed.
    private func copy(_ source: EventNode, to output: RecordingFile, _ writer: inout EvemuWriter, until signals: Int32) throws {
        let watcher = PanelWatcher()
        var ready = ([source.fd, signals] + watcher.fds).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            guard poll(&ready, nfds_t(ready.count), -1) >= 0 || errno == EINTR else {
                complain("touchctl: cannot wait for \(source.node): \(String(cString: strerror(errno)))")
                throw Exit.inputOutput
            }
            let isStopped = ready[1].revents != 0
            let isUnplugged = ready[2...].contains { $0.revents != 0 } && watcher.changes().contains { $0.isRemoval(of: source.node) }
            // Events that came before the signal are always written first.
            let result = source.read { event in
                if writer.events == 0 { writer.comment(WallClock.comment(at: event.time)) }
                writer.add(event, name: EventNode.name(of: event))
            }
            try output.append(&writer)
            switch result {
            case .failed(let code):
                complain("touchctl: cannot read \(source.node): \(String(cString: strerror(code)))")
                throw Exit.inputOutput
            case .drained where isStopped: return
            case .drained where !isUnplugged: break
            case .drained, .removed:
                complain("touchctl: \(source.node) is gone")
                return
            }
        }
    }

    /// Blocks the signals before the file is created: from then on Ctrl-C ends the recording, not the program.
    static func signals() -> Int32 { clinux_signalfd([SIGINT, SIGTERM, SIGHUP], 3) }

    // MARK: The panel

    /// The event node that the argument names, or the recording that stands in for it.
    ///
    /// - Parameter taken: receives touchd's panels, by node.
    private func node(_ taken: inout [String: String]) throws -> String {
        if panel.has("/") {
            for device in try present(isQuiet: true) { taken[device.node] = device.isTaken ? device.id : nil }
            // udev reports the removal of /dev/input/eventN, so a link is resolved first.
            var status = stat()
            guard lstat(panel, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let resolved = realpath(panel, nil)
            else { return panel }
            defer { free(resolved) }
            return String(cString: resolved)
        }
        let present = try present(isQuiet: false)
        for device in present { taken[device.node] = device.isTaken ? device.id : nil }
        let byID = present.filter { $0.id == panel }
        let fitting = byID.isEmpty ? present.filter { $0.name == panel } : byID
        if fitting.count == 1 { return fitting[0].node }
        let words = (fitting.isEmpty ? present : fitting).map { device in
            "\n    \(device.node)  \"\(device.name)\"" + (device.id.map { ", panel \($0)" } ?? "")
        }.joined()
        if !fitting.isEmpty {
            complain("touchctl: several panels are called \"\(panel)\"; give the node of one:\(words)")
        } else if present.isEmpty {
            complain("touchctl: there is no panel \"\(panel)\" and no other panel; you can give the path of an event node")
        } else {
            complain("touchctl: there is no panel \"\(panel)\"; choose one of:\(words)")
        }
        throw Exit.noInput
    }

    private typealias Device = (node: String, name: String, id: String?, isTaken: Bool)

    /// The devices that are present.
    ///
    /// - Parameter isQuiet: asks only for touchd's panels, and prints no message if touchd does not run.
    private func present(isQuiet: Bool) throws -> [Device] {
        let asks = config == nil && !(isQuiet && direct)
        // In quiet mode, a peer at the socket that is not touchd counts as having no panels.
        if asks, let devices = isQuiet ? try? Devices.ask(sockets.events, isQuiet: true) : try Devices.ask(sockets.events) {
            return devices.map { ($0["node"]?.string ?? "", $0["name"]?.string ?? "", $0["panel"]?.string, !direct && $0["panel"]?.string != nil) }
        }
        if isQuiet { return [] }
        let present = PanelWatcher().present()
        let matcher = try matcher()
        let answers = matcher?.assign(present.map(\.identity))
        return present.indices.map { index in
            var id: String?
            if case .matched(let entry) = answers?[index] { id = matcher?.entries[entry].settings.id }
            return (present[index].node, present[index].identity.name, id, false)
        }
    }

    /// The matcher of the configuration. It is nil if there is no valid configuration: panels then have names but no IDs.
    private func matcher() throws -> PanelMatcher? {
        if let config { return PanelMatcher(try settings(from: config), file: config) }
        let usual = sockets.events.chosen.configuration
        do {
            if let settings = try loadConfiguration(file: usual).settings { return PanelMatcher(settings, file: usual) }
            complain("touchctl: note: \(usual) has errors, which \"touchctl check\" lists; panels have no ids, only names")
        } catch {
            if error.code != ENOENT { complain("touchctl: note: \(error); panels have no ids, only names") }
        }
        return nil
    }
}

extension PanelWatcher.Change {
    fileprivate func isRemoval(of node: String) -> Bool {
        if case .removed(node) = self { true } else { false }
    }
}

extension WallClock {
    /// The comment before a recording's first event: the wall clock time of the event.
    ///
    /// - Parameter time: the event time, in µs of the kernel's CLOCK_MONOTONIC.
    static func comment(at time: Int64) -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = MonotonicClock.now - time
        let wall = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
        // A recording that touchd plays has its own clock.
        return comment(wall - ((0...10_000_000).contains(age) ? age : 0))
    }
}
