import CLinux
import Configuration
import Glibc
import Panels
import Recordings
import Server
import TouchCore
import Wire

/// Wires panels to the pipeline and the pipeline to the clients. One thread; every method runs on the loop. How panels
/// come and go is in `ComingAndGoing`, what a new configuration changes in `Reload`, what clients may ask in `Answers`.
final class Daemon {
    let options: Options
    let loop = EventLoop()
    let service = ServiceManager()
    let watcher = PanelWatcher()
    var settings: Settings
    var configurationEntry: ConfigurationEntry
    var access: AccessRules
    var matcher: PanelMatcher
    var pipeline: TouchPipeline
    var publisher: Publisher!
    var panels: [OpenPanel] = []
    var player: RecordingPlayer!
    /// Nodes that are present and not used, and why.
    var refused: [(device: PanelWatcher.Device, reason: String)] = []
    /// From the beginning: a signal that comes while the daemon starts is obeyed once it has.
    let signals = clinux_signalfd([SIGTERM, SIGINT, SIGHUP], 3)
    /// SIGHUP has come before the daemon had started.
    var isStale = false
    var reloads = Reloads()
    /// By the panel's id.
    var recoveries: [String: Recovery] = [:]
    var recoveryTimer: EventLoop.Timer!
    private(set) lazy var commands = RecoveryCommands(loop: loop)
    var silenceTimer: EventLoop.Timer!
    var escapeTimer: EventLoop.Timer!
    /// The grabbed panel on which enough fingers are held.
    var escapingPanel: OpenPanel?
    /// µs the machine had slept in all when it was last looked at.
    var sleptBefore: Int64 = 0
    var opensAfterSleep = false
    var terminalShown: [UInt8] = []
    /// Nil when no panel has an output.
    var outputWatcher: OutputWatcher?
    var outputTimer: EventLoop.Timer!
    /// By what the configuration calls them.
    var outputStates: [String: OutputWatcher.State] = [:]
    var recorders = Recorders()
    private var deadlineTimer: EventLoop.Timer!
    /// Monotonic, µs; never earlier than the earliest deadline needs.
    private var deadlineTimerSetTo: Int64 = .max

    init(_ options: Options) throws(StartFailure) {
        self.options = options
        let path = options.configuration
        let loaded = try LoadedConfiguration.job(path).result(
            signals, isStale: &isStale, ifItHangs: LoadedConfiguration.hangs(path))
        for warning in loaded.warnings { Log.warning(warning) }
        settings = loaded.settings
        configurationEntry = ConfigurationEntry(file: path, loadedAt: loop.now())
        access = loaded.access
        matcher = PanelMatcher(settings, file: path)
        pipeline = TouchPipeline(tree: loaded.tree)
        publisher = Publisher(loop: loop, listeners: try openSockets(), epoch: Self.randomEpoch(), router: self)
        do { try openRecordings() } catch {
            publisher.close()
            throw error
        }
        listen()
        reconsider()
        if let failure = loop.failure ?? Descriptors.shortage(spare: Descriptors.spareAtStart) {
            publisher.close()
            throw StartFailure(message: failure, status: StartFailure.system)
        }
    }

    func run() {
        Log.info("\(ServerMessages.version): serving \(publisher.path), \(panels.count) panels, \(pipeline.tree.regionCount) regions")
        service.notify("READY=1\n\(status)")
        if let interval = service.watchdogInterval {
            // From the loop itself: one that hangs is found out.
            let timer = loop.timer { [service] in service.notify("WATCHDOG=1") }
            timer.set(after: interval / 2, every: interval / 2)
        }
        if isStale { reload { _ in } }
        loop.run()
    }

    var status: String { "STATUS=\(panels.count { !$0.isInjected }) panels, \(pipeline.tree.regionCount) regions" }

