import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Bridge

@Suite struct RequestTests {
    /// The status of the answer to a request without a body.
    private func status(_ path: String, _ settings: Settings) throws -> HTTPResponseStatus? {
        let token = Token(name: "kiosk", text: "0123456789abcdef")
        let bridge = Bridge(settings, Admission(hosts: ["h"], origins: [], tokens: [token]), Pages(folder: "/nowhere"))
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(Requests(bridge, HeadGate(bridge)))
        let headers = HTTPHeaders([("Host", "h"), ("Authorization", "Bearer 0123456789abcdef")])
        try channel.writeInbound(HTTPServerRequestPart.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: headers)))
        guard case .head(let answer) = try channel.readOutbound(as: HTTPServerResponsePart.self) else { return nil }
        return answer.status
    }

    @Test func `tools are for administrators alone, whatever else the settings say`() throws {
        let tools = Settings.Tools(touchctl: "/bin/true")
        #expect(try status("/tools/check", Settings(isAdmin: true, tools: tools)) == .methodNotAllowed)
        #expect(try status("/tools/check", Settings(isAdmin: false, tools: tools)) == .notFound)
    }
}
