import Panels
import Recordings
import TouchCore

/// A recording that stands in for a panel.
final class PlayedRecording {
    let recording: Recording
    let identity: PanelIdentity
    /// The panel it is at present, if any.
    var panel: OpenPanel?
    /// Event time of what was played last.
    var time: Int64 = 0
    /// What to add to its event time to have its moment on the monotonic clock; 0 until it is played.
    var origin: Int64 = 0
    var hasEnded = false
    /// Why it was no panel when the configuration was last asked.
    var refusal: String?

    init(_ recording: Recording, _ identity: PanelIdentity) {
        self.recording = recording
        self.identity = identity
    }
}
