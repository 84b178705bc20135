import NIOCore

/// Lines for touchd. One write is in progress at a time, and lines that come meanwhile wait as bytes in one buffer, so that a message, however short,
/// costs only its bytes.
struct Outbox {
    /// The number of waiting bytes from which the browser is not read.
    static let fullAt = 32768

    private var waiting = ByteBuffer()
    private var isWriting = false

    var isFull: Bool { waiting.readableBytes >= Self.fullAt }

    mutating func append(_ message: ByteBuffer) {
        waiting.reserveCapacity(minimumWritableBytes: message.readableBytes + 1)
        waiting.writeImmutableBuffer(message)
        waiting.writeInteger(UInt8(ascii: "\n"))
    }

    /// Returns the bytes to write now; nil while a write is in progress, or if nothing waits.
    mutating func next() -> ByteBuffer? {
        if isWriting || waiting.readableBytes == 0 { return nil }
        isWriting = true
        return rest()
    }

    mutating func written() { isWriting = false }

    /// Returns all waiting bytes, even while a write is in progress.
    mutating func rest() -> ByteBuffer {
        defer { waiting = ByteBuffer() }
        return waiting
    }
}
