import Configuration
import Panels
import Recordings
import Server
import TouchCore
import Wire

/// The whole service, except its process: creates the parts and connects them. Everything runs on one thread, in handlers of the loop.
public final class TouchService {
    public private(set) var publisher: Publisher!
    let loop: EventLoop
    let platform: Platform
    var log: ServiceLog { platform.log }
    /// The configuration's file, the time when it was loaded, and its last refusal.
    public internal(set) var configurationEntry: ConfigurationEntry
    public internal(set) var access: AccessRules
    /// The regions as the configuration in force states them.
    var configured: ConfiguredTree
    var authors = EditAuthors()
    let panels = PanelTable()
    let dispatcher: TouchDispatcher
    let registry: PanelRegistry
    let injected: InjectedPanels
    let accessibilityPanels: AccessibilityPanels
    let escape: GrabEscape
    let virtualPanels: VirtualPanels
    let keyboards: Keyboards
    let outputs: Outputs
    let displays: Displays
    let follower: ScreenFollower
    let recovery: Recovery
    let siblings: Siblings
    let keypads: Keypads
    private(set) var recorded: RecordedPanels!
    private(set) var reloader: Reloader!
    private(set) var trial: Trial!
    private(set) var values: StateKeeper<[SavedValue]>!
    let statistics: Statistics
    private var interruptions: Interruptions!

    /// - Parameters:
    ///   - loops: whether to repeat the recordings endlessly.
    ///   - epoch: identifies this run of the service. Ids start again with each run.
    ///   - identify: returns the peer of a connection, given its descriptor.
    /// - Throws: `StartFailure` if a recording cannot be used. The listeners are then closed.
    public init(
        _ loaded: LoadedConfiguration, listeners: [Listener], recordings: [Recording] = [], loops: Bool = false, epoch: String, loop: EventLoop,
        platform: Platform, identify: @escaping (Int32) -> Peer = { Peer(of: $0) }
    ) throws(StartFailure) {
        self.loop = loop
        self.platform = platform
        let (file, log) = (platform.configuration.file, platform.log)
        configurationEntry = ConfigurationEntry(file: file, loadedAt: loop.now())
        access = loaded.access
        configured = loaded.configured
        dispatcher = TouchDispatcher(loaded.tree, panels, loop: loop)
        registry = PanelRegistry(loaded.settings, file: file, panels, dispatcher, source: platform.panels, loop: loop, log: log)
        statistics = Statistics(platform.state, panels, dispatcher, loop: loop, log: log, wallClock: platform.wallClock)
        injected = InjectedPanels(panels, registry, dispatcher, loop: loop)
        accessibilityPanels = AccessibilityPanels(panels, registry)
        virtualPanels = VirtualPanels(
            platform.virtualPanels, panels, dispatcher, registry, known: loaded.panels, state: platform.state, instance: platform.instance,
            loop: loop, log: log)
        dispatcher.virtualPanels = virtualPanels
        keyboards = Keyboards(platform.virtualPanels, dispatcher, instance: platform.instance, loop: loop, log: log)
        dispatcher.keyboards = keyboards
        escape = GrabEscape(panels, registry, virtualPanels, dispatcher, loop: loop, log: log)
        outputs = Outputs(platform.outputs, panels, dispatcher, loop: loop, log: log)
        displays = Displays(platform.outputs, dispatcher, loop: loop, log: log)
        follower = ScreenFollower(platform.units)
        recovery = Recovery(panels, registry, dispatcher, commands: platform.commands, loop: loop, log: log)
        siblings = Siblings(panels, registry, source: platform.panels, loop: loop, log: log)
        keypads = Keypads(loaded.settings, file: file, panels, dispatcher, source: platform.panels, loop: loop, log: log)
        publisher = Publisher(
            loop: loop, listeners: listeners, epoch: epoch, router: self, encoder: loaded.encoder, texts: loaded.texts, identify: identify)
        publisher.log = log.write
        dispatcher.publisher = publisher
        dispatcher.dispatchPending = { [unowned self] in
            registry.readAll()
            keypads.readAll()
            recorded.play()
        }
        registry.publisher = publisher
        #if DEBUG
            loop.afterTurn = { [weak self] in self?.checkInvariants() }
        #endif
        registry.delegate = self
        do { recorded = try RecordedPanels(recordings, loops: loops, registry, dispatcher, loop: loop, log: log) } catch {
            publisher.close()
            throw error
        }
        values = StateKeeper(.values, in: platform.state, loop: loop, log: log) { [unowned self] in SavedValue.all(of: tree, configured) }
        dispatcher.treeChanged = { [unowned self] in values.changed() }
        values.use(keeps: loaded.settings.server.keepsState)
        statistics.restore(loaded.statistics, loaded.hours)
        statistics.use(keeps: loaded.settings.server.keepsStatistics)
        virtualPanels.keeper.use(keeps: KnownPanel.isNeeded(by: loaded.settings))
        if let why = loaded.fallbackReason { fallBack(why) }
        reloader = Reloader(
            platform.configuration, loop: loop, tree: { [unowned self] in treeInForce(resets: $0) },
            began: { [unowned self] in platform.notify("RELOADING=1\nMONOTONIC_USEC=\(self.loop.now())") },
            finished: { [unowned self] in finishReload($0, $1) },
            holdEdits: { [unowned self] in publisher.holdEdits($0) },
            didFinishReading: { [unowned self] in platform.notify("READY=1\n\(status)") })
        trial = Trial(loaded.text, registry, virtualPanels, publisher, loop: loop, log: log) { [unowned self] in reloader.reload($0, $1) }
        recovery.use(registry.matcher.entries)
        interruptions = Interruptions(platform.interruptions, panels, registry, dispatcher, loop: loop, log: log)
        outputs.use(registry.matcher.entries, registry.screens)
        startScreens()
        keyboards.update()
        keypads.willPress = { [displays] in displays.willTouch(screen: $0) }
        registry.start()
        keypads.update()
        // Creates the virtual panels of panels that are not there.
        virtualPanels.update()
        discardKeptDevices()
    }

