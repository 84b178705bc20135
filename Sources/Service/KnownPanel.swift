import Configuration
import Panels
import TouchCore

/// A panel that touchd has seen: what a virtual panel that outlives the panel needs to know about it.
struct KnownPanel: Equatable, Sendable {
    /// The panel ID.
    let id: String
    /// The description that the device declares.
    let description: PanelDescription
    /// The panel's last calibration from udev.
    let calibration: AffineTransform

    /// Whether a configuration has virtual panels for which panels must be known.
    static func isNeeded(by settings: Settings) -> Bool { settings.screens.contains { $0.panels.contains(where: \.keepsVirtualPanel) } }
}

extension PanelSettings {
    /// Whether the panel's virtual panel exists without the panel, on a screen with a surface. Recordings have no virtual panel.
    var keepsVirtualPanel: Bool { grab && virtual.outlivesPanel && match.recording == nil }
}
