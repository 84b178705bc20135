import Configuration
import Panels
import Server
import TouchCore
import Wire

/// The panels for touches that clients inject. Each screen gets one such panel, without a device, at its first injected touch.
final class InjectedPanels: TouchInjector {
    private let panels: PanelTable
    private let registry: PanelRegistry
    private let dispatcher: TouchDispatcher
    private let loop: EventLoop

    init(_ panels: PanelTable, _ registry: PanelRegistry, _ dispatcher: TouchDispatcher, loop: EventLoop) {
        self.panels = panels
        self.registry = registry
        self.dispatcher = dispatcher
        self.loop = loop
    }

    static func entries(of screens: [ScreenSettings]) -> [PanelMatcher.Entry] {
        screens.indices.map { index in
            // No other panel can have this ID, because the ids of others end in a number.
            let id = screens[index].spec.id + "-injected"
            return PanelMatcher.Entry(screen: index, settings: PanelSettings(id: id, match: PanelMatch()))
        }
    }

    func inject(_ changes: [ContactChange], screen: String) {
        dispatcher.handle(changes, panel(ofScreen: screen) ?? open(screen), at: loop.now())
    }

    func touch(inSlot slot: Int, screen: String) -> TouchID? {
        panel(ofScreen: screen).flatMap { dispatcher.pipeline.touch(inSlot: slot, ofPanel: $0.panelID) }
    }

    private func panel(ofScreen screen: String) -> OpenPanel? {
        panels.all.first { if case .injected(screen) = $0.source { true } else { false } }
    }

    private func open(_ screen: String) -> OpenPanel {
        let screens = registry.screens
        let entry = Self.entries(of: screens)[screens.firstIndex { $0.spec.id == screen }!]
        // Injected touches are in points, so the profile has no axes of a device.
        let panel = registry.add(
            .injected(screen: screen), PanelIdentity(name: "injected touches", vendor: 0, product: 0, source: "clients"),
            PanelProfile(name: "injected touches", kind: .slots(InjectedTouch.maximum)), calibration: .identity, entry)
        registry.announce(panel)
        return panel
    }
}
