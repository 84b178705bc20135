import Configuration
import Glibc
import Panels
import Server
import TouchCore

/// The virtual panels: one for each entry of `panels` that is grabbed and whose screen has a surface. Applications below the surface read the
/// touches of the grabbed panel from it. It exists while the panel is open, or, as the entry says, also without the panel (contract 8).
final class VirtualPanels {
    private let source: (any VirtualPanelSource)?
    private let panels: PanelTable
    private let dispatcher: TouchDispatcher
    private let registry: PanelRegistry
    private let loop: EventLoop
    private let log: ServiceLog
    /// The name of this touchd among several on the machine.
    private let instance: String?
    /// The existing virtual panels, in the order of the configuration.
    private var all: [VirtualPanel] = []
    /// The panels that this run or an earlier one has seen, by panel ID.
    private var known: [String: KnownPanel]
    /// Saves the known panels for the next run.
    private(set) var keeper: StateKeeper<[KnownPanel]>!
    /// The screens that have a surface.
    private var screens: Set<Int> = []
    /// The reasons, as logged, why panels have no virtual panel, by panel ID.
    private var failures: [String: String] = [:]
    private var timer: EventLoop.Timer!
    /// The time in µs until a virtual panel or keyboard that could not be made is tried again. The daemon waits for the answer.
    static let retryInterval: Int64 = 30_000_000
    /// Whether such an attempt may succeed without a reload. The kernel's module for uinput may be loaded at any time.
    static func mayPass(_ error: PanelError) -> Bool { error.mayPass || [ENOENT, ENODEV].contains(error.code) }
    private var retryTimer: EventLoop.Timer!

    init(
        _ source: (any VirtualPanelSource)?, _ panels: PanelTable, _ dispatcher: TouchDispatcher, _ registry: PanelRegistry, known: [KnownPanel],
        state: StateFolder?, instance: String?, loop: EventLoop, log: ServiceLog
    ) {
        self.known = Dictionary(known.map { ($0.id, $0) }) { $1 }
        self.source = source
        self.panels = panels
        self.dispatcher = dispatcher
        self.registry = registry
        self.instance = instance
        self.loop = loop
        self.log = log
        timer = loop.timer { [unowned self] in flush() }
        retryTimer = loop.timer { [unowned self] in update() }
        keeper = StateKeeper(SavedPanels.kind, in: state, loop: loop, log: log) { [unowned self] in panelsToKeep }
        updateScreens()
    }

    func hasSurface(screen: Int) -> Bool { screens.contains(screen) }

    // MARK: Their life

    /// Updates the virtual panels after an edit of the tree. Costs O(change), unless the change affects surfaces.
    func treeChanged(_ change: TreeChange) {
        if !dispatcher.pipeline.tree.hasSurfaces { return }
        for region in change.removed + change.described where dispatcher.pipeline.tree[region].kind == .surface { return update() }
    }

    /// Updates the virtual panels after a reload, and tries failed ones again.
    func reloaded() {
        failures = [:]
        update()
    }

    /// The `phys` of all virtual panels that the configuration's panels have, or would have if they were present.
    var phys: Set<String> {
        let entries = registry.matcher.entries.filter { $0.settings.grab && screens.contains($0.screen) }
        return Set(entries.map { VirtualPanelLayout.phys(of: $0.settings.id, instance) })
    }

    private func updateScreens() {
        screens = dispatcher.pipeline.tree.screensWithSurfaces
    }

    /// Creates the virtual panels that are missing, and removes those that are no longer needed.
    func update() {
        updateScreens()
        let entries = registry.matcher.entries
        for virtual in all where !entries.contains(where: { $0.settings.id == virtual.layout.panel }) { end(virtual) }
        for entry in entries { update(entry, panels.panel(ofID: entry.settings.id)) }
        all = entries.compactMap { entry in all.first { $0.layout.panel == entry.settings.id } }
    }

    func update(_ panel: OpenPanel) {
        if panel.isInjected { return }
        update(panel.entry, panel)
    }