    /// Removes the virtual panels and keyboards left by the previous run, except those of configured panels that may still appear. Call it after all
    /// present panels have been opened.
    func discardKeptDevices() { platform.virtualPanels?.discardKept(except: virtualPanels.phys.union(keyboards.phys)) }

    /// The status for the service manager (`STATUS=`), in one line.
    var status: String {
        configurationEntry.isLastGood ? "STATUS=the configuration is wrong; the last valid one is in force; \(counts)" : "STATUS=\(counts)"
    }

    private var counts: String {
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        return "\(count(panels.all.count { !$0.isInjected }, "panel")), \(count(tree.regionCount, "region"))"
    }

    /// Starts the idle time of screens, and reports to the log and the service manager that the service is ready. The loop may run afterwards.
    public func start() {
        dispatcher.startScreens()
        log(
            .started, "\(ServerMessages.version): serving \(publisher.path); panels: \(panels.all.count), regions: \(tree.regionCount)",
            .file(configurationEntry.file))
        platform.notify("READY=1\n\(status)")
    }

    /// Stops a debug build if the service's state contradicts itself. Call it between two events.
    public func checkInvariants() {
        #if DEBUG
            publisher.checkInvariants()
        #endif
    }

    /// Cancels all touches, writes the kept state a last time, and disconnects all clients.
    public func shutDown() {
        platform.notify("STOPPING=1")
        for panel in panels.all { dispatcher.cancelTouches(of: panel, .shutdown) }
        virtualPanels.shutDown()
        virtualPanels.keeper.finish()
        keyboards.shutDown()
        values.finish()
        statistics.finish()
        publisher.close()
    }
}

extension TouchService: PanelRegistryDelegate {
    func willOpen(_ settings: PanelSettings) { recovery.opened(settings) }

    func failed(_ settings: PanelSettings, at node: String, _ why: String) { recovery.failed(settings, at: node, why) }

    func didAdd(_ panel: OpenPanel) {
        outputs.follow(panel)
        recovery.follow(panel)
        siblings.update(panel)
        virtualPanels.update(panel)
    }

    func hasSurface(screen: Int) -> Bool { virtualPanels.hasSurface(screen: screen) }

    func ownerOfVirtualPanel(_ device: PanelWatcher.Device) -> String? { virtualPanels.owner(of: device) }

    func didChangeGrab(_ panel: OpenPanel) {
        virtualPanels.update(panel)
        siblings.update(panel)
    }

    func didChangeDevices() {
        siblings.update()
        keypads.update()
    }

    func didRead(_ panel: OpenPanel, _ device: any PanelDevice) { escape.watch(panel, contacts: dispatcher.contactCount(of: panel)) }

    func didReadNoise(_ panel: OpenPanel) { recovery.checkNoise(of: panel) }

    func didLose(_ panel: OpenPanel) { recovery.endTroubleIfReporting(of: panel) }

    func didUnplug(_ node: String) {
        recovery.unplugged(node)
        siblings.unplugged(node)
        keypads.unplugged(node)
    }

    func willRemove(_ panel: OpenPanel) {
        escape.forget(panel)
        siblings.willRemove(panel)
        statistics.willRemove(panel)
        virtualPanels.willRemove(panel)
    }

    func didChangePanels() { platform.notify(status) }
}
