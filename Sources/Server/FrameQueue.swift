import TouchCore

/// Frames that wait for a client. They are not encoded yet, so that moves can still be merged. The size of the queue depends on the number of
/// touches, begins and ends, not on how long the client is behind.
struct FrameQueue {
    struct Waiting {
        var frame: RoutedFrame
        var panel: String
        /// The arrival time in µs of the monotonic clock; of merged frames, the time of the first.
        var since: Int64
    }

    private(set) var frames: [Waiting] = []
    /// The number of moves merged or dropped since the last `lagged` line.
    var merged = 0

    var isEmpty: Bool { frames.isEmpty }

    /// The arrival time of the oldest frame.
    var oldest: Int64? { frames.first?.since }

    /// The number of samples of a touch above which a new line begins. It bounds the length of lines while a client does not read.
    static let mostSamples = 64

    /// Appends a frame. Moves are merged into the last waiting frame if that frame has only moves of the same panel.
    mutating func append(_ frame: RoutedFrame, panel: String, now: Int64, keepsSamples: Bool = false) {
        if let last = frames.indices.last, frames[last].panel == panel,
            let gone = frames[last].frame.gather(frame, keepsSamples: keepsSamples, most: Self.mostSamples)
        {
            merged += gone
        } else {
            frames.append(Waiting(frame: frame, panel: panel, since: now))
        }
    }

    mutating func removeFirst() -> Waiting { frames.removeFirst() }

    /// Drops all waiting frames.
    mutating func removeAll() {
        for waiting in frames { merged += waiting.frame.events.count { $0.isMove } + waiting.frame.actions.count { $0.isMove } }
        frames.removeAll()
    }

    func checkInvariants() {
        #if DEBUG
            assert(frames.allSatisfy { !$0.frame.isEmpty }, "an empty frame waits")
            assert(frames.count <= Limit.waitingFrames, "\(frames.count) frames wait")
            assert(merged >= 0)
        #endif
    }
}
