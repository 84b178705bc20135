import Recordings
import Server
import TouchCore

/// A recording as a panel: hands its events on when their time has come, counted from the start. All recordings of a
/// daemon start together and keep their distance, so that what comes is in the order in which `touchctl replay` has it.
final class RecordingPlayer {
    let recording: Recording
    private var next = 0
    private var timer: EventLoop.Timer!
    private var origin: Int64 = 0
    private let handle: (InputEvent) -> Void
    private let ended: () -> Void

    init(_ recording: Recording, loop: EventLoop, handle: @escaping (InputEvent) -> Void, ended: @escaping () -> Void) {
        self.recording = recording
        self.handle = handle
        self.ended = ended
        timer = loop.timer { [unowned self] in play() }
    }

    var firstTime: Int64? { recording.events.first?.time }

    /// - Parameter origin: what to add to a recorded time to have its moment on the monotonic clock.
    func start(origin: Int64) {
        self.origin = origin
        play()
    }

    private func play() {
        let now = monotonicNow()
        while next < recording.events.count, recording.events[next].time + origin <= now {
            handle(recording.events[next])
            next += 1
        }
        if next < recording.events.count {
            timer.set(after: recording.events[next].time + origin - now)
        } else {
            timer.clear()
            ended()
        }
    }
}
