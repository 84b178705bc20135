import Configuration
import Glibc
import Logging
import Panels
import Recordings
import Server
import TouchCore
import Wire

/// Receives notifications about the registry's panels.
protocol PanelRegistryDelegate: AnyObject {
    /// Called when a panel's device has been opened, before the panel is added.
    func willOpen(_ settings: PanelSettings)
    /// Called when a panel could not be opened or read, and another attempt may succeed.
    func failed(_ settings: PanelSettings, at node: String, _ why: String)
    func didAdd(_ panel: OpenPanel)
    /// Whether a screen has a surface, so that applications below it receive touches.
    func hasSurface(screen: Int) -> Bool
    /// Returns the ID of the panel whose virtual panel this device is; empty if the device belongs to another touchd; nil if it is no virtual
    /// panel.
    func ownerOfVirtualPanel(_ device: PanelWatcher.Device) -> String?
    /// Called when the panel's device has been grabbed after a wait, or released.
    func didChangeGrab(_ panel: OpenPanel)
    /// Called after a grabbed panel was read.
    func didRead(_ panel: OpenPanel, _ device: any PanelDevice)
    /// Called after a panel with a watch for noise was read.
    func didReadNoise(_ panel: OpenPanel)
    /// Called when the panel's device was removed or cannot be read.
    func didLose(_ panel: OpenPanel)
    func didUnplug(_ node: String)
    /// Called after devices have come or gone.
    func didChangeDevices()
    /// Called before the panel's touches are cancelled and the panel is removed.
    func willRemove(_ panel: OpenPanel)
    /// Called when the number of panels has changed.
    func didChangePanels()
}

/// The panels in use. Opens and closes live panels as the panel source reports devices, and after each change of the configuration.
final class PanelRegistry {
    /// A device that is present but not used, and the reason.
    private struct Refusal {
        let device: PanelWatcher.Device
        let reason: String
        /// The reason in the last message of the log about this device; nil if there was none.
        var loggedReason: String?
        /// True while touchd waits for another process to open the device for it. `reason` then says so.
        var isAwaited = false
    }

    unowned var delegate: (any PanelRegistryDelegate)!
    var publisher: Publisher!
    private(set) var matcher: PanelMatcher
    private(set) var screens: [ScreenSettings]
    /// The calibration on trial for one panel, in place of udev's and the configuration's.
    private var triedCalibration: (panel: String, matrix: AffineTransform)?
    private var refused: [Refusal] = []
    /// Nodes being opened because the machine has resumed from sleep.
    private var awaitedAfterSleep: Set<String> = []
    /// Virtual panels of this service and of others. They are never matched with an entry.
    private var virtual: [PanelWatcher.Device] = []
    /// The time in µs between attempts to open a panel that another process keeps from being opened (`PanelError.isCausedByAnotherProcess`).
    private static let retryInterval: Int64 = 2_000_000
    private var retryTimer: EventLoop.Timer!
    private let panels: PanelTable
    private let source: any PanelSource
    private let dispatcher: TouchDispatcher
    private let loop: EventLoop
    private let log: ServiceLog

    init(
        _ settings: Settings, file: String, _ panels: PanelTable, _ dispatcher: TouchDispatcher, source: any PanelSource, loop: EventLoop,
        log: ServiceLog
    ) {
        matcher = PanelMatcher(settings, file: file)
        screens = settings.screens
        self.panels = panels
        self.dispatcher = dispatcher
        self.source = source
        self.loop = loop
        self.log = log
        retryTimer = loop.timer { [unowned self] in reconsider() }
    }

    // MARK: Hot-plug

    /// Opens the panels that are present, and watches for panels that come and go.
    func start() {
        let isWatched = source.watch { [unowned self] notice in
            switch notice {
            case .changed(let changes): changed(changes)
            case .answered(let node): reconsider(opening: node)
            }
        }
        if !isWatched { log(.noHotplug, "cannot listen to udev: panels plugged in later will not be found") }
        reconsider()
        source.awaitAnswers()
    }

