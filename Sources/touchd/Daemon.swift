import CLinux
import Configuration
import Glibc
import Panels
import Recordings
import Server
import TouchCore
import Wire

/// Wires panels to the pipeline and the pipeline to the clients. One thread; every method runs on the loop.
final class Daemon {
    private let options: Options
    private let loop = EventLoop()
    private let service = ServiceManager()
    private let watcher = PanelWatcher()
    private var settings: Settings
    private var matcher: PanelMatcher
    private var pipeline: TouchPipeline
    private var publisher: Publisher!
    private var panels: [OpenPanel] = []
    private var players: [RecordingPlayer] = []
    private var hasStartedPlaying = false
    /// Nodes that are present and not used, and why.
    private var refused: [(device: PanelWatcher.Device, reason: String)] = []
    private var signals: Int32 = -1

    init(_ options: Options) throws(StartFailure) {
        self.options = options
        let path = options.configuration
        settings = try Self.load(path)
        matcher = PanelMatcher(settings, file: path)
        pipeline = TouchPipeline(tree: RegionTree(settings.screens.map(\.spec)))
        let listener: Listener
        do { listener = try Listener(path: socketPath) } catch {
            throw StartFailure(message: error.description, status: StartFailure.unavailable)
        }
        publisher = Publisher(
            loop: loop, listener: listener, tree: pipeline.tree, epoch: Self.randomEpoch(),
            sources: Publisher.Sources(
                panels: { [unowned self] in panelEntries },
                touchesDown: { [unowned self] in pipeline.touchesDown.map { (pipeline.name(ofPanel: $0.panel), $0.touch) } },
                nextID: { [unowned self] in pipeline.nextID }, devices: { [unowned self] in deviceEntries },
                subscribed: { [unowned self] in startPlaying() }))
        do { try openRecordings() } catch {
            publisher.close()
            throw error
        }
        listen()
        for device in watcher.present() { consider(device) }
        considerAmbiguous()
    }

    func run() {
        Log.info("\(ServerMessages.version): serving \(socketPath), \(panels.count) panels, \(pipeline.tree.records.count) regions")
        service.notify("READY=1\n\(status)")
        if let interval = service.watchdogInterval {
            // From the loop itself: one that hangs is found out.
            let timer = loop.timer { [service] in service.notify("WATCHDOG=1") }
            timer.set(after: interval / 2, every: interval / 2)
        }
        loop.run()
    }

    private var socketPath: String {
        options.socket ?? getenv("TOUCHD_SOCKET").map { String(cString: $0) } ?? settings.server.socket
            ?? "/run/touchd/events.sock"
    }

    private var status: String { "STATUS=\(panels.count) panels, \(pipeline.tree.records.count) regions" }

