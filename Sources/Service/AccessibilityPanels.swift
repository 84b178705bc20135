import Configuration
import Panels
import TouchCore

/// The panels of the touches that activations make. Each screen gets one such panel, without a device, at its first activation, or when the focus first
/// enters a sensitive region.
final class AccessibilityPanels {
    private let panels: PanelTable
    private let registry: PanelRegistry

    init(_ panels: PanelTable, _ registry: PanelRegistry) { (self.panels, self.registry) = (panels, registry) }

    static func entries(of screens: [ScreenSettings]) -> [PanelMatcher.Entry] {
        screens.indices.map { index in
            // No other panel can have this ID, because the ids of others end in a number or in `injected`.
            PanelMatcher.Entry(screen: index, settings: PanelSettings(id: screens[index].spec.id + "-accessibility", match: PanelMatch()))
        }
    }

    /// Opens the panel of a screen.
    func open(_ screen: Int) -> PanelID {
        let screens = registry.screens
        let id = screens[screen].spec.id
        if let known = panels.all.first(where: { if case .accessibility(id) = $0.source { true } else { false } }) { return known.panelID }
        let panel = registry.add(
            .accessibility(screen: id), PanelIdentity(name: "activations", vendor: 0, product: 0, source: "the accessible glass"),
            PanelProfile(name: "activations", kind: .slots(AccessibleGlass.pressesMax)), calibration: .identity, Self.entries(of: screens)[screen])
        registry.announce(panel)
        return panel.panelID
    }
}
