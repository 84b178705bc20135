import NIOCore
import Text

/// Limits the size of a request's head and the time until it is complete. It stands in front of the HTTP decoder.
final class HeadGate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    static let bytesMax = 16384

    private enum State { case head, open, refused }

    /// The progress of a connection, which decides whether it makes room for a newer one.
    enum Standing {
        /// The connection has shown no token, and its answer has not been sent yet.
        case unknown
        /// The connection has its whole answer. It stays open for a moment, so that a reset does not overtake the answer.
        case answered
        /// The connection has shown a token.
        case admitted
    }

    private let bridge: Bridge
    private let seconds: Double
    private var state = State.head
    private(set) var standing = Standing.unknown
    private var bytes = 0
    private var deadline: Scheduled<Void>?
    private var channel: Channel?

    init(_ bridge: Bridge) {
        self.bridge = bridge
        seconds = bridge.settings.limits.head
    }

    /// Records that the head is complete.
    func open() {
        if state == .head { state = .open }
        deadline?.cancel()
    }

    /// Records that the request has shown a token.
    func admit() { standing = .admitted }

    /// Records that the whole answer has been sent.
    func finish() { standing = .answered }

    /// Closes the connection for a newer one.
    func makeRoom() {
        if standing != .answered {
            let name = channel.map { peer(of: $0) } ?? "unknown address"
            bridge.log(.madeRoom, "\(name): closed: too many connections, and this one has shown no token", .peer(name))
        }
        channel?.close(promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        self.channel = channel
        // Closes without an answer, because browsers open connections that they do not use.
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(seconds * 1e9))) {
            if self.state != .open { channel.close(promise: nil) }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .open: context.fireChannelRead(data)
        case .refused: break
        case .head:
            bytes += unwrapInboundIn(data).readableBytes
            if bytes <= Self.bytesMax { return context.fireChannelRead(data) }
            state = .refused
            finish()
            let name = peer(of: context.channel)
            bridge.log(.longHead, "\(name): refused: the head of the request has more than \(Self.bytesMax) bytes", .peer(name))
            let answer = "HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
            // The rest of the request is dropped until the deadline, because a reset could overtake the answer.
            context.close(mode: .output, promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        bridge.remove(self)
        channel = nil
        context.fireChannelInactive()
    }
}

/// The peer's address for the log.
func peer(of channel: Channel) -> String {
    guard let address = channel.remoteAddress, let ip = address.ipAddress, let port = address.port else { return "unknown address" }
    return ip.has(":") ? "[\(ip)]:\(port)" : "\(ip):\(port)"
}