    /// Tells this run of the daemon from every other: ids start anew with it.
    private static func randomEpoch() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = String(generator.next(), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func load(_ path: String) throws(StartFailure) -> Settings {
        let result: ConfigurationResult
        do { result = try loadConfiguration(file: path) } catch {
            throw StartFailure(message: "\(error)", status: StartFailure.configuration)
        }
        guard let settings = result.settings else {
            throw StartFailure(
                message: result.diagnostics.map(\.description).joined(separator: "\n"), status: StartFailure.configuration)
        }
        for diagnostic in result.diagnostics { Log.warning(diagnostic.description) }
        return settings
    }

    // MARK: Signals and udev

    private func listen() {
        signals = clinux_signalfd([SIGTERM, SIGINT, SIGHUP], 3)
        loop.add(signals) { [unowned self] _ in
            while case let signal = clinux_signalfd_read(signals), signal > 0 {
                if signal == SIGHUP { reload() } else { shutDown() }
            }
        }
        signal(SIGPIPE, SIG_IGN)
        guard watcher.fd >= 0 else {
            Log.warning("udev's events cannot be had: panels plugged in later are not noticed")
            return
        }
        loop.add(watcher.fd) { [unowned self] _ in
            for change in watcher.changes() {
                switch change {
                case .added(let device): consider(device)
                case .removed(let node): removed(node)
                }
            }
        }
    }

    private func shutDown() {
        service.notify("STOPPING=1")
        for panel in panels {
            pipeline.cancelTouches(ofPanel: panel.panel, reason: .shutdown, time: time(of: panel))
            publishFrame()
        }
        publisher.close()
        loop.stop()
    }

    // MARK: Panels

    /// A touchscreen is there, or has changed.
    private func consider(_ device: PanelWatcher.Device) {
        if panels.contains(where: { $0.identity.source == device.node }) { return }
        refused.removeAll { $0.device.node == device.node }
        var held: [Int: PanelIdentity] = [:]
        for panel in panels {
            if let index = matcher.entries.firstIndex(where: { $0.settings.id == panel.entry.settings.id }) { held[index] = panel.identity }
        }
        switch matcher.assign([device.identity], holding: held)[0] {
        case .refused(let why): refuse(device, why)
        case .matched(let index): open(device, as: matcher.entries[index])
        }
    }

    /// At start all panels are there at once: an entry that fits two must not just take the first.
    private func considerAmbiguous() {
        let present = watcher.present()
        for (device, answer) in zip(present, matcher.assign(present.map(\.identity))) {
            guard case .refused(let why) = answer, let panel = panels.first(where: { $0.identity.source == device.node })
            else { continue }
            remove(panel, reason: .deviceDisabled)
            refuse(device, why)
        }
    }

    private func refuse(_ device: PanelWatcher.Device, _ why: String) {
        refused.append((device, why))
        Log.warning("\(device.identity.summary) is not used: \(why)")
    }

    private func open(_ device: PanelWatcher.Device, as entry: PanelMatcher.Entry) {
        let live: LivePanel
        do { live = try LivePanel(node: device.node, grab: entry.settings.grab) } catch {
            refuse(device, error.message)
            return
        }
        let panel = add(
            .live(live, device), device.identity, live.description, live.kind, calibration: device.calibration, entry)
        pipeline.open(panel.panel, slots: live.kernelSlots, currentSlot: live.currentSlot)
        // Strongly: the loop lets go of it when the panel is removed, and weak references cost at every event.
        loop.add(live.fd) { [self] _ in read(live, panel) }
        announce(panel)
    }

    private func openRecordings() throws(StartFailure) {
        var recordings: [Recording] = []
        for file in options.recordings {
            do { recordings.append(try Recording.load(file)) } catch {
                throw StartFailure(message: "\(error)", status: StartFailure.noInput)
            }
        }
        let identities = recordings.map { PanelIdentity(recording: $0.file, panel: $0.panel) }
        for (index, answer) in matcher.assign(identities).enumerated() {
            let recording = recordings[index]
            switch answer {
            case .refused(let why):
                throw StartFailure(message: "\(recording.file): \(why)", status: StartFailure.configuration)
            case .matched(let entry):
                let kind = PanelKind(recording.panel)
                if case .refused(let why) = kind {
                    throw StartFailure(message: "\(recording.file): \(why)", status: StartFailure.noInput)
                }
                play(recording, identities[index], kind, as: matcher.entries[entry])
            }
        }
    }

    private func play(_ recording: Recording, _ identity: PanelIdentity, _ kind: PanelKind, as entry: PanelMatcher.Entry) {
        var panel: OpenPanel?
        let player = RecordingPlayer(
            recording, loop: loop,
            handle: { [unowned self] event in
                if let panel, pipeline.handle(event, panel: panel.panel) == .frame { publishFrame() }
            },
            ended: { [unowned self] in
                if let ending = panel { remove(ending, reason: .deviceRemoved) }
                panel = nil
            })
        players.append(player)
        panel = add(.recording(player), identity, recording.panel, kind, calibration: .identity, entry)
    }

    /// Recordings start when somebody is there to see them.
    private func startPlaying() {
        if hasStartedPlaying { return }
        hasStartedPlaying = true
        let origin = monotonicNow() - (players.compactMap(\.firstTime).min() ?? 0)
        for player in players { player.start(origin: origin) }
    }

    private func add(
        _ source: OpenPanel.Source, _ identity: PanelIdentity, _ description: PanelDescription, _ kind: PanelKind,
        calibration: AffineTransform, _ entry: PanelMatcher.Entry
    ) -> OpenPanel {
        let mapping = PanelMapping(
            panel: description, kind: kind, udevCalibration: calibration, settings: entry.settings,
            screen: settings.screens[entry.screen].spec.size)
        let number = pipeline.addPanel(entry.settings.id, screen: entry.screen, kind: kind, mapping: mapping)
        let panel = OpenPanel(
            source: source, identity: identity, description: description, kind: kind, calibration: calibration,
            panel: number, entry: entry)
        panels.append(panel)
        return panel
    }

    private func announce(_ panel: OpenPanel) {
        Log.info("panel \(panel.entry.settings.id) is \(panel.identity.summary)")
        publisher.panel(panel.entry.settings.id, added: true, time: nil)
        service.notify(status)
    }

    private func removed(_ node: String) {
        refused.removeAll { $0.device.node == node }
        if let panel = panels.first(where: { $0.identity.source == node }) { remove(panel, reason: .deviceRemoved) }
    }

    /// In this order: what is down is cancelled, the panel is gone.
    private func remove(_ panel: OpenPanel, reason: CancelReason) {
        guard let index = panels.firstIndex(where: { $0 === panel }) else { return }
        if case .live(let live, _) = panel.source { loop.remove(live.fd) }
        let time = time(of: panel)
        pipeline.cancelTouches(ofPanel: panel.panel, reason: reason, time: time)
        publishFrame()
        pipeline.removePanel(panel.panel)
        panels.remove(at: index)
        Log.info("panel \(panel.entry.settings.id), \(panel.identity.summary), is gone")
        publisher.panel(panel.entry.settings.id, added: false, time: time)
        service.notify(status)
    }

    /// A recording's time is its own; a live panel's is the clock its events come with.
    private func time(of panel: OpenPanel) -> Int64 {
        if case .recording(let player) = panel.source { return player.recording.events.last?.time ?? 0 }
        return monotonicNow()
    }

    // MARK: Events

    private func read(_ live: LivePanel, _ panel: OpenPanel) {
        var dropped = false
        let result = live.read { event in
            if dropped { return }  // part of what the resynchronisation covers
            switch pipeline.handle(event, panel: panel.panel) {
            case .frame: publishFrame()
            case .dropped: dropped = true
            case .pending: break
            }
        }
        if dropped {
            live.resynchronise()
            let now = monotonicNow()
            pipeline.resynchronise(panel.panel, slots: live.kernelSlots, currentSlot: live.currentSlot, time: now)
            publishFrame()
            if let more = panel.dropLog.admit(at: now) {
                let times = more > 0 ? " (and \(more) times more since the last such line)" : ""
                Log.warning("panel \(panel.entry.settings.id): the kernel dropped events; resynchronised\(times)")
            }
        }
        switch result {
        case .drained: break
        case .removed: remove(panel, reason: .deviceRemoved)
        case .failed(let code):
            Log.error("\(live.node): cannot be read: \(String(cString: strerror(code)))")
            remove(panel, reason: .deviceRemoved)
        }
    }

    private func publishFrame() {
        if pipeline.frame.isEmpty { return }
        publisher.publish(pipeline.frame, panel: pipeline.name(ofPanel: pipeline.frame.panel))
    }

    // MARK: Reload

    /// The new configuration as a whole, or the old one as a whole.
    private func reload() {
        service.notify("RELOADING=1")
        defer { service.notify("READY=1\n\(status)") }
        let new: Settings
        do { new = try Self.load(options.configuration) } catch {
            Log.error(error.message)
            Log.error("the configuration is refused; the old one stays")
            publisher.refusedReload(error.message)
            return
        }
        let tree = RegionTree(new.screens.map(\.spec))
        let newMatcher = PanelMatcher(new, file: options.configuration)
        // Panels whose entry or screen is another now are closed and taken up again; the others go on.
        for panel in panels {
            let isSame = newMatcher.entries.contains {
                $0.settings == panel.entry.settings && $0.screen == panel.entry.screen
                    && new.screens[$0.screen].spec.size == settings.screens[panel.entry.screen].spec.size
            }
            if !isSame { remove(panel, reason: .reload) }
        }
        for frame in pipeline.replaceTree(tree, time: monotonicNow()) {
            publisher.publish(frame, panel: pipeline.name(ofPanel: frame.panel))
        }
        settings = new
        matcher = newMatcher
        publisher.replaceTree(tree)
        Log.info("configuration reloaded: \(tree.records.count) regions, generation \(publisher.generation)")
        for device in watcher.present() { consider(device) }
    }

    // MARK: What clients may ask

    private var panelEntries: [ServerMessages.PanelEntry] {
        panels.map {
            ServerMessages.PanelEntry(id: $0.entry.settings.id, name: $0.description.name, screen: settings.screens[$0.entry.screen].spec.id)
        }
    }

    private var deviceEntries: [DeviceEntry] {
        func entry(_ identity: PanelIdentity, panel: String?, _ reason: String) -> DeviceEntry {
            DeviceEntry(
                node: identity.source, name: identity.name, vendor: identity.vendor, product: identity.product,
                idPath: identity.idPath ?? "", phys: identity.phys ?? "", panel: panel, reason: reason)
        }
        return panels.map {
            let mark = $0.entry.settings.mark
            return entry($0.identity, panel: $0.entry.settings.id, "matched by \(options.configuration):\(mark.line):\(mark.column)")
        } + refused.map { entry($0.device.identity, panel: nil, "refused: \($0.reason)") }
    }
}
