import TouchCore
import Wire

/// The line of a frame for all clients that see the same part of it.
final class FrameLine {
    private var text = JSONWriter(capacity: 0)
    /// The number of the frame that `text` encodes.
    private var frame: UInt64 = 0

    /// Encodes a frame, unless this has been done already.
    func make(_ frame: RoutedFrame, number: UInt64, panel: String, _ format: FrameFormat, _ encoder: FrameEncoder) {
        if self.frame == number { return }
        encoder.body(frame, panel: panel, format, into: &text)
        self.frame = number
    }

    /// Sends the line and returns its `seq` for this client.
    func send(to client: Client) -> UInt64 { client.sendFrame(&text) }
}
