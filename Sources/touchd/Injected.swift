import Configuration
import Panels
import Server
import TouchCore
import Wire

/// Touches that clients inject: of a panel of each screen's that is no device, and there from the first of them on.
extension Daemon {
    /// No other panel's id: these end in a number.
    static func injectedEntry(onScreen index: Int, of settings: Settings) -> PanelMatcher.Entry {
        let id = settings.screens[index].spec.id + "-injected"
        return PanelMatcher.Entry(screen: index, settings: PanelSettings(id: id, match: PanelMatch()))
    }

    func inject(_ changes: [ContactChange], screen: String) {
        let panel = injectedPanel(screen) ?? openInjected(screen)
        let now = monotonicNow()
        while pipeline.advance(panel.panel, to: now) { publishFrame() }
        pipeline.handle(changes, panel: panel.panel, at: now)
        publishFrame()
        setDeadlineTimer()
    }

    func injectedTouch(inSlot slot: Int, screen: String) -> TouchID? {
        injectedPanel(screen).flatMap { pipeline.touch(inSlot: slot, ofPanel: $0.panel) }
    }

    private func injectedPanel(_ screen: String) -> OpenPanel? {
        panels.first { if case .injected(screen) = $0.source { true } else { false } }
    }

    private func openInjected(_ screen: String) -> OpenPanel {
        let entry = Self.injectedEntry(onScreen: settings.screens.firstIndex { $0.spec.id == screen }!, of: settings)
        // Touches come in points: of what a device would report there is nothing.
        let panel = add(
            .injected(screen: screen), PanelIdentity(name: "injected touches", vendor: 0, product: 0, source: "the admin socket"),
            PanelProfile(name: "injected touches", kind: .slots(InjectedTouch.maximum)), calibration: .identity, entry)
        announce(panel)
        return panel
    }
}
