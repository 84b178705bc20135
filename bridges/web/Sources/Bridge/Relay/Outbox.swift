import NIOCore

/// Lines for touchd. Only one write is in progress at a time. Lines that come meanwhile wait in one buffer, so that even a short message needs no
/// more memory than its bytes.
struct Outbox {
    /// The number of waiting bytes at which the bridge stops reading from the browser.
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
        return removeAll()
    }

    mutating func written() { isWriting = false }

    /// Returns all waiting bytes, even while a write is in progress.
    mutating func removeAll() -> ByteBuffer {
        defer { waiting = ByteBuffer() }
        return waiting
    }
}
