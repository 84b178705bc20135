import Glibc
import JSON
import Logging
import Testing

@testable import AccessibilityClient

extension MessageKind {
    fileprivate static let linkConnected = MessageKind("00000000000000000000000000000001", .info, "connected to …")
    fileprivate static let linkUnreachable = MessageKind(
        "00000000000000000000000000000002", .warning, "no connection to touchd: …; trying again", .reason)
    fileprivate static let linkUnusable = MessageKind("00000000000000000000000000000003", .error, "program hears nothing: …", .reason)
}

@Suite struct `The link of programs that serve the accessible glass` {
    /// A listening socket and the link's end.
    private final class Stage {
        static let program = AccessibilityLink.Program(
            "program", loss: "hears nothing", connected: .linkConnected, unreachable: .linkUnreachable, unusable: .linkUnusable)
        let path: String
        let listener: Int32
        var peer: Int32 = -1
        var lines: [JSONValue] = []
        var losses = 0
        var logged: [String] = []
        var link: AccessibilityLink!

        init(_ name: String, regions: [String] = []) {
            path = "/tmp/touchd-link-\(getpid())-\(name)"
            unlink(path)
            listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
            listen(listener, 4)
            link = AccessibilityLink(path, Self.program, regions: regions) { [unowned self] in
                lines.append($0)
            } handleLoss: { [unowned self] in
                losses += 1
            }
            link.log = { [unowned self] in logged.append($0.text) }
        }

        deinit {
            close(listener)
            close(peer)
            unlink(path)
        }

        func connect(_ now: Int64 = 0) {
            link.tick(now)
            peer = accept(listener, nil, nil)
            link.transfer(now)
        }

        func send(_ text: String, _ now: Int64 = 0) {
            _ = text.withCString { write(peer, $0, strlen($0)) }
            link.transfer(now)
        }

        func received() -> [JSONValue] {
            var bytes = [UInt8](repeating: 0, count: 65536)
            let count = recv(peer, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return bytes.prefix(max(0, count)).split(separator: UInt8(ascii: "\n")).compactMap { try? JSONReader.parse(Array($0)) }
        }
    }

    private static let hello = #"{"type":"hello","protocol":1,"server":"touchd 0","capabilities":["accessibility"]}"# + "\n"

    @Test func `it subscribes to no region, or to those that it needs`() {
        let stage = Stage("none")
        stage.connect()
        #expect(stage.received().compactMap { $0["regions"] } == [["program/wants/no/touches"]])
        let other = Stage("some", regions: ["app"])
        other.connect()
        let subscriptions = other.received().filter { $0["type"] == "subscribe" }
        #expect(subscriptions.map { $0["regions"] } == [["program/wants/no/touches"], ["app"]])
        #expect(subscriptions.allSatisfy { $0["events"] == [] })
    }

    @Test func `lines come after the greeting, and replies to requests with their ids`() {
        let stage = Stage("lines")
        stage.connect()
        stage.link.request("early")
        stage.send(Self.hello + #"{"type":"reply","id":1,"ok":true}"# + "\n" + #"{"type":"cue","cue":"down"}"# + "\n")
        #expect(stage.lines.map { $0["type"] } == ["cue"])
        _ = stage.received()
        let id = stage.link.request("devices")
        #expect(stage.received().map { $0["id"]?.number } == [Double(id)])
        stage.send(#"{"type":"reply","id":\#(id),"ok":true}"# + "\n")
        #expect(stage.lines.last?["id"]?.number == Double(id))
    }

    @Test(arguments: [
        "not JSON\n", #"{"type":"hello","protocol":2}"# + "\n", #"{"type":"cue"}"# + "\n",
    ])
    func `a server that is none is left, and tried again`(text: String) {
        let stage = Stage("wrong")
        stage.connect()
        stage.send(text)
        #expect(stage.losses == 1 && stage.link.fd < 0 && stage.link.deadline > 0 && stage.lines.isEmpty)
    }

    @Test func `one that sends a line of more than 8 MiB is left`() {
        let stage = Stage("endless")
        stage.connect()
        let part = String(repeating: " ", count: 1 << 15)
        for _ in 0..<(8 << 20) / part.utf8.count { stage.send(part) }
        #expect(stage.losses == 0)
        stage.send(" ")
        #expect(stage.losses == 1 && stage.link.fd < 0)
        #expect(stage.logged.last?.contains("a line of more than 8 MiB") == true)
    }

    @Test func `one without an accessible glass is logged, and one with it is not`() {
        let stage = Stage("old")
        stage.connect()
        stage.send(#"{"type":"hello","protocol":1,"server":"touchd 0","capabilities":["edits"]}"# + "\n")
        let missing = "program hears nothing: touchd 0 has no accessible glass; install the same version of both"
        #expect(stage.logged == ["connected to touchd 0", missing])
        let other = Stage("new")
        other.connect()
        other.send(Self.hello)
        #expect(other.logged == ["connected to touchd 0"])
    }

    @Test func `one that does not greet is left after ten seconds`() {
        let stage = Stage("silent")
        stage.connect()
        stage.link.tick(9_999_999)
        #expect(stage.losses == 0)
        stage.link.tick(10_000_000)
        #expect(stage.losses == 1)
    }

    @Test func `a connection that ends is made again`() {
        let stage = Stage("again")
        stage.connect()
        stage.send(Self.hello)
        close(stage.peer)
        stage.link.transfer(20_000_000)
        #expect(stage.losses == 1)
        stage.connect(30_000_000)
        stage.send(Self.hello + #"{"type":"cue","cue":"down"}"# + "\n")
        #expect(stage.lines.count == 1)
    }
}
