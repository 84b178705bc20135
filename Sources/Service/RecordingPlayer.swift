import Recordings
import Server
import TouchCore

/// Plays all recordings of a daemon: hands their events on when their time has come, counted from the start, in the order in
/// which `touchctl replay` has them, however late it is.
final class RecordingPlayer {
    let recordings: [PlayedRecording]
    /// What to add to a recorded time to have its moment on the monotonic clock.
    private var origin: Int64 = 0
    private var hasStarted = false
    private var merged: MergedRecordings
    private let loop: EventLoop
    private var timer: EventLoop.Timer!
    private let handle: (InputEvent, PlayedRecording) -> Void
    private let ended: (PlayedRecording) -> Void

    init(
        _ recordings: [PlayedRecording], loop: EventLoop, handle: @escaping (InputEvent, PlayedRecording) -> Void,
        ended: @escaping (PlayedRecording) -> Void
    ) {
        self.recordings = recordings
        self.loop = loop
        self.handle = handle
        self.ended = ended
        merged = MergedRecordings(recordings.map(\.recording.events))
        timer = loop.timer { [unowned self] in play() }
    }

    /// Only the first time it is asked to.
    func start() {
        if hasStarted { return }
        hasStarted = true
        origin = loop.now() - (recordings.compactMap(\.recording.events.first?.time).min() ?? 0)
        for recording in recordings { recording.origin = origin }
        play()
    }

    /// Hands on what is due.
    func play() {
        guard hasStarted else { return }
        let now = loop.now()
        while let upcoming = merged.upcoming {
            if upcoming.time > now - origin {
                timer.set(after: upcoming.time + origin - now)
                return
            }
            _ = merged.step()
            let recording = recordings[upcoming.recording]
            if let event = upcoming.event {
                recording.time = event.time
                handle(event, recording)
            } else {
                recording.hasEnded = true
                ended(recording)
            }
        }
    }
}
