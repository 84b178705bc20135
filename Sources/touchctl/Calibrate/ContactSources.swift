import ArgumentParser
import Calibration
import Glibc
import Panels
import Recordings
import Sockets
import TouchCore
import Wire

/// The contacts of panels. For panels that touchd has, they come from touchd's recordings; for others, from the device nodes.
final class ContactSources {
    enum Event {
        /// A tap on a panel, given by its index in `panels`; each axis of the place goes from 0 to 1 over the panel's range.
        case tap(panel: Int, Point)
        case timeIsOver
        /// A signal such as Ctrl-C.
        case stopped
    }

    private(set) var panels: [FoundPanel]
    private var readers: [TapReader?]
    private var nodes: [LivePanel?]
    /// The connection that touchd's recordings come from.
    private var connection: Connection?
    private let signals = Record.signals()
    private var waiting: [Event] = []

    /// Opens the panels.
    ///
    /// - Parameter panels: all panels that may be touched. Those that cannot be read are ignored, with a message.
    init(_ panels: [FoundPanel], _ sockets: DaemonSockets) throws {
        self.panels = panels
        readers = panels.map { _ in nil }
        nodes = panels.map { _ in nil }
        for index in panels.indices {
            if panels[index].isTaken, try record(index, sockets) { continue }
            open(index)
        }
        if readers.allSatisfy({ $0 == nil }) {
            complain("touchctl: no panel can be read; \"touchctl devices\" lists the panels")
            throw Exit.noInput
        }
    }

    private func record(_ index: Int, _ sockets: DaemonSockets) throws -> Bool {
        if connection == nil { connection = try? Connection.admin(sockets, isQuiet: true) }
        guard let connection else {
            complain("touchctl: touchd has \(panels[index].name), but this user may not open its admin socket; reading the event node itself")
            return false
        }
        var writer = JSONWriter()
        writer.string(panels[index].facts.id)
        let id = String(decoding: writer.bytes, as: UTF8.self)
        let lines = try connection.ask(#"{"type":"record","panel":\#(id)}"#, capability: "record").message["evemu"]?.array ?? []
        let text = lines.compactMap(\.string).map { $0 + "\n" }.joined()
        guard let recording = try? Recording.parse(Array(text.utf8), file: panels[index].name) else { return false }
        use(PanelProfile(recording.panel, quirks: panels[index].settings?.quirks ?? true), index)
        return true
    }

    private func open(_ index: Int) {
        do {
            let panel = try LivePanel(node: panels[index].node, quirks: panels[index].settings?.quirks ?? true, isOwned: false)
            nodes[index] = panel
            use(panel.profile, index, (panel.kernelSlots, panel.currentSlot))
        } catch {
            complain("touchctl: \(panels[index].name): \(error)")
        }
    }

    private func use(_ profile: PanelProfile, _ index: Int, _ state: (slots: [KernelSlot], current: Int)? = nil) {
        readers[index] = TapReader(profile, state: state)
        panels[index].facts.millimetres = CalibratedPanel.millimetres(profile)
    }

    /// The next tap.
    ///
    /// - Parameter seconds: the time limit.
    func next(within seconds: Double) throws -> Event {
        let end = MonotonicClock.now + Int64(seconds * 1e6)
        while true {
            try readLines()
            if !waiting.isEmpty { return waiting.removeFirst() }
            let left = end - MonotonicClock.now
            if left <= 0 { return .timeIsOver }
            var ready = ([signals, connection?.fd ?? -1] + nodes.map { $0?.fd ?? -1 }).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&ready, nfds_t(ready.count), Int32(min(left / 1000 + 1, 60_000))) >= 0 || errno == EINTR else { throw Exit.inputOutput }
            if ready[0].revents != 0 { return .stopped }
            if ready[1].revents != 0, connection?.receive() == false {
                complain("touchctl: touchd has closed the connection")
                throw Exit.unavailable
            }
            for index in nodes.indices where ready[index + 2].revents != 0 { read(index) }
        }
    }

    /// Discards the taps made before now.
    func discardTaps() throws {
        while case .tap = try next(within: 0) {}
    }

    private func read(_ index: Int) {
        let result = nodes[index]?.read { events in for event in events { handle(event, index) } }
        if readers[index]?.hasDropped == true, let panel = nodes[index] {
            panel.resynchronise()
            use(panel.profile, index, (panel.kernelSlots, panel.currentSlot))
        }
        if case .removed? = result { removePanel(index) }
        if case .failed? = result { removePanel(index) }
    }

    private func removePanel(_ index: Int) {
        complain("touchctl: \(panels[index].name) is gone")
        nodes[index] = nil
    }

    private func handle(_ event: InputEvent, _ index: Int) {
        if let place = readers[index]?.handle(event) { waiting.append(.tap(panel: index, place)) }
    }

    private func readLines() throws {
        while let connection, let line = connection.waitingLine() {
            let message = try connection.parsed(line)
            guard let index = panels.firstIndex(where: { $0.isTaken && $0.facts.id == message["panel"]?.string }) else { continue }
            switch message["type"]?.string {
            case "input":
                for event in (message["events"]?.array ?? []).compactMap(InputEvent.init(json:)) { handle(event, index) }
            case "recorded":
                complain("touchctl: \(panels[index].name): \(message.printable["message"]?.string ?? "")")
                throw Exit.unavailable
            default: break
            }
        }
    }
}
