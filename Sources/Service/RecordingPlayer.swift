import Recordings
import Server
import TouchCore

/// Plays all recordings of a daemon: hands their events on when their time has come, counted from the start, in the order in
/// which `touchctl replay` has them, however late it is. In a loop the rounds after the first have later times: event time never runs back.
final class RecordingPlayer {
    /// From the end of a round to the begin of the next, µs: the last tap of one is no double tap with the first of the next.
    static let pause: Int64 = 1_000_000

    let recordings: [PlayedRecording]
    private let loops: Bool
    /// What to add to a recorded time to have its moment on the monotonic clock, in the first round.
    private var origin: Int64 = 0
    /// What to add to a recorded time to have the event time of this round.
    private var shift: Int64 = 0
    private var hasStarted = false
    /// All have ended, and begin anew later.
    private var isPausing = false
    private var merged: MergedRecordings
    /// The first and the last recorded time; nil if there is nothing to play.
    private let span: ClosedRange<Int64>?
    private let loop: EventLoop
    private var timer: EventLoop.Timer!
    private let handle: (InputEvent, PlayedRecording) -> Void
    private let ended: (PlayedRecording) -> Void
    private let beginAnew: () -> Void

    /// - Parameter beginAnew: before each round but the first, when no recording has ended any more.
    init(
        _ recordings: [PlayedRecording], loops: Bool, loop: EventLoop, handle: @escaping (InputEvent, PlayedRecording) -> Void,
        ended: @escaping (PlayedRecording) -> Void, beginAnew: @escaping () -> Void
    ) {
        self.recordings = recordings
        self.loops = loops
        self.loop = loop
        self.handle = handle
        self.ended = ended
        self.beginAnew = beginAnew
        merged = MergedRecordings(recordings.map(\.recording.events))
        let first = recordings.compactMap(\.recording.events.first?.time).min()
        span = first.flatMap { first in recordings.compactMap(\.recording.events.last?.time).max().map { first...max(first, $0) } }
        timer = loop.timer { [unowned self] in play() }
    }

    /// Only the first time it is asked to.
    func start() {
        if hasStarted { return }
        hasStarted = true
        origin = loop.now() - (span?.lowerBound ?? 0)
        for recording in recordings { recording.origin = origin }
        play()
    }

    /// Hands on what is due.
    func play() {
        guard hasStarted else { return }
        let now = loop.now()
        while playRound(until: now), loops, let span {
            if !isPausing {
                isPausing = true
                shift += span.upperBound - span.lowerBound + Self.pause
            }
            let left = span.lowerBound + shift + origin - now
            if left > 0 {
                timer.set(after: left)
                return
            }
            // Rounds that were missed, as while the machine slept, are not made up for.
            shift -= left
            isPausing = false
            merged = MergedRecordings(recordings.map(\.recording.events))
            for recording in recordings { recording.hasEnded = false }
            beginAnew()
        }
    }

    /// Returns whether all recordings have ended.
    private func playRound(until now: Int64) -> Bool {
        while let upcoming = merged.upcoming {
            if upcoming.time + shift > now - origin {
                timer.set(after: upcoming.time + shift + origin - now)
                return false
            }
            _ = merged.step()
            let recording = recordings[upcoming.recording]
            if var event = upcoming.event {
                event.time += shift
                recording.time = event.time
                handle(event, recording)
            } else {
                recording.hasEnded = true
                ended(recording)
            }
        }
        return true
    }
}
