import TouchCore
import Wire

/// The line of a frame, for all who see the same of it.
final class FrameLine {
    private var text = JSONWriter(capacity: 0)
    /// The number of the frame whose line it is.
    private var frame: UInt64 = 0

    /// Makes the line of a frame, once.
    func make(_ frame: RoutedFrame, number: UInt64, panel: String, _ format: FrameFormat, _ encoder: FrameEncoder) {
        if self.frame == number { return }
        encoder.body(frame, panel: panel, format, into: &text)
        self.frame = number
    }

    /// Returns the line's number there.
    func send(to client: Client) -> UInt64 { client.sendFrame(&text) }
}