    /// - Parameter panel: the open panel of the entry; nil if it is not there.
    private func update(_ entry: PanelMatcher.Entry, _ panel: OpenPanel?) {
        guard let source else { return }
        let settings = entry.settings
        if let panel, panel.device != nil, settings.keepsVirtualPanel { record(panel) }
        let wanted = wants(entry, panel) ? plan(entry, panel) : nil
        if let old = virtual(ofPanel: settings.id) {
            if let wanted, isServed(settings, old, wanted.layout) {
                panel?.virtual = old
                if let panel { old.calibration = panel.calibration }
                return
            }
            end(old)
        }
        guard let (layout, profile, calibration) = wanted else { return }
        let name = settings.id
        do {
            let device = try source.make(layout, orServing: servesAnyPanel(settings))
            let mapping = panel.map { dispatcher.pipeline.mapping(ofPanel: $0.panelID) } ?? registry.mapping(profile, calibration, entry)
            let virtual = VirtualPanel(
                device, settings.virtual, profile, calibration: calibration, mapping, screen: size(of: entry), log: log)
            panel?.virtual = virtual
            insert(virtual)
            failures[name] = nil
            log(
                .virtualPanelMade, "panel \(name): applications get the touches of surfaces from \"\(layout.name)\" (\(device.inputName))",
                .panel(name), .device(device.inputName))
        } catch {
            if Self.mayPass(error) { retryTimer.set(after: Self.retryInterval) }
            if failures.updateValue(error.description, forKey: name) == error.description { return }
            log(.virtualPanelNotMade, "panel \(name): applications get no touches of surfaces: \(error)", .panel(name), .reason("\(error)"))
        }
    }

    /// Whether an entry has a virtual panel now.
    private func wants(_ entry: PanelMatcher.Entry, _ panel: OpenPanel?) -> Bool {
        guard entry.settings.grab, screens.contains(entry.screen) else { return false }
        if let panel { return panel.device != nil && (panel.grab != .released || entry.settings.keepsVirtualPanel) }
        return entry.settings.keepsVirtualPanel
    }

    /// Returns the properties of an entry's virtual panel; nil if they are not known.
    private func plan(
        _ entry: PanelMatcher.Entry, _ panel: OpenPanel?
    ) -> (layout: VirtualPanelLayout, profile: PanelProfile, calibration: AffineTransform)? {
        let settings = entry.settings
        guard let (profile, calibration) = panel.map({ ($0.profile, $0.calibration) }) ?? described(settings) else {
            let why = "no description"
            if failures.updateValue(why, forKey: settings.id) != why {
                log(
                    .virtualPanelAwaited,
                    "panel \(settings.id): no virtual panel until the panel is plugged in, because \"space: panel\" needs its description",
                    .panel(settings.id))
            }
            return nil
        }
        let layout = VirtualPanelLayout(
            of: settings.id, profile, registry.mapping(profile, calibration, entry), settings.virtual,
            screen: (registry.screens[entry.screen].spec.id, size(of: entry)), instance: instance)
        return (layout, profile, calibration)
    }

    /// Returns the description of a panel that is not there: from the last time that it was, or, in the screen's units, of any panel.
    private func described(_ settings: PanelSettings) -> (PanelProfile, AffineTransform)? {
        if let panel = known[settings.id] {
            let profile = PanelProfile(panel.description, quirks: settings.quirks)
            if case .refused = profile.kind {} else { return (profile, panel.calibration) }
        }
        if settings.virtual.space == .panel { return nil }
        return (PanelProfile(VirtualPanelLayout.usualPanel(vendor: settings.match.vendor, product: settings.match.product)), .identity)
    }

    /// Whether an existing virtual panel can stay. In the screen's units it serves every panel.
    private func isServed(_ settings: PanelSettings, _ old: VirtualPanel, _ layout: VirtualPanelLayout) -> Bool {
        guard (old.settings.space, old.settings.cancel) == (settings.virtual.space, settings.virtual.cancel) else { return false }
        return old.layout == layout || servesAnyPanel(settings) && old.layout.serves(layout)
    }

    /// Whether a virtual panel stays when a panel with other axes is plugged in, because its places are the screen's.
    private func servesAnyPanel(_ settings: PanelSettings) -> Bool { settings.keepsVirtualPanel && settings.virtual.space == .screen }

    private func size(of entry: PanelMatcher.Entry) -> Size { registry.screens[entry.screen].spec.size }

    private func virtual(ofPanel id: String) -> VirtualPanel? { all.first { $0.layout.panel == id } }

    /// Adds a virtual panel at its place in the order of the configuration.
    private func insert(_ virtual: VirtualPanel) {
        let order = registry.matcher.entries.map(\.settings.id)
        func place(_ virtual: VirtualPanel) -> Int { order.firstIndex(of: virtual.layout.panel) ?? order.count }
        all.insert(virtual, at: all.firstIndex { place($0) > place(virtual) } ?? all.count)
    }

    // MARK: Known panels

    private func record(_ panel: OpenPanel) {
        let new = KnownPanel(id: panel.id, description: panel.profile.declared, calibration: panel.calibration)
        if known.updateValue(new, forKey: panel.id) != new { keeper.changed() }
    }

    /// The known panels of the configuration, in its order.
    private var panelsToKeep: [KnownPanel] {
        registry.matcher.entries.compactMap { $0.settings.keepsVirtualPanel ? known[$0.settings.id] : nil }
    }

