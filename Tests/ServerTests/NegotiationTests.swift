import Testing
import Wire

@testable import Server

/// The capabilities that client and server exchange: case 168.
@Suite struct NegotiationTests {
    @Test func `the server first says which protocol it speaks`() throws {
        let stage = try Stage()
        let hello = try #require(stage.receive(stage.connect()).first)
        #expect(hello.int("protocol") == 1)
        #expect(hello.int("minor") == ServerMessages.minorVersion)
        #expect(hello["epoch"]?.string == "test")
        #expect(hello["limits"]?.int("maxLine") == 65536)
        #expect(hello["limits"]?.int("subscriptions") == Limit.subscriptions)
        #expect(hello["capabilities"]?.array?.compactMap(\.string) == ServerMessages.capabilities)
    }

    @Test func `a client of another protocol is refused, and nobody else notices (case 168)`() throws {
        let stage = try Stage()
        let other = stage.subscriber()
        let client = stage.connect(#"{"type":"hello","name":"tomorrow's","protocol":2}"#, #"{"type":"ping","id":1}"#)
        let lines = stage.receive(client)
        #expect(lines.map(\.type) == ["hello", "bye"])
        #expect(lines.last?["reason"]?.string == "protocol")
        let message = lines.last?["message"]?.string ?? ""
        #expect(message.contains("protocol 1, not 2"), "it says what each speaks: \(message)")
        #expect(client.isClosed)
        #expect(stage.receive(other).map(\.type) == ["hello", "reply", "snapshot"])
    }

    @Test func `a client of this protocol is welcome, with and without an id`() throws {
        let stage = try Stage()
        let quiet = stage.connect(#"{"type":"hello","name":"a","protocol":1,"want":["sync","coalesced"]}"#)
        #expect(stage.receive(quiet).map(\.type) == ["hello"])
        let asking = stage.connect(#"{"type":"hello","id":7,"protocol":1}"#)
        #expect(stage.receive(asking).last?["ok"]?.bool == true)
    }

    @Test func `capabilities that the server lacks are named`() throws {
        let stage = try Stage()
        let reply = stage.receive(stage.connect(#"{"type":"hello","id":7,"want":["sync","telepathy"]}"#)).last
        #expect(reply?["error"]?["code"]?.string == "unsupported")
        #expect(reply?["error"]?["message"]?.string?.contains("\"telepathy\"") == true)
        #expect(reply?["error"]?["message"]?.string?.contains("sync") == false)
    }

    private static let malformed = [
        "", "{", "[]", "7", #"{"id":1}"#, #"{"type":7}"#, #"{"type":"subscribe","regions":"a"}"#, #"{"type":"subscribe","regions":[1]}"#,
        #"{"type":"subscribe","events":["smell"]}"#, #"{"type":"subscribe","maxRate":0}"#, #"{"type":"subscribe","maxRate":"fast"}"#,
        #"{"type":"subscribe","coalesced":1}"#, #"{"type":"unsubscribe"}"#, #"{"type":"hello","protocol":"1"}"#, "\u{0}", "\"",
    ]

    /// The connection stays open.
    @Test(arguments: malformed) func `a malformed line is answered with what is wrong and what to do`(_ line: String) throws {
        let stage = try Stage()
        let client = stage.connect(line, #"{"type":"ping","id":1}"#)
        let lines = stage.receive(client)
        #expect(lines.map(\.type) == ["hello", "reply", "pong"])
        let error = lines[1]["error"]
        #expect(error?["code"]?.string == "badRequest")
        for key in ["message", "hint"] { #expect(error?[key]?.string?.isEmpty == false) }
    }
}
