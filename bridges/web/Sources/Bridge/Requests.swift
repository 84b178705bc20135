import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Everything that is no WebSocket: files, tools, and refusals. One request a connection.
final class Requests: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// For a browser to close its side, once it has been answered.
    private static let lingering = TimeAmount.seconds(2)

    private let bridge: Bridge
    private let gate: HeadGate
    private var isAnswered = false
    private var deadline: Scheduled<Void>?

    init(_ bridge: Bridge, _ gate: HeadGate) {
        self.bridge = bridge
        self.gate = gate
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data), !isAnswered else { return }
        gate.open()
        let channel = context.channel
        let limit = Int64(bridge.settings.limits.request * 1e9)
        deadline = context.eventLoop.scheduleTask(in: .nanoseconds(limit)) { channel.close(promise: nil) }
        answer(head, context)
    }

    func channelInactive(context: ChannelHandlerContext) { deadline?.cancel() }
    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func errorCaught(context: ChannelHandlerContext, error: Error) {
        // A refused upgrade comes as a request as well, and is answered then; what is no HTTP has been answered by its decoder.
        if !(error is NIOWebSocketUpgradeError) { finish(context) }
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        do throws(Admission.Refusal) {
            if !head.headers["upgrade"].isEmpty || !head.headers["sec-websocket-key"].isEmpty {
                // A handshake that was refused, or is none.
                _ = try bridge.admit(head)
                throw .handshake("it is no upgrade to a WebSocket")
            }
            try bridge.admission.checkHost(head.headers)
        } catch {
            bridge.log(.refusal, "\(peer(of: context.channel)): refused with \(error.status.code): \(error.description)")
            return respond(context, error.status)
        }
        guard head.method == .GET || head.method == .HEAD else { return respond(context, .methodNotAllowed, [("allow", "GET, HEAD")]) }
        serve(head, context)
    }

    private func serve(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        switch PagePath(head.uri, isAdmin: bridge.settings.isAdmin) {
        case nil: respond(context, .notFound)
        case .redirect(let place): respond(context, .temporaryRedirect, [("location", place)])
        case .file(let installed, let inRepository, let type):
            guard let file = bridge.pages.read(installed) ?? bridge.pages.read(inRepository) else { return respond(context, .notFound) }
            let headers = [("cache-control", "no-cache"), ("etag", file.tag)]
            if head.headers[canonicalForm: "if-none-match"].contains(where: { $0 == file.tag }) {
                return respond(context, .notModified, headers)
            }
            respond(context, .ok, headers + [("content-type", type)], file.bytes, isHead: head.method == .HEAD)
        }
    }

    private func respond(
        _ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ more: [(String, String)] = [], _ body: ByteBuffer = ByteBuffer(),
        isHead: Bool = false
    ) {
        var headers = HTTPHeaders(ResponseHeaders.always + more)
        if status != .notModified { headers.add(name: "content-length", value: "\(body.readableBytes)") }
        context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        if body.readableBytes > 0, !isHead { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        finish(context)
    }

    /// What is still on its way from the browser is dropped for a while: a reset could overtake the answer.
    private func finish(_ context: ChannelHandlerContext) {
        if isAnswered { return }
        isAnswered = true
        let channel = context.channel
        channel.close(mode: .output, promise: nil)
        context.eventLoop.scheduleTask(in: Self.lingering) { channel.close(promise: nil) }
    }
}

enum ResponseHeaders {
    /// Pages have scripts and styles in files of their own, and speak to where they come from alone.
    static let contentSecurityPolicy =
        "default-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

    static let always = [
        ("connection", "close"), ("content-security-policy", contentSecurityPolicy), ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "same-origin"), ("referrer-policy", "no-referrer"),
    ]
}
