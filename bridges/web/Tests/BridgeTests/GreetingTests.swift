import NIOCore
import Testing

@testable import Bridge

@Suite struct GreetingTests {
    private let hello = ByteBuffer(string: #"{"type":"hello","limits":{"maxLine":4096}}"#)

    @Test func `touchd is told the token's name, and its own lines wait until it has agreed`() {
        var greeting = Greeting(as: "the \"desk\"")
        #expect(greeting.request.map { String(decoding: $0, as: UTF8.self) } == #"{"as":"the \"desk\"","id":"touchd-web","type":"hello"}"# + "\n")
        #expect(greeting.process(hello) == .more)
        #expect(greeting.process(ByteBuffer(string: #"{"type":"reply","id":"touchd-web","ok":true}"#)) == .done(lines: [hello], maxLine: 4096))
    }

    @Test func `the reply of another request is none`() {
        var greeting = Greeting(as: "kiosk")
        let other = ByteBuffer(string: #"{"type":"reply","id":1,"ok":true}"#)
        #expect(greeting.process(other) == .more)
    }

    @Test func `a refusal has touchd's words`() {
        var greeting = Greeting(as: "kiosk")
        let reply = #"{"type":"reply","id":"touchd-web","ok":false,"error":{"code":"notAllowed","message":"no rule"}}"#
        #expect(greeting.process(ByteBuffer(string: reply)) == .refused("no rule"))
    }

    @Test func `with the bridge's own rights there is nothing to ask`() {
        var greeting = Greeting(as: nil)
        #expect(greeting.request == nil && greeting.process(hello) == .done(lines: [hello], maxLine: 4096))
    }

    @Test func `a goodbye is for the browser`() {
        var greeting = Greeting(as: "kiosk")
        let bye = ByteBuffer(string: #"{"type":"bye","reason":"full"}"#)
        #expect(greeting.process(bye) == .done(lines: [bye], maxLine: nil))
    }

    @Test(arguments: ["nonsense", "[]", "{}"]) func `what is no line of the protocol is refused`(_ text: String) {
        var greeting = Greeting(as: "kiosk")
        guard case .refused = greeting.process(ByteBuffer(string: text)) else {
            Issue.record("it is taken")
            return
        }
    }

    @Test func `touchd cannot talk for ever before it answers`() {
        var greeting = Greeting(as: "kiosk")
        var last = Greeting.Outcome.more
        for _ in 0..<20 where last == .more { last = greeting.process(ByteBuffer(string: #"{"type":"note"}"#)) }
        #expect(last == .refused("touchd does not answer"))
    }
}
