import JSON
import NIOCore
import NIOHTTP1

/// A request below /tools: collects its body, and answers it.
final class ToolEndpoint {
    static let bodyMax = 64 << 20

    private let bridge: Bridge
    private let response: Response
    private let head: HTTPRequestHead
    private let path: String
    private let tools: Settings.Tools
    private var body = ByteBuffer()

    /// Creates the endpoint. Returns nil if there are no tools.
    init?(_ bridge: Bridge, _ response: Response, _ head: HTTPRequestHead, _ path: String) {
        guard bridge.settings.isAdmin, let tools = bridge.settings.tools else { return nil }
        (self.bridge, self.response, self.head, self.path, self.tools) = (bridge, response, head, path, tools)
    }

    /// Begins the request. Returns whether its body is needed; otherwise it has been answered.
    func begin() -> Bool {
        let methods: [HTTPMethod] = path == "/tools/file" ? [.GET, .PUT] : [.POST]
        guard methods.contains(head.method) else {
            response.send(.methodNotAllowed, [("allow", methods.map(\.rawValue).joined(separator: ", "))])
            return false
        }
        if let length = head.headers.first(name: "content-length").flatMap({ Int($0) }), length > Self.bodyMax {
            refuse(.payloadTooLarge, "the body is larger than \(Self.bodyMax >> 20) MiB")
            return false
        }
        return true
    }

    /// Adds a part of the body. Returns false if the body is too long; the request has then been answered.
    func receive(_ bytes: ByteBuffer) -> Bool {
        if body.readableBytes + bytes.readableBytes > Self.bodyMax {
            refuse(.payloadTooLarge, "the body is larger than \(Self.bodyMax >> 20) MiB")
            return false
        }
        body.writeImmutableBuffer(bytes)
        return true
    }

    /// Runs the tool with the complete body.
    func run(on loop: EventLoop) {
        let bytes = Array(body.readableBytesView)
        body = ByteBuffer()
        if path == "/tools/file" { return file(bytes) }
        let request: ToolRequest?
        do throws(ToolRequest.Fault) { request = try ToolRequest(path, bytes) } catch { return refuse(.badRequest, error.message) }
        guard let request else { return response.send(.notFound) }
        let (program, seconds, queue) = (tools.touchctl, bridge.settings.limits.tool, bridge.tools)
        let turn = queue.add { [self] turn in
            do throws(ChildProcess.Failure) {
                return try ToolRun(request, program, seconds: seconds, on: loop, whenOver: { queue.next() }, tell: { self.handle($0) })
            } catch {
                bridge.log(.toolFailed, "\(path): \(error.message)", .command(path), .reason(error.message))
                refuse(.internalServerError, error.message)
                return nil
            }
        }
        guard let turn else { return refuse(.serviceUnavailable, "too many tools are waiting; try again later") }
        response.whenGone = { turn.cancel() }
        response.whenWritable = { turn.setReading($0) }
    }

    private func handle(_ news: ToolRun.Event) {
        switch news {
        case .output(let bytes):
            if !response.isBegun { response.begin(.ok, [("content-type", "application/x-ndjson; charset=utf-8"), ("cache-control", "no-store")]) }
            response.send(part: bytes)
        case .ended(let status, let errors):
            // touchctl exits with 78 for an invalid configuration, and with 1 if a point hits nothing. Both are answers, not failures.
            let isAnswer = [0, 1, 78].contains(status)
            if response.isBegun {
                if isAnswer { response.end() } else { response.abort() }
            } else if status == 0 {
                response.send(.ok, [("content-type", "application/x-ndjson; charset=utf-8"), ("cache-control", "no-store")])
            } else {
                refuse(.unprocessableEntity, errors.isEmpty ? "touchctl exited with status \(status)" : errors)
            }
        case .failed(let reason):
            bridge.log(.toolFailed, "\(path): \(reason)", .command(path), .reason(reason))
            if response.isBegun { response.abort() } else { refuse(.gatewayTimeout, reason) }
        }
    }

    private func file(_ bytes: [UInt8]) {
        guard let path = tools.file else { return response.send(.notFound) }
        let file = EditedFile(path: path)
        do throws(EditedFile.Failure) {
            if head.method == .PUT {
                guard let wanted = head.headers.first(name: "if-match") else {
                    return refuse(.preconditionRequired, "If-Match is missing: send the ETag of the text that you changed")
                }
                if bytes.count > EditedFile.bytesMax { return refuse(.payloadTooLarge, "the configuration is larger than 16 MiB") }
                guard wanted == file.tag, let tag = try file.write(bytes, replacing: wanted) else {
                    return refuse(.preconditionFailed, "\(path) has changed since you read it")
                }
                return response.send(.noContent, [("etag", tag)])
            }
            // The tag is read first. If the text is newer than its tag, a later write is refused; if it were older, that write would overwrite
            // changes.
            let tag = file.tag ?? ""
            let text = try file.read()
            let headers = [
                ("content-type", "application/yaml; charset=utf-8"), ("etag", tag), ("cache-control", "no-store"), ("x-file-name", file.name),
            ]
            response.send(.ok, headers, ByteBuffer(bytes: text))
        } catch {
            refuse(.internalServerError, error.message)
        }
    }

    private func refuse(_ status: HTTPResponseStatus, _ message: String) {
        var text: [UInt8] = []
        JSONValue.object(["error": .string(message)]).write(into: &text)
        response.send(status, [("content-type", "application/json"), ("cache-control", "no-store")], ByteBuffer(bytes: text))
    }
}
