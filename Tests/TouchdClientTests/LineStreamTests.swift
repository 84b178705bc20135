import JSON
import Testing

@testable import TouchdClient

/// A stream connected to a scripted server.
private struct Conversation {
    var stream = LineStream(name: "test")

    static let hello = #"{"type":"hello","protocol":1,"server":"touchd 1","epoch":"e","capabilities":["claims"],"limits":{"maxLine":200}}"#

    /// Removes and returns the lines that the stream has sent.
    mutating func sent() -> [JSONValue] {
        defer { stream.outgoing = [] }
        return stream.outgoing.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONReader.parse(Array($0)) }
    }

    mutating func receive(_ lines: String...) throws -> [Item] {
        for line in lines { stream.feed((line + "\n").utf8) }
        var items: [Item] = []
        while true {
            let more = try stream.next()
            if more.isEmpty { return items }
            items += more
        }
    }

    /// A frame with a touch.
    static func touch(seq: Int, id: Int, _ phase: String) -> String {
        #"{"type":"frame","seq":\#(seq),"time":\#(seq * 10),"panel":"main-0","events":"#
            + #"[{"event":"touch","id":\#(id),"phase":"\#(phase)","region":"ok","x":1,"y":2}]}"#
    }
}

private func touches(_ items: [Item]) -> [String] {
    items.flatMap { item -> [String] in
        guard case .frame(let frame) = item else { return [] }
        return frame.events.map { event in
            guard case .touch(let touch) = event else { return "\(event)" }
            return "\(touch.id) \(touch.phase)" + (touch.isSynthetic ? " by the library" : "")
        }
    }
}

private func codes(_ items: [Item]) -> [String] {
    items.compactMap { if case .reply(let reply) = $0 { "\(reply.id) \(reply.code ?? "ok")" } else { nil } }
}

private func reasons(_ items: [Item]) -> [String] {
    items.compactMap { if case .disconnected(let reason) = $0 { reason } else { nil } }
}

@Suite struct `Stream of lines` {
    @Test func `after the hello it says its own, and makes its subscriptions and claims in their order`() throws {
        var talk = Conversation()
        _ = talk.stream.remembered("subscribe", ["regions": ["**"]])
        _ = talk.stream.remembered("claim", ["receivers": ["ok"]])
        #expect(talk.sent().isEmpty)
        let items = try talk.receive(Conversation.hello)
        guard case .connected(let server, "e", ["claims"])? = items.first else { throw Unexpected(items) }
        #expect(server == "touchd 1")
        #expect(talk.sent().map { $0["type"]?.string } == ["hello", "subscribe", "claim"])
    }

