import Configuration
import Panels
import Server
import TouchCore

/// The virtual panels. Each grabbed panel whose screen has a surface has a virtual panel. Applications below the surface read the touches of the
/// grabbed panel from the virtual panel.
final class VirtualPanels {
    private let source: (any VirtualPanelSource)?
    private let panels: PanelTable
    private let dispatcher: TouchDispatcher
    private let registry: PanelRegistry
    private let loop: EventLoop
    private let log: ServiceLog
    /// The name of this touchd among several on the machine.
    private let instance: String?
    /// The screens that have a surface.
    private var screens: Set<Int> = []
    /// The reasons, as logged, why panels have no virtual panel, by panel ID.
    private var failures: [String: String] = [:]
    private var timer: EventLoop.Timer!

    init(
        _ source: (any VirtualPanelSource)?, _ panels: PanelTable, _ dispatcher: TouchDispatcher, _ registry: PanelRegistry, instance: String?,
        loop: EventLoop, log: ServiceLog
    ) {
        self.source = source
        self.panels = panels
        self.dispatcher = dispatcher
        self.registry = registry
        self.instance = instance
        self.loop = loop
        self.log = log
        timer = loop.timer { [unowned self] in flush() }
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
        for panel in panels.all { update(panel) }
    }

    func update(_ panel: OpenPanel) {
        guard let source, panel.device != nil else { return }
        let wants = panel.entry.settings.grab && panel.grab != .released && screens.contains(panel.entry.screen)
        let layout = wants ? layout(of: panel) : nil
        if let old = panel.virtual {
            if old.layout == layout, old.settings == panel.entry.settings.virtual { return }
            end(panel)
        }
        guard let layout else { return }
        do {
            let device = try source.make(layout)
            let settings = panel.entry.settings.virtual
            panel.virtual = VirtualPanel(
                layout, settings, device, panel.profile, dispatcher.pipeline.mapping(ofPanel: panel.panelID), screen: size(of: panel), log: log)
            failures[panel.id] = nil
            log(
                .virtualPanelMade,
                "panel \(panel.id): applications get the touches of surfaces from \"\(layout.name)\" (\(device.inputName))",
                .panel(panel.id), .device(device.inputName))
        } catch {
            if failures.updateValue(error.description, forKey: panel.id) == error.description { return }
            log(
                .virtualPanelNotMade, "panel \(panel.id): applications get no touches of surfaces: \(error)",
                .panel(panel.id), .reason("\(error)"))
        }
    }

    private func layout(of panel: OpenPanel) -> VirtualPanelLayout {
        VirtualPanelLayout(
            of: panel.id, panel.profile, registry.mapping(of: panel), panel.entry.settings.virtual,
            screen: (registry.screens[panel.entry.screen].spec.id, size(of: panel)), instance: instance)
    }

    private func size(of panel: OpenPanel) -> Size { registry.screens[panel.entry.screen].spec.size }

    /// Lifts everything that is down on a panel's virtual panel, then removes the device.
    func end(_ panel: OpenPanel) {
        guard let virtual = panel.virtual else { return }
        panel.virtual = nil
        virtual.liftAll(at: loop.now())
        virtual.device.destroy()
    }

    /// Lifts everything that is down, and leaves the devices for the next run.
    func shutDown() {
        for panel in panels.all {
            guard let virtual = panel.virtual else { continue }
            panel.virtual = nil
            virtual.liftAll(at: loop.now())
            virtual.device.leave()
        }
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
            let owner = virtual.owner
            if virtual.panel.isIdle { virtual.panel.use(dispatcher.pipeline.mapping(ofPanel: owner.panelID), owner.profile) }
            virtual.panel.process(frames[index], isAlone: frames.count == 1, at: now)
            used = true
        }
        if used { flush(at: now) }
    }

    /// Lifts everything that is down on a panel's virtual panel.
    func liftAll(of panel: OpenPanel) { panel.virtual?.liftAll(at: loop.now()) }

    /// Returns the virtual panel that gets a panel's touches. Injected touches go to the first one of the screen.
    private func virtual(of panel: OpenPanel, _ frame: borrowing RoutedFrame) -> (owner: OpenPanel, panel: VirtualPanel)? {
        if let virtual = panel.virtual { return panel.grab == .held ? (panel, virtual) : nil }
        guard panel.isInjected else { return nil }
        let owners = panels.all.filter { $0.virtual != nil && $0.grab == .held && $0.entry.screen == panel.entry.screen }
        // A touch ends on the virtual panel where it began, even if another one has become the first.
        let known = owners.first { owner in frame.events.contains { $0.isForSurface && owner.virtual!.contains($0.id) } }
        let owner = known ?? owners.first
        return owner.map { ($0, $0.virtual!) }
    }

    private func flush() { flush(at: loop.now()) }

    private func flush(at now: Int64) {
        var next: Int64?
        for panel in panels.all {
            if let due = panel.virtual?.flush(at: now) { next = min(next ?? .max, due) }
        }
        if let next { timer.set(after: next - now) }
    }

    // MARK: Queries

    /// Returns the ID of the panel whose virtual panel this device is; empty if it belongs to another touchd; nil if it is no virtual panel.
    func owner(of device: PanelWatcher.Device) -> String? {
        if let panel = panels.all.first(where: { $0.virtual?.device.inputName == device.inputName && !device.inputName.isEmpty }) { return panel.id }
        return device.isVirtualPanel ? "" : nil
    }
}
