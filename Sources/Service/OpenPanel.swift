import Logging
import Panels
import Server
import TouchCore

/// A panel in use: the source of its events, and its entry in the configuration.
final class OpenPanel {
    enum Source {
        case live(any PanelDevice)
        case recording(PlayedRecording)
        /// Touches that clients inject on the screen with this ID.
        case injected(screen: String)
        /// Touches that activations make on the screen with this ID.
        case accessibility(screen: String)
    }

    /// Whether touchd has grabbed the panel's device.
    enum Grab {
        /// The panel has no device that touchd should grab.
        case none
        /// touchd grabs the device once nothing is down on it, because other readers have seen the contacts that are down and must see them lift.
        case waiting
        case held
        /// The device is still grabbed. touchd releases it once nothing is down on it.
        case releasing
        /// The device stays released until the panel is opened again.
        case released
    }

    let source: Source
    let identity: PanelIdentity
    let profile: PanelProfile
    /// The current calibration from udev.
    var calibration: AffineTransform
    /// The panel's identity in the pipeline.
    let panelID: PanelID
    /// The panel's entry in the configuration.
    var entry: PanelMatcher.Entry
    var isOutputOff = false
    var grab: Grab
    /// The virtual panel for applications below the surfaces of the panel's screen.
    var virtual: VirtualPanel?
    /// The watch for noise; nil if the panel has none.
    var noise: NoiseWatch?
    /// The time of the opening (monotonic, µs).
    let openedAt: Int64

    init(
        source: Source, identity: PanelIdentity, profile: PanelProfile, calibration: AffineTransform, panelID: PanelID,
        entry: PanelMatcher.Entry, openedAt: Int64
    ) {
        self.source = source
        self.identity = identity
        self.profile = profile
        self.calibration = calibration
        self.panelID = panelID
        self.entry = entry
        self.openedAt = openedAt
        grab = .none
        if let device, entry.settings.grab { grab = device.isGrabbed ? .held : .waiting }
    }

    /// The panel ID from the configuration.
    var id: String { entry.settings.id }

    /// The panel's device; nil for a recording or injected touches.
    var device: (any PanelDevice)? { if case .live(let device) = source { device } else { nil } }

    var isLive: Bool { if case .live = source { true } else { false } }

    /// Whether no device and no recording has the panel's touches: clients inject them, or activations make them.
    var isInjected: Bool { isActivating || { if case .injected = source { true } else { false } }() }

    /// Whether the panel has the touches of activations.
    var isActivating: Bool { if case .accessibility = source { true } else { false } }

    /// Returns the current time on the clock of the panel's events. The events of a recording have a separate clock.
    func time(now: Int64) -> Int64 { if case .recording(let recording) = source { recording.time } else { now } }

    /// The offset to add to the panel's event time to get monotonic time.
    var clockOffset: Int64 { if case .recording(let recording) = source { recording.origin } else { 0 } }
}
