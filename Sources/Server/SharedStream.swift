import TouchCore

/// What clients of one group know that have got the same lines since nothing was down for any of them: their stream is the same, and each of
/// its lines is verified once.
final class SharedStream {
    var state: StreamState
    /// The number of the last frame that has been applied for all who share it.
    private var frame: UInt64 = 0
    /// Whether nothing was down before that frame.
    private var wasEmpty = false

    init(_ state: StreamState = StreamState()) { self.state = state }

    /// Applies a frame, once for all who share it.
    ///
    /// - Throws: a violation. The frame is not applied then.
    func apply(_ frame: RoutedFrame, number: UInt64, panel: String) throws {
        if self.frame == number { return }
        let isEmpty = state.isEmpty
        try state.apply(frame, panel: panel)
        (self.frame, wasEmpty) = (number, isEmpty)
    }

    /// Whether who has this may have the other one, to which the next frame has been applied: nothing was down in either.
    func mayBecome(_ other: SharedStream) -> Bool { frame != other.frame && other.wasEmpty && state.isEmpty }
}
