import NIOCore
import NIOHTTP1
import NIOWebSocket
import Text

/// Handles all requests that are not WebSockets: files, tools, and refusals. There is one request per connection.
final class Requests: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    private enum State {
        case waiting
        /// The body is being received.
        case asking(ToolEndpoint)
        case answered
    }

    private let bridge: Bridge
    private let gate: HeadGate
    private var state = State.waiting
    private var response: Response?
    private var deadline: Scheduled<Void>?

    init(_ bridge: Bridge, _ gate: HeadGate) {
        self.bridge = bridge
        self.gate = gate
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (state, unwrapInboundIn(data)) {
        case (.waiting, .head(let head)):
            gate.open()
            state = .answered
            let response = Response(context, isHead: head.method == .HEAD)
            self.response = response
            response.whenSent = { [gate] in gate.finish() }
            let channel = context.channel
            let limit = Int64(bridge.settings.limits.request * 1e9)
            deadline = context.eventLoop.scheduleTask(in: .nanoseconds(limit)) { channel.close(promise: nil) }
            answer(head, response, context)
        case (.asking(let endpoint), .body(let bytes)):
            if !endpoint.receive(bytes) { state = .answered }
        case (.asking(let endpoint), .end):
            state = .answered
            endpoint.run(on: context.eventLoop)
        default: break
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) { response?.whenWritable?(context.channel.isWritable) }
    func channelInactive(context: ChannelHandlerContext) { end() }
    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func end() {
        deadline?.cancel()
        response?.abandon()
        response = nil
        state = .answered
    }

    func errorCaught(context: ChannelHandlerContext, error: Error) {
        // A refused upgrade also comes as a request, and is answered then. The decoder has already answered data that are not HTTP.
        if error is NIOWebSocketUpgradeError { return }
        response?.abandon()
        if let response {
            response.finish()
        } else {
            gate.finish()
            context.close(mode: .output, promise: nil)
        }
        state = .answered
    }

    private func answer(_ head: HTTPRequestHead, _ response: Response, _ context: ChannelHandlerContext) {
        let path = String(head.uri.split(at: "?", maxSplits: 1, omittingEmptySubsequences: false)[0])
        let isTool = path.begins(with: "/tools/")
        do throws(Admission.Refusal) {
            if !head.headers["upgrade"].isEmpty || !head.headers["sec-websocket-key"].isEmpty {
                // A refused handshake, or a request that is none.
                _ = try bridge.admit(head)
                throw .handshake("it is not an upgrade to a WebSocket")
            }
            try bridge.admission.checkHost(head.headers)
            if isTool {
                // Browsers send no origin if a page only reads from its own.
                try bridge.admission.checkOrigin(head.headers, isOptional: head.method == .GET)
                try bridge.admission.checkAuthorization(head.headers)
                gate.admit()
            }
        } catch {
            let status = Admission.Refusal.status
            let name = peer(of: context.channel)
            bridge.log(
                .refused, part: error.reason, "\(name): refused with \(status.code): \(error.description)", .peer(name),
                .reason(error.description))
            return response.send(status)
        }
        if isTool {
            guard let endpoint = ToolEndpoint(bridge, response, head, path) else { return response.send(.notFound) }
            if endpoint.begin() { state = .asking(endpoint) }
            return
        }
        guard head.method == .GET || head.method == .HEAD else { return response.send(.methodNotAllowed, [("allow", "GET, HEAD")]) }
        serve(head, response)
    }

    private func serve(_ head: HTTPRequestHead, _ response: Response) {
        switch PagePath(head.uri, isAdmin: bridge.settings.isAdmin) {
        case nil: response.send(.notFound)
        case .redirect(let place): response.send(.temporaryRedirect, [("location", place)])
        case .file(let installed, let inRepository, let type):
            guard let file = bridge.pages.read(installed: installed, inRepository: inRepository) else { return response.send(.notFound) }
            let headers = [("cache-control", "no-cache"), ("etag", file.tag)]
            if head.headers[canonicalForm: "if-none-match"].contains(where: { $0 == file.tag }) {
                return response.send(.notModified, headers)
            }
            response.send(.ok, headers + [("content-type", type)], file.bytes)
        }
    }
}
