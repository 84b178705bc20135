import Recordings
import Server
import TouchCore

/// Plays all recordings of a daemon. Each event is due at its recorded time after the start. Late events are passed on, too, and the order is always
/// that of `touchctl replay`. If the recordings loop, the event times of each round are later than those of the round before, so that event time
/// never runs back.
final class RecordingPlayer {
    /// The time in µs between two rounds, so that the last tap of a round and the first tap of the next one are no double tap.
    static let pause: Int64 = 1_000_000

    let recordings: [PlayedRecording]
    private let loops: Bool
    /// The offset to add to a recorded time to get monotonic time in the first round.
    private var origin: Int64 = 0
    /// The offset to add to a recorded time to get event time in this round.
    private var shift: Int64 = 0
    private var hasStarted = false
    /// True between two rounds: all recordings have ended, and begin again later.
    private var isPausing = false
    private var merged: MergedRecordings
    /// The first and the last recorded time; nil if there is nothing to play.
    private let span: ClosedRange<Int64>?
    private let loop: EventLoop
    private var timer: EventLoop.Timer!
    private let handle: (InputEvent, PlayedRecording) -> Void
    private let ended: (PlayedRecording) -> Void
    private let beginAnew: () -> Void

    /// - Parameter beginAnew: called before each round except the first, when all recordings are ready to be played again.
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

    /// Starts to play. Only the first call has an effect.
    func start() {
        if hasStarted { return }
        hasStarted = true
        origin = loop.now() - (span?.lowerBound ?? 0)
        for recording in recordings { recording.origin = origin }
        play()
    }

    /// Passes on the events that are due.
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
            // Rounds that were missed, for example while the machine slept, are skipped.
            shift -= left
            isPausing = false
            merged = MergedRecordings(recordings.map(\.recording.events))
            for recording in recordings { recording.hasEnded = false }
            beginAnew()
        }
    }

    /// Plays the events that are due in this round. Returns whether all recordings have ended.
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
