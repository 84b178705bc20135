import NIOCore

/// The relay's handler on the connection to touchd.
final class TouchdEnd: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let relay: Relay

    init(_ relay: Relay) { self.relay = relay }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { relay.received(unwrapInboundIn(data)) }
    func channelReadComplete(context: ChannelHandlerContext) { relay.receivedAll() }
    func channelInactive(context: ChannelHandlerContext) { relay.touchdEnded() }
    func errorCaught(context: ChannelHandlerContext, error: Error) { context.close(promise: nil) }
}