    @Test func `it makes them again on each connection, but for what it has given up or lost`() throws {
        var talk = Conversation()
        _ = talk.stream.remembered("subscribe", ["regions": ["**"]])
        _ = talk.stream.remembered("claim", ["receivers": ["a", "b"]])
        _ = talk.stream.remembered("claim", ["receivers": ["c"]])
        _ = try talk.receive(Conversation.hello, #"{"type":"released","receivers":["a"],"reason":"reload"}"#)
        _ = talk.stream.release(["c"])
        _ = talk.stream.lost()
        talk.stream.reset()
        _ = talk.sent()
        _ = try talk.receive(Conversation.hello)
        let again = talk.sent().dropFirst()
        #expect(again.map { $0["type"]?.string } == ["subscribe", "claim"])
        #expect(again.last?["receivers"] == ["b"])
    }

    @Test func `who speaks another protocol, or none, ends the client`() {
        for line in [#"{"type":"hello","protocol":2,"server":"touchd 9"}"#, #"{"type":"frame"}"#, "HTTP/1.1 400 Bad Request"] {
            var talk = Conversation()
            #expect(throws: TouchdError.self) { try talk.receive(line) }
        }
    }

    @Test func `a lost connection first cancels what is down, then refuses what has no reply, then says so`() throws {
        var talk = Conversation()
        _ = try talk.receive(Conversation.hello, Conversation.touch(seq: 1, id: 70000, "began"))
        let id = talk.stream.request("hit", ["x": 1, "y": 2])
        let items = talk.stream.lost()
        #expect(touches(items) == ["70000 cancelled(reason: \"disconnected\") by the library"])
        #expect(codes(items) == ["\(id) disconnected"])
        #expect(reasons(items) == ["closed"])
        guard case .disconnected? = items.last else { throw Unexpected(items) }
    }

    @Test(arguments: [(2, "gap"), (0, "gap")]) func `a gap in the numbers of the lines ends the connection`(seq: Int, reason: String) throws {
        var talk = Conversation()
        let items = try talk.receive(Conversation.hello, Conversation.touch(seq: seq, id: 70000, "began"))
        #expect(reasons(items) == [reason])
        #expect(touches(items) == [])
    }

    @Test(arguments: ["no JSON", #"{"type":"frame","seq":1}"#, #"{"type":"frame","seq":1,"time":1,"panel":"p","events":[{"event":"touch"}]}"#])
    func `a line that is not as it should be ends the connection`(_ line: String) throws {
        var talk = Conversation()
        #expect(reasons(try talk.receive(Conversation.hello, line)) == ["badLine"])
    }

    @Test func `lines and events of later servers are passed over`() throws {
        var talk = Conversation()
        let items = try talk.receive(
            Conversation.hello, #"{"type":"weather","sun":true}"#,
            #"{"type":"frame","seq":1,"time":1,"panel":"p","events":[{"event":"thought"},{"event":"touch","id":1,"phase":"hovered"}]}"#)
        guard items.count == 3, case .message("weather", _) = items[1], case .frame(let frame) = items[2] else { throw Unexpected(items) }
        #expect(frame.events.isEmpty)
        #expect(talk.stream.isOpen)
    }

    @Test func `an event that breaks the grammar is not passed on`() throws {
        var talk = Conversation()
        let items = try talk.receive(
            Conversation.hello, Conversation.touch(seq: 1, id: 70000, "moved"), Conversation.touch(seq: 2, id: 70000, "began"),
            Conversation.touch(seq: 3, id: 70000, "began"), Conversation.touch(seq: 4, id: 70000, "ended"),
            Conversation.touch(seq: 5, id: 70000, "ended"))
        #expect(touches(items) == ["70000 began", "70000 ended"])
    }

    @Test func `a bye ends the connection with its reason, and a claim that was given up before it is done`() throws {
        var talk = Conversation()
        _ = try talk.receive(Conversation.hello)
        let id = talk.stream.release(["a"])
        let items = try talk.receive(#"{"type":"bye","reason":"shutdown","message":"touchd ends"}"#)
        #expect(codes(items) == ["\(id) ok"])
        #expect(reasons(items) == ["shutdown"])
        #expect(talk.stream.isOver)
    }

    struct Unexpected: Error, CustomStringConvertible {
        let description: String
        init(_ items: [Item]) { description = "\(items)" }
    }
}

@Suite struct `Requests without a reply` {
    @Test func `a request that is made without a connection is sent by the next one`() throws {
        var talk = Conversation()
        let id = talk.stream.request("status", [:])
        _ = try talk.receive(Conversation.hello)
        #expect(talk.sent().map { $0["type"]?.string } == ["hello", "status"])
        #expect(codes(talk.stream.lost()) == ["\(id) disconnected"])
    }

    @Test func `of those that wait for a connection it keeps a thousand, and refuses each further one`() throws {
        var asked = Asked()
        for id in 1...1002 { asked.keep(UInt64(id), [10]) }
        #expect(codes(asked.takeSettled()) == ["1001 notSent", "1002 notSent"])
        #expect(asked.sendKept().count == 1000)
        #expect(codes(asked.giveUp([])) == [])
    }

    @Test func `it keeps 256 KiB of them`() {
        var asked = Asked()
        let line = [UInt8](repeating: 32, count: 100 << 10)
        for id: UInt64 in 1...3 { asked.keep(id, line) }
        #expect(codes(asked.takeSettled()) == ["3 notSent"])
    }

    @Test func `a request that is longer than the server's lines is refused, also when the limit is known only later`() throws {
        var talk = Conversation()
        let early = talk.stream.request("edit", ["edits": .string(String(repeating: "x", count: 300))])
        var items = try talk.receive(Conversation.hello)
        let late = talk.stream.request("edit", ["edits": .string(String(repeating: "x", count: 300))])
        items += try talk.receive(#"{"type":"pong"}"#)
        #expect(talk.sent().map { $0["type"]?.string } == ["hello"])
        #expect(codes(items + talk.stream.asked.takeSettled()) == ["\(early) notSent", "\(late) notSent"])
    }

    @Test func `nothing that was answered is refused`() throws {
        var talk = Conversation()
        _ = try talk.receive(Conversation.hello)
        let ids = ["hit", "ping", "sync"].map { talk.stream.request($0, [:]) }
        _ = try talk.receive(
            #"{"type":"reply","id":\#(ids[0]),"ok":true}"#, #"{"type":"pong","id":\#(ids[1])}"#, #"{"type":"synced","id":\#(ids[2])}"#)
        #expect(codes(talk.stream.lost()) == [])
    }
}
