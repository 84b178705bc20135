import NIOHTTP1
import Testing

@testable import Bridge

@Suite struct AdmissionTests {
    private let kiosk = Token(name: "kiosk", text: "0123456789abcdef")
    private let desk = Token(name: "desk", text: "fedcba9876543210")

    private var admission: Admission { Admission(hosts: ["127.0.0.1:1"], origins: ["http://page", "null"], tokens: [kiosk, desk]) }

    private func head(_ changes: [String: String?] = [:]) -> HTTPRequestHead {
        var headers = HTTPHeaders([
            ("Host", "127.0.0.1:1"), ("Origin", "http://page"), ("Upgrade", "websocket"), ("Connection", "keep-alive, Upgrade"),
            ("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", "MDAwMDAwMDAwMDAwMDAwMA=="),
            ("Sec-WebSocket-Protocol", "touchd.v1, bearer.fedcba9876543210"),
        ])
        for (name, value) in changes {
            headers.remove(name: name)
            if let value { headers.add(name: name, value: value) }
        }
        return HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: headers)
    }

    @Test func `the token says who it is`() throws {
        #expect(try admission.admit(head()) == desk)
        #expect(try admission.admit(head(["Origin": "null"])) == desk)
    }

    @Test func `host, origin, subprotocol and token are each a reason of its own`() {
        #expect(throws: Admission.Refusal.host("127.0.0.1")) { try admission.admit(head(["Host": "127.0.0.1"])) }
        #expect(throws: Admission.Refusal.host("")) { try admission.admit(head(["Host": nil])) }
        #expect(throws: Admission.Refusal.origin("")) { try admission.admit(head(["Origin": nil])) }
        #expect(throws: Admission.Refusal.origin("http://page/")) { try admission.admit(head(["Origin": "http://page/"])) }
        #expect(throws: Admission.Refusal.token) {
            try admission.admit(head(["Sec-WebSocket-Protocol": "touchd.v1, bearer.0123456789ABCDEF"]))
        }
        #expect(throws: Admission.Refusal.handshake("its Sec-WebSocket-Version is not 13")) {
            try admission.admit(head(["Sec-WebSocket-Version": "8"]))
        }
    }

    @Test func `a refusal does not say the token that was shown`() {
        #expect(throws: Admission.Refusal.subprotocol("…, …")) {
            try admission.admit(head(["Sec-WebSocket-Protocol": "touchd.v2, bearer.0123456789abcdef"]))
        }
        #expect(throws: Admission.Refusal.subprotocol("touchd.v1, …")) {
            try admission.admit(head(["Sec-WebSocket-Protocol": "touchd.v1, 0123456789abcdef"]))
        }
    }

    @Test func `a tool takes its token from another header`() throws {
        try admission.checkAuthorization(HTTPHeaders([("authorization", "Bearer 0123456789abcdef")]))
        #expect(throws: Admission.Refusal.token) { try admission.checkAuthorization(HTTPHeaders([("authorization", "Bearer ")])) }
        #expect(throws: Admission.Refusal.token) { try admission.checkAuthorization([:]) }
    }

    @Test(arguments: ["0123456789abcde", "0123456789abcdef0", "", "1123456789abcdef"]) func `a token is equal as a whole`(_ text: String) {
        #expect(kiosk.matches("0123456789abcdef".utf8) && !kiosk.matches(text.utf8))
    }

    @Test(arguments: ["short", "0123456789 abcdef", "0123456789abcdef,", "0123456789abcdeü", String(repeating: "a", count: 257)])
    func `what a browser could not show is no token`(_ text: String) {
        #expect(throws: Token.Failure.self) { try Token(name: "kiosk", line: Array(text.utf8), "kiosk.token") }
    }

    @Test func `a token may have the line end of another system`() throws {
        #expect(try Token(name: "kiosk", line: Array("0123456789abcdef\r".utf8), "kiosk.token") == kiosk)
    }
}