    /// Searches for devices once for all these changes, because a search takes milliseconds and a hub with a loose contact may cause many changes at
    /// once.
    private func changed(_ changes: [PanelWatcher.Change]) {
        var gone: Set<String> = []
        for change in changes {
            switch change {
            case .added(let device):
                recalibrate(device)
                gone.remove(device.node)
            case .removed(let node):
                removed(node)
                gone.insert(node)
            case .other: break
            case .missed:
                // Closes the panels whose devices have gone, so that others at the same nodes are new.
                readAll()
                gone = []
            }
        }
        reconsider(without: gone)
        delegate.didChangeDevices()
    }

    /// Matches all unused touchscreens with the entries of the configuration, and opens those that match. An entry that fits two devices uses
    /// neither, so any change of the devices or of the configuration can make a match unique. Each change therefore matches all unused touchscreens
    /// again.
    ///
    /// - Parameters:
    ///   - gone: nodes that are being removed, even if the source still lists them.
    ///   - only: the only refused node that is tried again; all other refused nodes stay refused. If nil, all nodes are tried.
    ///   - isAfterSleep: whether the machine has just resumed. If so, contacts that are down began before the sleep, and do not become touches.
    func reconsider(without gone: Set<String> = [], opening only: String? = nil, isAfterSleep: Bool = false) {
        let present = source.present().filter { !gone.contains($0.node) && panels.panel(atNode: $0.node) == nil }
        virtual = present.filter { delegate.ownerOfVirtualPanel($0) != nil }
        let idle = present.filter { device in !virtual.contains { $0.node == device.node } }
        var held: [Int: PanelIdentity] = [:]
        for panel in panels.all {
            if let index = matcher.entries.firstIndex(where: { $0.settings.id == panel.id }) { held[index] = panel.identity }
        }
        let before = refused
        refused = []
        for (device, answer) in zip(idle, matcher.assign(idle.map(\.identity), holding: held)) {
            switch answer {
            case .refused(let why): refuse(device, why, unlessIn: before)
            case .matched(let index):
                if let only, device.node != only, let old = before.first(where: { $0.device.node == device.node }) {
                    refused.append(old)
                } else {
                    open(device, as: matcher.entries[index], unlessIn: before, isAfterSleep: isAfterSleep)
                }
            }
        }
    }

    /// Records a refusal, and logs it unless it is already known.
    private func refuse(_ device: PanelWatcher.Device, _ why: String, unlessIn known: [Refusal]) {
        refused.append(Refusal(device: device, reason: why, loggedReason: why))
        if known.contains(where: { $0.device.node == device.node && $0.loggedReason == why }) { return }
        log(.deviceUnused, "\(device.identity.summary) is not used: \(why)", .device(device.node), .reason(why))
    }

    private func open(_ found: PanelWatcher.Device, as entry: PanelMatcher.Entry, unlessIn known: [Refusal], isAfterSleep: Bool) {
        let isAfterSleep = awaitedAfterSleep.remove(found.node) != nil || isAfterSleep
        let device: any PanelDevice
        do throws(PanelError) {
            device = try source.open(found.node, entry.settings)
            // The compositor has seen the contacts that are down. If it does not see them lift, they stay down for it.
            let hasSurface = delegate.hasSurface(screen: entry.screen)
            if entry.settings.grab, !hasSurface || !device.hasContact { try device.grab() }
            // Other readers may have seen a finger that came down just before the grab.
            if device.isGrabbed, hasSurface, device.hasContact { device.releaseGrab() }
        } catch {
            if error.isAwaiting {
                let logged = known.first { $0.device.node == found.node }?.loggedReason
                refused.append(Refusal(device: found, reason: error.message, loggedReason: logged, isAwaited: true))
                if isAfterSleep { awaitedAfterSleep.insert(found.node) }
                return
            }
            if error.isCausedByAnotherProcess {
                retryTimer.set(after: Self.retryInterval)
                refuse(found, error.message, unlessIn: known)
            } else if error.mayPass {
                refused.append(Refusal(device: found, reason: error.message))
                delegate.failed(entry.settings, at: found.node, error.message)
            } else {
                refuse(found, error.message, unlessIn: known)
            }
            return
        }
        logCalibrationFault(found)
        delegate.willOpen(entry.settings)
        let panel = add(.live(device), found.identity, device.profile, calibration: found.calibration, entry)
        let isResumed = entry.settings.rules.opening == .resume && !isAfterSleep
        if !isResumed { dispatcher.open(panel, from: device) }
        // `self` is captured strongly, because weak references cost time at every event. The loop releases this handler when the panel is removed.
        device.watch(on: loop) { [self] in read(device, panel) }
        announce(panel)
        if panel.grab == .waiting {
            logMessage(.grabWaits, "panel \(panel.id): something is down on it; touchd grabs it once everything has lifted", panel)
        }
        if isResumed { dispatcher.resume(panel, from: device) }
    }

