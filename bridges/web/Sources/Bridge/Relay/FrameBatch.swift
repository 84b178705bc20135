import NIOCore
import NIOWebSocket

/// Frames for a browser, encoded one after the other in one buffer, so that a short line costs only its bytes and its head, however many wait.
struct FrameBatch {
    private var bytes = ByteBuffer()

    /// Appends a frame as a server sends it: without a mask (RFC 6455, 5.2).
    mutating func append(_ frame: WebSocketFrame) {
        let length = frame.data.readableBytes
        bytes.reserveCapacity(minimumWritableBytes: length + 10)
        bytes.writeInteger((frame.fin ? 0x80 : 0) | UInt8(webSocketOpcode: frame.opcode))
        if length < 126 {
            bytes.writeInteger(UInt8(length))
        } else if let short = UInt16(exactly: length) {
            bytes.writeMultipleIntegers(UInt8(126), short)
        } else {
            bytes.writeMultipleIntegers(UInt8(127), UInt64(length))
        }
        bytes.writeImmutableBuffer(frame.data)
    }

    mutating func removeAll() -> ByteBuffer? {
        if bytes.readableBytes == 0 { return nil }
        defer { bytes = ByteBuffer() }
        return bytes
    }
}
