import Panels
import Recordings
import Server
import TouchCore

/// A recording as a panel: hands its events on when their time has come, counted from the start. All recordings of a
/// daemon start together and keep their distance, so that what comes is in the order in which `touchctl replay` has it.
final class RecordingPlayer {
    let recording: Recording
    let identity: PanelIdentity
    let kind: PanelKind
    /// The panel it is at present, if any.
    var panel: OpenPanel?
    /// Event time of what was played last.
    private(set) var time: Int64 = 0
    private var next = 0
    private var timer: EventLoop.Timer!
    /// What to add to a recorded time to have its moment on the monotonic clock.
    private(set) var origin: Int64 = 0
    private let handle: (InputEvent, RecordingPlayer) -> Void
    private let ended: (RecordingPlayer) -> Void

    init(
        _ recording: Recording, _ identity: PanelIdentity, _ kind: PanelKind, loop: EventLoop,
        handle: @escaping (InputEvent, RecordingPlayer) -> Void, ended: @escaping (RecordingPlayer) -> Void
    ) {
        self.recording = recording
        self.identity = identity
        self.kind = kind
        self.handle = handle
        self.ended = ended
        timer = loop.timer { [unowned self] in play() }
    }

    var firstTime: Int64? { recording.events.first?.time }
    var hasEnded: Bool { next == recording.events.count }

    func start(origin: Int64) {
        self.origin = origin
        play()
    }

    /// Hands on what is due.
    func play() {
        let now = monotonicNow()
        while !hasEnded, recording.events[next].time + origin <= now {
            let event = recording.events[next]
            next += 1
            time = event.time
            handle(event, self)
        }
        if hasEnded {
            timer.clear()
            ended(self)
        } else {
            timer.set(after: recording.events[next].time + origin - now)
        }
    }
}