    /// Applies changed properties of a device already in use. A new calibration matrix from udev takes effect once nothing is down on the panel.
    private func recalibrate(_ device: PanelWatcher.Device) {
        guard let panel = panels.panel(atNode: device.node), panel.calibration != device.calibration else { return }
        logCalibrationFault(device)
        panel.calibration = device.calibration
        dispatcher.reconfigure(panel, mapping(of: panel))
        logMessage(.calibrationChanged, "panel \(panel.id): udev has a new calibration for it", panel)
    }

    private func logCalibrationFault(_ device: PanelWatcher.Device) {
        guard let fault = device.calibrationFault else { return }
        log(.calibrationUnusable, "\(device.identity.summary): \(fault)", .device(device.node), .reason(fault))
    }

    private func removed(_ node: String) {
        if let panel = panels.panel(atNode: node) {
            delegate.didLose(panel)
            remove(panel, .deviceRemoved)
        }
        delegate.didUnplug(node)
        awaitedAfterSleep.remove(node)
    }

    // MARK: Panels

    /// Adds a panel. Clients learn of it from `announce`.
    func add(
        _ source: OpenPanel.Source, _ identity: PanelIdentity, _ profile: PanelProfile, calibration: AffineTransform,
        _ entry: PanelMatcher.Entry
    ) -> OpenPanel {
        var makesTouches = false
        if case .accessibility = source { makesTouches = true }
        let panelID = dispatcher.addPanel(entry, kind: profile.kind, mapping: mapping(profile, calibration, entry), makesTouches: makesTouches)
        let panel = OpenPanel(
            source: source, identity: identity, profile: profile, calibration: calibration, panelID: panelID, entry: entry, openedAt: loop.now())
        panels.add(panel)
        for known in profile.quirks {
            let names = known.quirks.map(\.name).joined(separator: " and ")
            logMessage(.quirkMended, "panel \(panel.id): applied quirks: \(names) (\(known.reason)); \"quirks: false\" turns them off", panel)
        }
        delegate.didAdd(panel)
        return panel
    }

    func announce(_ panel: OpenPanel) {
        log(
            .panelOpened, "panel \(panel.id) is \(panel.identity.summary)", .panel(panel.id), .screen(screens[panel.entry.screen].spec.id),
            .device(panel.identity.source))
        publisher.added(entry(of: panel))
        delegate.didChangePanels()
    }

    /// Removes a panel: first cancels its touches, then reports to clients that the panel is gone.
    func remove(_ panel: OpenPanel, _ reason: CancelReason) {
        guard panels[panel.panelID] === panel else { return }
        if case .recording(let recording) = panel.source { recording.panel = nil }
        panel.device?.unwatch(on: loop)
        delegate.willRemove(panel)
        let time = dispatcher.time(of: panel)
        dispatcher.cancelTouches(of: panel, reason)
        dispatcher.removePanel(panel)
        if case .injected(let screen) = panel.source { publisher.forgetInjected(screen: screen) }
        _ = panels.remove(panel)
        if case .recording = panel.source, reason == .deviceRemoved {
            log(
                .recordingEnded, "panel \(panel.id): its recording \(panel.identity.source) has ended", .panel(panel.id),
                .device(panel.identity.source))
        } else {
            log(
                .panelGone, "panel \(panel.id), \(panel.identity.summary), is gone", .panel(panel.id),
                .device(panel.identity.source), .reason(reason.rawValue))
        }
        publisher.removed(panel.id, panelID: panel.panelID, time: time)
        delegate.didChangePanels()
    }

