import NIOCore
import NIOWebSocket

/// Turns touchd's lines into text messages. A long line is sent in fragments as it comes, so that no line, however long, is kept in memory.
struct LineFramer {
    /// The most bytes of an unfinished line that wait for more.
    static let heldMax = 16384

    private var rest = ByteBuffer()
    /// Whether a part of the line has been sent. No other message may be sent before the rest.
    private(set) var isInside = false
    /// The number of bytes of the rest that are known to have no line feed.
    private var searched = 0

    mutating func feed(_ bytes: ByteBuffer) {
        var bytes = bytes
        if rest.readableBytes == 0 {
            rest = bytes
        } else {
            rest.writeBuffer(&bytes)
        }
    }

    var heldBytes: Int { rest.readableBytes }

    /// Returns the next complete line without its line feed.
    mutating func nextLine() -> ByteBuffer? {
        guard let length = lineLength() else { return nil }
        defer { endLine() }
        return rest.readSlice(length: length)
    }

    /// Returns the next message, or a part of one.
    mutating func nextFrame() -> WebSocketFrame? {
        let opcode: WebSocketOpcode = isInside ? .continuation : .text
        if let length = lineLength() {
            defer { endLine() }
            isInside = false
            return rest.readSlice(length: length).map { WebSocketFrame(fin: true, opcode: opcode, data: $0) }
        }
        guard rest.readableBytes >= Self.heldMax else { return nil }
        isInside = true
        searched = 0
        return rest.readSlice(length: rest.readableBytes).map { WebSocketFrame(fin: false, opcode: opcode, data: $0) }
    }

    private mutating func lineLength() -> Int? {
        let found = rest.withUnsafeReadableBytes { bytes in
            bytes[min(searched, bytes.count)...].firstIndex(of: UInt8(ascii: "\n"))
        }
        if found == nil { searched = rest.readableBytes }
        return found
    }

    private mutating func endLine() {
        rest.moveReaderIndex(forwardBy: 1)
        searched = 0
        // An empty buffer's memory is released.
        if rest.readableBytes == 0 { rest = ByteBuffer() }
    }
}
