import NIOCore

/// Lines on their way to touchd. One write is under way at a time, and what comes meanwhile waits as bytes side by side: so a message, however
/// short, costs no more than its bytes.
struct Outbox {
    /// The browser is not read while so much waits.
    static let fullAt = 32768

    private var waiting = ByteBuffer()
    private var isWriting = false

    var isFull: Bool { waiting.readableBytes >= Self.fullAt }

    mutating func append(_ message: ByteBuffer) {
        waiting.reserveCapacity(minimumWritableBytes: message.readableBytes + 1)
        waiting.writeImmutableBuffer(message)
        waiting.writeInteger(UInt8(ascii: "\n"))
    }

    /// What is to be written now; nil while a write is under way, or where nothing waits.
    mutating func next() -> ByteBuffer? {
        if isWriting || waiting.readableBytes == 0 { return nil }
        isWriting = true
        return rest()
    }

    mutating func written() { isWriting = false }

    /// All that waits, whatever is under way.
    mutating func rest() -> ByteBuffer {
        defer { waiting = ByteBuffer() }
        return waiting
    }
}