    func removeDevices(_ reason: CancelReason) {
        for panel in panels.all where panel.device != nil { remove(panel, reason) }
    }

    /// Closes the panels whose device, screen, grab or quirks would change with this configuration.
    func closeChangedPanels(by new: Settings) {
        let entries =
            PanelMatcher(new, file: matcher.file).entries + InjectedPanels.entries(of: new.screens)
            + AccessibilityPanels.entries(of: new.screens)
        for panel in panels.all {
            if let entry = panel.entry.successor(in: entries) { panel.entry = entry } else { remove(panel, .reload) }
        }
    }

    /// Applies a configuration to the panels that are still open. A new mapping and new rules take effect once nothing is down on them.
    func use(_ new: Settings) {
        matcher = PanelMatcher(new, file: matcher.file)
        screens = new.screens
        for panel in panels.all { dispatcher.reconfigure(panel, mapping(of: panel)) }
    }

    /// Uses only this calibration for a panel, once nothing is down on it; nil restores the panel's usual mapping.
    func tryCalibration(_ matrix: AffineTransform?, of id: String) {
        let before = triedCalibration?.panel
        triedCalibration = matrix.map { (id, $0) }
        for panel in panels.all where panel.id == id || panel.id == before { dispatcher.reconfigure(panel, mapping(of: panel)) }
    }

    /// Returns the mapping of a panel with this profile and udev calibration by the current configuration.
    func mapping(_ profile: PanelProfile, _ calibration: AffineTransform, _ entry: PanelMatcher.Entry) -> PanelMapping {
        if let tried = triedCalibration, tried.panel == entry.settings.id {
            var settings = entry.settings
            settings.calibration = tried.matrix
            return PanelMapping(profile, settings: settings, screen: screens[entry.screen].spec.size)
        }
        return PanelMapping(profile, udevCalibration: calibration, settings: entry.settings, screen: screens[entry.screen].spec.size)
    }

    /// Returns the panel's mapping by the current configuration. After a reload it takes effect once nothing is down.
    func mapping(of panel: OpenPanel) -> PanelMapping { mapping(panel.profile, panel.calibration, panel.entry) }

    // MARK: Events

    /// Dispatches everything that the devices have reported.
    func readAll() {
        for panel in panels.all { if let device = panel.device { read(device, panel) } }
    }

    private func read(_ device: any PanelDevice, _ panel: OpenPanel) {
        var dropped = false
        let result = device.read { events in
            var events = events
            // Skip the events after a drop, because the resynchronisation replaces them.
            while !dropped, !events.isEmpty { dropped = dispatcher.handle(&events, panel) == .dropped }
        }
        if dropped {
            device.resynchronise()
            let now = loop.now()
            dispatcher.resynchronise(panel, from: device, at: now)
            log(
                .eventsDropped, few: panel.id, "panel \(panel.id): the kernel dropped events; resynchronised", .panel(panel.id),
                .device(panel.identity.source))
        }
        dispatcher.setTimer()
        if device.isGrabbed { delegate.didRead(panel, device) }
        if panel.grab == .waiting || panel.grab == .releasing { changeGrab(device, panel) }
        switch result {
        case .drained: if panel.noise != nil { delegate.didReadNoise(panel) }
        case .removed:
            delegate.didLose(panel)
            remove(panel, .deviceRemoved)
        case .failed(let code):
            delegate.didLose(panel)
            remove(panel, .deviceRemoved)
            delegate.failed(panel.entry.settings, at: panel.identity.source, "cannot be read: \(String(cString: strerror(code)))")
        }
    }

