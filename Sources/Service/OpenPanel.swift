import Logging
import Panels
import Server
import TouchCore

/// A panel in use: where its events come from, and which entry of the configuration it is.
final class OpenPanel {
    enum Source {
        case live(any PanelDevice)
        case recording(PlayedRecording)
        /// Clients say what fingers do on the screen of this id.
        case injected(screen: String)
    }

    /// Whether its device is touchd's alone.
    enum Grab {
        /// It is not to be.
        case none
        /// It will be once nothing is down on it: what is down was seen by others, and they have to see it lift.
        case waiting
        case held
        /// It is not to be any more once nothing is down on it.
        case leaving
        /// Not until it is opened again.
        case released
    }

    let source: Source
    let identity: PanelIdentity
    let profile: PanelProfile
    /// udev's, as it says now.
    var calibration: AffineTransform
    /// Its identity in the pipeline.
    let panelID: PanelID
    /// Its entry in the configuration.
    var entry: PanelMatcher.Entry
    var isOutputOff = false
    var grab: Grab
    /// What the applications below its screen's surfaces get of it.
    var virtual: VirtualPanel?
    /// Monotonic, µs.
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

    /// As the configuration calls it.
    var id: String { entry.settings.id }

    /// The device, if it is one.
    var device: (any PanelDevice)? { if case .live(let device) = source { device } else { nil } }

    var isLive: Bool { if case .live = source { true } else { false } }

    var isInjected: Bool { if case .injected = source { true } else { false } }

    /// The present on the clock that its events come with: a recording's is its own.
    func time(now: Int64) -> Int64 { if case .recording(let recording) = source { recording.time } else { now } }

    /// What to add to its event time to have the monotonic clock's.
    var clockOffset: Int64 { if case .recording(let recording) = source { recording.origin } else { 0 } }
}
