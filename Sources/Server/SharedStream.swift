import TouchCore

/// A stream state that clients of one group share. All of them have received the same lines since a moment when nothing was in progress for any of
/// them. Each line is verified once for all of them.
final class SharedStream {
    var state: StreamState
    /// The number of the last frame applied.
    private var frame: UInt64 = 0
    /// True if nothing was in progress before the last frame applied.
    private var wasEmpty = false

    init(_ state: StreamState = StreamState()) { self.state = state }

    /// Applies a frame, once for all clients that share the state.
    ///
    /// - Throws: a violation. The frame is then not applied.
    func apply(_ frame: RoutedFrame, number: UInt64, panel: String) throws {
        if self.frame == number { return }
        let isEmpty = state.isEmpty
        try state.apply(frame, panel: panel)
        (self.frame, wasEmpty) = (number, isEmpty)
    }

    /// True if a client can switch from this state to `other`: the current frame has been applied only to `other`, and nothing was in progress in
    /// either state before it.
    func mayBecome(_ other: SharedStream) -> Bool { frame != other.frame && other.wasEmpty && state.isEmpty }
}