    /// Grabs the device, or releases it, once nothing is down on it.
    private func changeGrab(_ device: any PanelDevice, _ panel: OpenPanel) {
        if device.hasContact { return }
        if panel.grab == .releasing {
            // Locked since the fingers asked for it: only staff end a lock.
            if dispatcher.mode(ofScreen: panel.entry.screen) != .normal { return panel.grab = .held }
            return releaseGrab(panel)
        }
        do {
            try device.grab()
            // Other readers may have seen a finger that came down just before the grab.
            if device.hasContact { return device.releaseGrab() }
            panel.grab = .held
            logMessage(.grabbed, "panel \(panel.id): everything has lifted; it is now grabbed", panel)
            delegate.didChangeGrab(panel)
        } catch {
            remove(panel, .deviceDisabled)
            delegate.failed(panel.entry.settings, at: panel.identity.source, error.message)
        }
    }

    func releaseGrab(_ panel: OpenPanel) {
        panel.device?.releaseGrab()
        panel.grab = .released
        delegate.didChangeGrab(panel)
    }

    /// Logs a message about a panel.
    private func logMessage(_ kind: MessageKind, _ text: String, _ panel: OpenPanel) {
        log(kind, text, .panel(panel.id), .device(panel.identity.source))
    }

    // MARK: Queries

    var entries: [PanelEntry] { panels.all.map(entry(of:)) }

    private func entry(of panel: OpenPanel) -> PanelEntry {
        PanelEntry(
            id: panel.id, name: panel.profile.declared.name, screen: screens[panel.entry.screen].spec.id,
            pointsPerMillimetre: mapping(of: panel).pointsPerMillimetre)
    }

    /// The panels that the configuration declares, open or not.
    var configuredPanels: [ConfiguredPanel] {
        matcher.entries.map { entry in
            let id = entry.settings.id
            return ConfiguredPanel(panel: id, screen: screens[entry.screen].spec.id, isOpen: panels.all.contains { $0.id == id && !$0.isInjected })
        }
    }

    /// Returns all devices, used or not. `reopened` returns how often a panel was opened again.
    func deviceEntries(reopened: (String) -> Int) -> [DeviceEntry] {
        func entry(_ identity: PanelIdentity, panel: String?, _ reason: String) -> DeviceEntry {
            DeviceEntry(
                node: identity.source, name: identity.name, vendor: identity.vendor, product: identity.product,
                idPath: identity.idPath ?? "", phys: identity.phys ?? "", panel: panel, reason: reason)
        }
        return panels.all.filter { !$0.isInjected }.map {
            let mark = $0.entry.settings.mark
            var entry = entry($0.identity, panel: $0.id, "matched by \(matcher.file):\(mark.line):\(mark.column)")
            entry.pointsPerMillimetre = mapping(of: $0).pointsPerMillimetre
            entry.quirks = $0.profile.quirkNames
            entry.health = DeviceEntry.health(
                dispatcher.pipeline.counts(ofPanel: $0.panelID), filters: $0.entry.settings.rules.filters != nil, reopened: reopened($0.id))
            return entry
        } + refused.map { entry($0.device.identity, panel: nil, $0.isAwaited ? $0.reason : "refused: \($0.reason)") }
            + virtual.map { entry($0.identity, panel: nil, DeviceEntry.reason(ofVirtualPanel: delegate.ownerOfVirtualPanel($0) ?? "")) }
    }
}

extension PanelMatcher.Entry {
    /// Returns the entry of another configuration that replaces this one without closing the panel, because device, screen, grab and quirks are the
    /// same; nil if there is none.
    func successor(in entries: [PanelMatcher.Entry]) -> PanelMatcher.Entry? {
        entries.first {
            $0.settings.id == settings.id && $0.settings.match == settings.match && $0.settings.grab == settings.grab
                && $0.settings.quirks == settings.quirks && $0.screen == screen
        }
    }
}
