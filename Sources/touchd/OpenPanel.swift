import Panels
import Server
import TouchCore

/// A panel in use: where its events come from, and which entry of the configuration it is.
final class OpenPanel {
    enum Source {
        case live(LivePanel, PanelWatcher.Device)
        case recording(PlayedRecording)
        /// Clients say what fingers do on the screen of this id.
        case injected(screen: String)
    }

    let source: Source
    /// Whether it is no device.
    var isInjected: Bool { if case .injected = source { true } else { false } }
    let identity: PanelIdentity
    let profile: PanelProfile
    let calibration: AffineTransform
    /// Its number in the pipeline, its entry in the configuration.
    let panel: Int
    var entry: PanelMatcher.Entry
    var isOutputOff = false
    var dropLog = LogLimit()
    /// Monotonic, µs.
    let openedAt = monotonicNow()

    init(
        source: Source, identity: PanelIdentity, profile: PanelProfile,
        calibration: AffineTransform, panel: Int, entry: PanelMatcher.Entry
    ) {
        self.source = source
        self.identity = identity
        self.profile = profile
        self.calibration = calibration
        self.panel = panel
        self.entry = entry
    }
}
