import TouchCore

/// Frames that wait for a client, not yet encoded so that moves can still be merged: bounded by the number of edges and
/// of touches, not by time.
struct FrameQueue {
    struct Waiting {
        var frame: RoutedFrame
        var panel: String
        /// When it came, in µs of the monotonic clock; of merged frames the first.
        var since: Int64
    }

    private(set) var frames: [Waiting] = []
    /// Moves merged away, or given up, since the client was last told.
    var merged = 0

    var isEmpty: Bool { frames.isEmpty }

    /// When the frame came that waits longest.
    var oldest: Int64? { frames.first?.since }

    /// The number of samples of a touch above which a new line begins. It bounds the lines while a client does not read.
    static let mostSamples = 64

    /// Moves are gathered into moves of the same panel that wait last.
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

    /// Gives up all that waits.
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
