import JSON
import Testing

@testable import TouchdClient

@Suite struct `What is in progress` {
    private func fields(_ text: String) throws -> JSONValue { try JSONReader.parse(Array(text.utf8)) }

    private func gesture(_ state: String, _ name: String = "g") -> String {
        #"{"event":"gesture","gesture":"\#(name)","kind":"pan","region":"r","state":"\#(state)","touches":[1]}"#
    }

    @Test func `when the connection is lost, one frame for each panel cancels it, touches before gestures`() throws {
        var alive = Alive()
        _ = try alive.event(try fields(gesture("began")), panel: "a", time: 10)
        _ = try alive.event(try fields(#"{"event":"touch","id":7,"phase":"began","region":"r","x":0,"y":0}"#), panel: "a", time: 20)
        _ = try alive.event(try fields(gesture("began")), panel: "b", time: 5)
        let frames = alive.cancelled()
        #expect(frames.map(\.panel) == ["a", "b"])
        #expect(frames.map(\.time) == [20, 5])
        guard case .touch(let touch)? = frames[0].events.first, case .gesture(let cancelled)? = frames[0].events.last else {
            Issue.record("\(frames)")
            return
        }
        #expect(touch.phase == .cancelled(reason: "disconnected") && touch.isSynthetic)
        #expect(cancelled.state == .cancelled && cancelled.isSynthetic)
        #expect(alive.cancelled().isEmpty)
    }

    @Test func `the same gesture may be in progress on two panels`() throws {
        var alive = Alive()
        for panel in ["a", "b"] { #expect(try alive.event(try fields(gesture("began")), panel: panel, time: 0) != nil) }
        #expect(try alive.event(try fields(gesture("began")), panel: "a", time: 1) == nil)
        #expect(try alive.event(try fields(gesture("ended")), panel: "b", time: 1) != nil)
        #expect(alive.cancelled().map(\.panel) == ["a"])
    }

    @Test func `a discrete gesture leaves nothing to cancel`() throws {
        var alive = Alive()
        for _ in 0..<2 { #expect(try alive.event(try fields(gesture("recognized")), panel: "a", time: 0) != nil) }
        #expect(alive.cancelled().isEmpty)
    }

    @Test func `a control's value may change while it is pressed, and its cancel has no value`() throws {
        var alive = Alive()
        func control(_ action: String) -> String { #"{"event":"control","region":"s","action":"\#(action)","id":7,"value":0.5}"# }
        #expect(try alive.event(try fields(control("valueChanged")), panel: "a", time: 0) == nil)
        #expect(try alive.event(try fields(control("touchDown")), panel: "a", time: 1) != nil)
        #expect(try alive.event(try fields(control("valueChanged")), panel: "a", time: 2) != nil)
        let frames = alive.cancelled()
        guard case .control(let cancelled)? = frames.first?.events.first else {
            Issue.record("\(frames)")
            return
        }
        #expect(cancelled.action == "touchCancel" && frames[0].time == 2)
    }
}

@Suite struct `Attempts to connect` {
    private func connects(_ attempts: inout Attempts) -> Bool { attempts.connect() != nil }

    @Test func `the reason is said once, and the budget ends them`() throws {
        var attempts = Attempts(path: "/tmp/touchd-no-such-socket", retries: 2, helloWithin: 100)
        guard case .attempt = attempts.plan(wasGreeted: false) else {
            Issue.record("the first attempt is made at once")
            return
        }
        #expect(!connects(&attempts))
        guard case .say(let why) = attempts.plan(wasGreeted: false) else {
            Issue.record("the reason is said")
            return
        }
        #expect(why.message.hasSuffix("/tmp/touchd-no-such-socket: No such file or directory"))
        guard case .wait = attempts.plan(wasGreeted: false) else {
            Issue.record("the delay is waited for")
            return
        }
        #expect((1...100).contains(attempts.patience))
        #expect(!connects(&attempts))
        if case .say(let again) = attempts.plan(wasGreeted: false) { Issue.record("\(again) is said again") }
        #expect(!connects(&attempts))
        guard case .giveUp(.unreachable(let text)) = attempts.plan(wasGreeted: false) else {
            Issue.record("two attempts again are all")
            return
        }
        #expect(text == why.message)
    }
}