    // MARK: Their end

    /// Handles a panel that is about to be removed. Its touches are cancelled next, on the virtual panel too if that stays.
    func willRemove(_ panel: OpenPanel) {
        guard let virtual = panel.virtual else { return }
        if !panel.entry.settings.keepsVirtualPanel { end(virtual) }
    }

    /// Lifts everything that is down on a virtual panel, then removes the device.
    private func end(_ virtual: VirtualPanel) {
        all.removeAll { $0 === virtual }
        for panel in panels.all where panel.virtual === virtual { panel.virtual = nil }
        virtual.liftAll(at: loop.now())
        virtual.device.destroy()
    }

    /// Lifts everything that is down, and leaves the devices for the next run.
    func shutDown() {
        for panel in panels.all { panel.virtual = nil }
        for virtual in all {
            virtual.liftAll(at: loop.now())
            virtual.device.leave()
        }
        all = []
        timer.clear()
    }

    // MARK: Touches

    /// Passes on the touches of surfaces in these frames, before anything is encoded.
    func process(_ frames: borrowing FrameBuffer) {
        if screens.isEmpty { return }
        var used = false
        let now = loop.now()
        for index in 0..<frames.count where frames[index].events.contains(where: \.isForSurface) {
            guard let panel = panels[frames[index].panel], let virtual = virtual(of: panel, frames[index]) else { continue }
            if virtual.isIdle { updateMapping(of: virtual, panel) }
            virtual.process(frames[index], isAlone: frames.count == 1, isInjected: panel.isInjected, at: now)
            used = true
        }
        if used { flush(at: now) }
    }

    /// Lifts a panel's touches on its virtual panel.
    func liftAll(of panel: OpenPanel) {
        guard let virtual = panel.virtual else { return }
        virtual.liftPanel(at: loop.now())
        flush()
    }

    /// Lifts everything on all virtual panels of a screen, except the touches of spared surfaces.
    func liftAll(onScreen screen: Int, except spared: Set<RegionID>) {
        let ids = Set(registry.matcher.entries.filter { $0.screen == screen }.map(\.settings.id))
        for virtual in all where ids.contains(virtual.layout.panel) { virtual.liftAll(at: loop.now(), except: spared) }
        flush()
    }

    /// Applies the current mapping to a virtual panel on which nothing is down.
    ///
    /// - Parameter panel: the panel whose touches come next.
    private func updateMapping(of virtual: VirtualPanel, _ panel: OpenPanel) {
        if panel.virtual === virtual { return virtual.use(dispatcher.pipeline.mapping(ofPanel: panel.panelID), panel.profile) }
        let id = virtual.layout.panel
        if let owner = panels.panel(ofID: id) {
            virtual.use(dispatcher.pipeline.mapping(ofPanel: owner.panelID), owner.profile)
        } else if let entry = registry.matcher.entries.first(where: { $0.settings.id == id }) {
            virtual.use(registry.mapping(virtual.profile, virtual.calibration, entry), virtual.profile)
        }
    }

    /// Returns the virtual panel that gets a panel's touches. Injected touches go to the first one of the screen.
    private func virtual(of panel: OpenPanel, _ frame: borrowing RoutedFrame) -> VirtualPanel? {
        if let virtual = panel.virtual { return panel.grab == .held ? virtual : nil }
        guard panel.isInjected else { return nil }
        let entries = registry.matcher.entries
        let ofScreen = all.filter { virtual in
            entries.contains { $0.settings.id == virtual.layout.panel && $0.screen == panel.entry.screen }
        }
        // A touch ends on the virtual panel where it began, even if another one has become the first, or the grab is over.
        if let own = ofScreen.first(where: { virtual in frame.events.contains { $0.isForSurface && virtual.contains($0.id) } }) { return own }
        // While touchd waits for the grab, the applications read the panel itself.
        return ofScreen.first { panels.panel(ofID: $0.layout.panel).map { $0.grab == .held } ?? true }
    }

    private func flush() { flush(at: loop.now()) }

    private func flush(at now: Int64) {
        var next: Int64?
        for virtual in all {
            if let due = virtual.flush(at: now) { next = min(next ?? .max, due) }
        }
        if let next { timer.set(after: next - now) }
    }

    // MARK: Queries

    /// Returns the ID of the panel whose virtual panel this device is; empty if it belongs to another touchd; nil if it is no virtual panel.
    func owner(of device: PanelWatcher.Device) -> String? {
        if let own = all.first(where: { $0.device.inputName == device.inputName && !device.inputName.isEmpty }) { return own.layout.panel }
        return device.isVirtualPanel ? "" : nil
    }
}
