import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// The configuration of a listening socket and of its connections.
struct Listener {
    private static let headersMax = 64
    /// The most connections that wait for the loop. It is high, so that a burst does not make the kernel drop a page's connection.
    private static let backlog: Int32 = 256

    static func bootstrap(_ bridge: NIOLoopBound<Bridge>, _ group: EventLoopGroup) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.maxMessagesPerRead, value: 8)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 65536, high: 262144))
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16384))
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try configure(channel, bridge) }
            }
    }

    private struct TooMany: Error {}

    /// Adds the handlers of a connection.
    static func configure(_ channel: Channel, _ bound: NIOLoopBound<Bridge>) throws {
        let bridge = bound.value
        let gate = HeadGate(bridge)
        guard bridge.opened(gate) else {
            let name = peer(of: channel)
            bridge.log(.tooManyConnections, "\(name): closed: too many connections", .peer(name))
            throw TooMany()
        }
        let loop = channel.eventLoop
        let requests = Requests(bridge, gate)
        let boundGate = NIOLoopBound(gate, eventLoop: loop)
        let boundRequests = NIOLoopBound(requests, eventLoop: loop)
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: bridge.settings.limits.message, automaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                boundGate.value.open()
                // `Requests` logs and answers a refusal.
                let isAdmitted = (try? bound.value.admit(head)) != nil
                if isAdmitted { boundGate.value.admit() }
                return loop.makeSucceededFuture(isAdmitted ? HTTPHeaders([("sec-websocket-protocol", Admission.subprotocol)]) : nil)
            },
            upgradePipelineHandler: { channel, head in
                loop.makeCompletedFuture {
                    let token = try bound.value.admit(head)
                    bound.value.remove(boundGate.value)
                    try channel.pipeline.syncOperations.addHandler(Relay(bound.value, token: token, peer: peer(of: channel)))
                }
            })
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = HeadGate.bytesMax
        limits.maxHeaderListSize = HeadGate.bytesMax
        limits.maxHeaderFieldCount = headersMax
        let operations = channel.pipeline.syncOperations
        try operations.addHandler(gate)
        try operations.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withServerUpgrade: (
                upgraders: [upgrader],
                completionHandler: { context in context.pipeline.syncOperations.removeHandler(boundRequests.value, promise: nil) }
            ), withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
        try operations.addHandler(requests)
    }
}