    /// Tells this run of the daemon from every other: ids start anew with it.
    private static func randomEpoch() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = String(generator.next(), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    // MARK: Signals and udev

    private func listen() {
        deadlineTimer = loop.timer { [unowned self] in deadlineReached() }
        loop.add(signals) { [unowned self] _ in
            while case let signal = clinux_signalfd_read(signals), signal > 0 {
                if signal == SIGHUP { reload { _ in } } else { shutDown() }
            }
        }
        signal(SIGPIPE, SIG_IGN)
        reloads.timer = loop.timer { [unowned self] in checkReload() }
        recoveryTimer = loop.timer { [unowned self] in recoveryIsDue() }
        silenceTimer = loop.timer { [unowned self] in checkSilence() }
        escapeTimer = loop.timer { [unowned self] in escape() }
        setSilenceTimer()
        watchInterruptions()
        outputTimer = loop.timer { [unowned self] in checkOutputs() }
        watchOutputs()
        guard watcher.fd >= 0 else {
            Log.warning("udev's events cannot be had: panels plugged in later are not noticed")
            return
        }
        loop.add(watcher.fd) { [unowned self] _ in
            for change in watcher.changes() {
                switch change {
                case .added: reconsider()
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

    // MARK: Events

    func read(_ live: LivePanel, _ panel: OpenPanel) {
        var dropped = false
        let result = live.read { event in
            if dropped { return }  // part of what the resynchronisation covers
            while pipeline.advance(panel.panel, to: event.time) { publishFrame() }
            dropped = handle(event, panel) == .dropped
        }
        if dropped {
            live.resynchronise()
            let now = monotonicNow()
            pipeline.resynchronise(panel.panel, slots: live.kernelSlots, currentSlot: live.currentSlot, time: now)
            closeReport(panel.panel, at: now)
            publishFrame()
            let line = panel.dropLog.admit("panel \(panel.entry.settings.id): the kernel dropped events; resynchronised", at: now)
            if let line { Log.warning(line) }
        }
        setDeadlineTimer()
        watchEscape(live, panel)
        switch result {
        case .drained: break
        case .removed:
            noteWork(of: panel)
            remove(panel, reason: .deviceRemoved)
        case .failed(let code):
            noteWork(of: panel)
            remove(panel, reason: .deviceRemoved)
            recover(panel.entry.settings, at: panel.identity.source, "cannot be read: \(String(cString: strerror(code)))")
        }
    }

    /// Takes a panel's next event, live or recorded, all the way.
    func handle(_ event: InputEvent, _ panel: OpenPanel) -> ContactAssembler.Outcome {
        if !recorders.isEmpty { recorders.take(event, panel: panel.panel) }
        let outcome = pipeline.handle(event, panel: panel.panel)
        switch outcome {
        case .frame:
            closeReport(panel.panel, at: event.time)
            publishFrame()
        case .dropped: if !recorders.isEmpty { publish(recorders.drop(panel: panel.panel, at: event.time)) }
        case .pending: break
        }
        return outcome
    }

    /// What happens without an event: at the earliest deadline the timer fires, or earlier, for nothing.
    func setDeadlineTimer() {
        guard let next = nextDue, next.time < deadlineTimerSetTo else { return }
        deadlineTimerSetTo = next.time
        deadlineTimer.set(after: next.time - monotonicNow())
    }

    private func deadlineReached() {
        deadlineTimerSetTo = .max
        // What the kernel already has comes first: an event from before the deadline averts it.
        for panel in panels { if case .live(let live, _) = panel.source { read(live, panel) } }
        player.play()
        advance(to: monotonicNow())
        setDeadlineTimer()
    }

    /// Does what is due on all panels up to a moment of the monotonic clock, in the order in which it is due.
    func advance(to moment: Int64) {
        while let next = nextDue, next.time <= moment {
            let (panel, time) = (next.panel.panel, next.time - clockOffset(of: next.panel))
            if pipeline.advance(panel, to: time) { publishFrame() } else if !publisher.advance(panel: panel, to: time) { return }
        }
    }

    /// The panel on which something happens next without an event, and the moment of the monotonic clock at which.
    private var nextDue: (panel: OpenPanel, time: Int64)? {
        var next: (panel: OpenPanel, time: Int64)?
        for panel in panels {
            var deadline = pipeline.deadline(ofPanel: panel.panel)
            if let held = publisher.deadline(ofPanel: panel.panel) { deadline = min(deadline ?? .max, held) }
            guard let deadline else { continue }
            let due = deadline &+ clockOffset(of: panel)
            if due < next?.time ?? .max { next = (panel, due) }
        }
        return next
    }

    /// What to add to a panel's event time to have the monotonic clock's.
    func clockOffset(of panel: OpenPanel) -> Int64 {
        if case .recording = panel.source { player.origin } else { 0 }
    }

    func publishFrame() {
        if pipeline.frame.isIdle && pipeline.explanations.isEmpty { return }
        let panel = pipeline.name(ofPanel: pipeline.frame.panel)
        // Also of a touch that is withheld from everybody as yet.
        publisher.publish(pipeline.explanations, time: pipeline.frame.time, panel: panel)
        publisher.publish(pipeline.frame, panel: panel)
    }

    /// What a change by a client did to the touches.
    func publish(_ frames: [RoutedFrame]) {
        for frame in frames { publisher.publish(frame, panel: pipeline.name(ofPanel: frame.panel)) }
    }
}
