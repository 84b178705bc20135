import NIOCore
import NIOHTTP1

/// The answer to one request, whole or in parts. The connection ends with it.
final class Response {
    /// The time for the browser to close its side after the answer.
    private static let lingering = TimeAmount.seconds(2)
    /// The content security policy: pages have their scripts and styles in separate files, and connect only to their own origin.
    private static let contentSecurityPolicy =
        "default-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    private static let headers = [
        ("connection", "close"), ("content-security-policy", contentSecurityPolicy), ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "same-origin"), ("referrer-policy", "no-referrer"),
    ]

    private let channel: Channel
    private let isHead: Bool
    private(set) var isBegun = false
    private var isFinished = false
    /// Called when the browser stops or resumes reading, and when it is gone.
    var whenWritable: ((Bool) -> Void)?
    var whenGone: (() -> Void)?
    /// Called when the whole answer has been handed to the kernel.
    var whenSent: (() -> Void)?

    init(_ context: ChannelHandlerContext, isHead: Bool) {
        channel = context.channel
        self.isHead = isHead
    }

    func send(_ status: HTTPResponseStatus, _ more: [(String, String)] = [], _ body: ByteBuffer = ByteBuffer()) {
        let length = status == .notModified ? [] : [("content-length", "\(body.readableBytes)")]
        begin(status, more + length)
        if body.readableBytes > 0, !isHead { write(.body(.byteBuffer(body))) }
        end()
    }

    /// Begins an answer whose parts and end follow.
    func begin(_ status: HTTPResponseStatus, _ more: [(String, String)]) {
        isBegun = true
        write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: HTTPHeaders(Self.headers + more))))
    }

    func send(part: ByteBuffer) {
        write(.body(.byteBuffer(part)))
        channel.flush()
    }

    func end() {
        write(.end(nil))
        channel.flush()
        finish()
    }

    /// Breaks off an answer that has begun, in a way that the browser can notice.
    func abort() { channel.close(promise: nil) }

    /// Ends the connection after the answer. Bytes that the browser still sends are dropped for a while, because a reset could overtake the answer.
    func finish() {
        if isFinished { return }
        isFinished = true
        let (channel, whenSent) = (channel, whenSent)
        (whenWritable, whenGone, self.whenSent) = (nil, nil, nil)
        // If bytes still wait for the browser to read them, the time limit of the request applies.
        channel.close(mode: .output).assumeIsolated().whenComplete { _ in
            whenSent?()
            channel.eventLoop.scheduleTask(in: Self.lingering) { channel.close(promise: nil) }
        }
    }

    /// Handles a browser that is gone. The callbacks are removed, because they hold this response.
    func abandon() {
        let whenGone = whenGone
        (whenWritable, self.whenGone) = (nil, nil)
        whenGone?()
    }

    private func write(_ part: HTTPServerResponsePart) { channel.write(part, promise: nil) }
}
