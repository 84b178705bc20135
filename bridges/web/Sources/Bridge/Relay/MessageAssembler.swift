import NIOCore
import NIOWebSocket

/// Assembles messages from a browser's frames, and detects violations of RFC 6455 and of the bridge's own limits (docs/web.md).
struct MessageAssembler {
    enum Outcome: Equatable {
        /// The message is not complete yet.
        case more
        case message(ByteBuffer)
        case ping(ByteBuffer)
        case pong
        /// The browser closes; the code to answer with, or nil for none.
        case close(WebSocketErrorCode?)
        /// The connection must be closed.
        case violation(WebSocketErrorCode, String)
    }

    static let fragmentsMax = 64
    /// The most pings and pongs in 10 s. A browser sends none by itself.
    static let controlsMax = 100
    private static let controlsWindow: Int64 = 10_000_000

    /// The most bytes of a message.
    var messageMax: Int
    private var fragments: ByteBuffer?
    private var fragmentCount = 0
    private var controls = 0
    private var controlsSince: Int64 = .min / 2

    init(messageMax: Int) { self.messageMax = messageMax }

    /// Processes a frame.
    ///
    /// - Parameter time: µs.
    mutating func process(_ frame: WebSocketFrame, at time: Int64) -> Outcome {
        if frame.rsv1 || frame.rsv2 || frame.rsv3 { return .violation(.protocolError, "a reserved bit is set") }
        if frame.maskKey == nil { return .violation(.protocolError, "a frame is not masked") }
        let data = frame.unmaskedData
        switch frame.opcode {
        case .text:
            if fragments != nil { return .violation(.protocolError, "a message begins within another one") }
            if frame.fin { return whole(data) }
            return append(data, to: ByteBuffer(), isLast: false)
        case .continuation:
            guard let first = fragments else { return .violation(.protocolError, "a continuation frame without a first frame") }
            return append(data, to: first, isLast: frame.fin)
        case .binary: return .violation(.unacceptableData, "a binary message; only text is allowed")
        case .ping, .pong:
            if time - controlsSince >= Self.controlsWindow { (controlsSince, controls) = (time, 0) }
            controls += 1
            if controls > Self.controlsMax { return .violation(.policyViolation, "too many pings") }
            return frame.opcode == .ping ? .ping(data) : .pong
        case .connectionClose: return closing(data)
        default: return .violation(.protocolError, "an unknown kind of frame")
        }
    }

    private mutating func append(_ data: ByteBuffer, to first: ByteBuffer, isLast: Bool) -> Outcome {
        fragmentCount += 1
        if fragmentCount > Self.fragmentsMax { return .violation(.policyViolation, "a message of more than \(Self.fragmentsMax) fragments") }
        if first.readableBytes + data.readableBytes > messageMax { return tooLarge }
        fragments = nil  // `all` is then the only reference, so appending does not copy
        var all = first
        all.writeImmutableBuffer(data)
        if isLast {
            fragmentCount = 0
            return whole(all)
        }
        fragments = all
        return .more
    }

    private var tooLarge: Outcome { .violation(.messageTooLarge, "a message of more than \(messageMax) bytes") }

    private func whole(_ data: ByteBuffer) -> Outcome {
        if data.readableBytes > messageMax { return tooLarge }
        if data.readableBytesView.contains(UInt8(ascii: "\n")) { return .violation(.dataInconsistentWithMessage, "a line feed in a message") }
        if !isUTF8(data) { return .violation(.dataInconsistentWithMessage, "a message is not UTF-8") }
        return .message(data)
    }

    private func closing(_ data: ByteBuffer) -> Outcome {
        var data = data
        if data.readableBytes == 0 { return .close(nil) }
        guard let number = data.readInteger(as: UInt16.self) else { return .violation(.protocolError, "a broken close frame") }
        switch number {
        case 1000...1003, 1007...1011, 3000...4999: break
        default: return .violation(.protocolError, "an unknown close code")
        }
        if !isUTF8(data) { return .violation(.dataInconsistentWithMessage, "a close reason is not UTF-8") }
        return .close(WebSocketErrorCode(codeNumber: Int(number)))
    }

    private func isUTF8(_ data: ByteBuffer) -> Bool {
        data.withUnsafeReadableBytes { bytes in bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil }
    }
}
