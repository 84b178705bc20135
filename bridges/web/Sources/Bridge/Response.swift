import NIOCore
import NIOHTTP1

/// The answer to one request: whole, or in parts. The connection ends with it.
final class Response {
    /// For a browser to close its side, once it has been answered.
    private static let lingering = TimeAmount.seconds(2)
    /// Pages have scripts and styles in files of their own, and speak to where they come from alone.
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
    /// What depends on whether the browser takes what is sent, and on whether it is there.
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

    /// The parts and the end follow.
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

    /// What has been begun does not come to its end: the browser is to see that.
    func abort() { channel.close(promise: nil) }

    /// What is still on its way from the browser is dropped for a while: a reset could overtake the answer.
    func finish() {
        if isFinished { return }
        isFinished = true
        let (channel, whenSent) = (channel, whenSent)
        (whenWritable, whenGone, self.whenSent) = (nil, nil, nil)
        // Bytes may still wait for the browser to take them; then the limit of the request counts.
        channel.close(mode: .output).assumeIsolated().whenComplete { _ in
            whenSent?()
            channel.eventLoop.scheduleTask(in: Self.lingering) { channel.close(promise: nil) }
        }
    }

    /// The browser is gone. Whoever is told holds this response, and is let go.
    func abandon() {
        let whenGone = whenGone
        (whenWritable, self.whenGone) = (nil, nil)
        whenGone?()
    }

    private func write(_ part: HTTPServerResponsePart) { channel.write(part, promise: nil) }
}
