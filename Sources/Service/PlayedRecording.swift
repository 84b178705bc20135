import Panels
import Recordings
import TouchCore

/// A recording that stands in for a panel.
final class PlayedRecording {
    let recording: Recording
    let identity: PanelIdentity
    /// The panel that the recording plays at present, if any.
    var panel: OpenPanel?
    /// The event time of the last event that was played.
    var time: Int64 = 0
    /// The offset to add to event time to get monotonic time; 0 until the recording is played.
    var origin: Int64 = 0
    var hasEnded = false
    /// The reason why the configuration had no panel for the recording when it was last checked.
    var refusal: String?

    init(_ recording: Recording, _ identity: PanelIdentity) {
        self.recording = recording
        self.identity = identity
    }
}
