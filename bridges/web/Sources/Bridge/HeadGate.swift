import NIOCore
import Text

/// Stands before the HTTP decoder: bounds the head of a request, and the time that it takes.
final class HeadGate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    static let bytesMax = 16384

    private enum State { case head, open, refused }

    /// How far a connection has come, which decides whether it makes room for another one.
    enum Standing {
        /// It has shown no token, and its answer has not been sent yet.
        case unknown
        /// It has its whole answer. It stays open for a moment, so that a reset does not overtake the answer.
        case answered
        /// It has shown a token.
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

    /// The head is there.
    func open() {
        if state == .head { state = .open }
        deadline?.cancel()
    }

    /// The request has shown a token.
    func admit() { standing = .admitted }

    /// The whole answer has been sent.
    func finish() { standing = .answered }

    /// Closes the connection for a newer one.
    func makeRoom() {
        if standing != .answered {
            let name = channel.map { peer(of: $0) } ?? "somebody"
            bridge.log(.madeRoom, "\(name): closed: too many connections, and this one has shown no token", .peer(name))
        }
        channel?.close(promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        self.channel = channel
        // Silent: a browser opens connections that it does not use.
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
            bridge.log(.longHead, "\(name): a request's head of more than \(Self.bytesMax) bytes", .peer(name))
            let answer = "HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
            // What is still on its way is dropped until the deadline: a reset could overtake the answer.
            context.close(mode: .output, promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        bridge.left(self)
        channel = nil
        context.fireChannelInactive()
    }
}

/// For the log.
func peer(of channel: Channel) -> String {
    guard let address = channel.remoteAddress, let ip = address.ipAddress, let port = address.port else { return "somebody" }
    return ip.has(":") ? "[\(ip)]:\(port)" : "\(ip):\(port)"
}
