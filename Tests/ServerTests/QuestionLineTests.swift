import Glibc
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// The receivers and the time of question lines, including observers and slow readers.
@Suite struct QuestionLineTests {
    /// `pad` (left half), which may be sensitive, and `b` (right half), each with a tap that asks.
    private func tree(isSensitive: Bool) -> RegionTree {
        func region(_ id: String, _ x: Double) -> RegionSpec {
            var region = RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(x, 0, 500, 1000)))
            region.isMultipleTouchEnabled = true
            var tap = GestureSpec(id: "tap \(id)", type: "tap")
            tap.asks = [.shouldBegin]
            region.gestures = [tap]
            return region
        }
        var pad = region("pad", 0)
        pad.isSensitive = isSensitive
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [pad, region("b", 500)]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private func claimant(_ stage: Stage, events: String = #"["gesture"]"#) -> TestClient {
        stage.connect(#"{"type":"subscribe","id":1,"events":\#(events)}"#, #"{"type":"claim","id":2,"receivers":["pad","b"]}"#)
    }

    private func tap(_ stage: Stage, x: Int32) {
        stage.frame([0: (x, 100)])
        stage.frame([0: nil])
    }

    private func types(_ lines: [JSONValue]) -> [String] { lines.map(\.type).filter { ["question", "settled"].contains($0) } }

    @Test func `of questions in a sensitive region nobody is told but its owner`() throws {
        let stage = try Stage(tree(isSensitive: true))
        let owner = claimant(stage)
        let tracer = stage.connect(#"{"type":"trace","id":1,"on":true}"#, user: 0, on: .admin)
        _ = (stage.receive(owner), stage.receive(tracer))
        tap(stage, x: 123)
        owner.send(#"{"type":"answer","id":\#(TouchIDs.firstSensitive),"value":true}"#)
        stage.turn()
        tap(stage, x: 124)
        stage.time += 200_000
        stage.advance()
        #expect(types(stage.receive(owner)) == ["question", "question"])
        #expect(types(stage.receive(tracer)) == [])
        #expect(!["[123", "[124"].contains { String(decoding: tracer.bytes, as: UTF8.self).contains($0) })
        // Observers get questions of other regions, whatever the outcome.
        tap(stage, x: 700)
        owner.send(#"{"type":"answer","id":1,"value":true}"#)
        stage.turn()
        tap(stage, x: 700)
        stage.time += 200_000
        stage.advance()
        let seen = stage.receive(tracer).filter { ["question", "settled"].contains($0.type) }
        #expect(seen.map { $0.int("id") } == [1, 1, 2, 2], "numbered as if those had not been")
        #expect(seen.map { $0["by"]?.string } == [nil, "client", nil, "default"])
    }

    @Test func `what others claim meanwhile does not keep a client from being asked`() throws {
        let stage = try Stage(tree(isSensitive: false))
        let owner = stage.connect(#"{"type":"subscribe","id":1,"events":["gesture"]}"#, #"{"type":"claim","id":2,"receivers":["pad"]}"#)
        stage.frame([0: (100, 100)])
        let other = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["b"]}"#)
        stage.frame([0: nil])
        #expect(types(stage.receive(owner)) == ["question"])
        withExtendedLifetime(other) {}
    }

    @Test func `who is asked and looks on is asked once`() throws {
        let stage = try Stage(tree(isSensitive: false))
        let owner = claimant(stage)
        owner.send(#"{"type":"trace","on":true}"#)
        stage.turn()
        tap(stage, x: 100)
        owner.send(#"{"type":"answer","id":1,"value":true}"#)
        stage.turn()
        #expect(types(stage.receive(owner)) == ["question", "settled"])
    }

    @Test func `a question comes after the frame in which it is asked, also for who is behind`() throws {
        let stage = try Stage(tree(isSensitive: false))
        let owner = claimant(stage, events: #"["touch","gesture"]"#)
        owner.send(#"{"type":"trace","on":true}"#)
        let tracer = stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#, #"{"type":"trace","on":true}"#)
        stage.frame([1: (700, 500)])
        while !stage.publisher.clients.allSatisfy(\.isBehind) { stage.frame([1: (Int32(600 + stage.published % 300), 500)]) }
        stage.time -= Int64(stage.published) * 10_000  // not long behind
        tap(stage, x: 100)
        for client in [owner, tracer] {
            let lines = stage.receive(client)
            let times = lines.compactMap { $0.int("time") }
            #expect(lines.contains { $0.type == "question" } && times == times.sorted())
        }
    }

    /// The kernel accepts the line a moment later.
    @Test func `a question that could not be sent at once is sent as soon as it can be`() throws {
        let stage = try Stage(tree(isSensitive: false))
        let owner = claimant(stage)
        let tracer = stage.connect(#"{"type":"trace","on":true}"#)
        _ = (stage.receive(owner), stage.receive(tracer))
        stage.frame([0: (100, 100)])
        for client in stage.publisher.clients {
            client.outbox.write = { _, _, _ in
                errno = EAGAIN
                return -1
            }
        }
        stage.frame([0: nil])
        for client in stage.publisher.clients { client.outbox.write = { send($0, $1, $2, Int32(MSG_NOSIGNAL)) } }
        stage.turn()
        #expect(types(owner.receive()) == ["question"])
        #expect(types(tracer.receive()) == ["question"])
    }

    @Test func `whoever has too much waiting is not asked, and not told either`() throws {
        let stage = try Stage(tree(isSensitive: false))
        let owner = claimant(stage)
        let tracer = stage.connect(#"{"type":"trace","on":true}"#)
        let other = stage.connect(#"{"type":"subscribe","id":1,"events":["gesture"],"observe":true}"#)
        _ = stage.receive(other)
        for client in stage.publisher.clients.prefix(2) {
            while client.outbox.count < Limit.answers { stage.publisher.backlog.sendLine(client, ServerMessages.pong(.string("full"))) }
        }
        tap(stage, x: 100)
        #expect(stage.publisher.questions.asked.isEmpty)
        stage.turn()
        #expect(stage.receive(other).flatMap(\.events).map { $0["state"]?.string } == ["recognized"], "at once")
        #expect(types(stage.receive(owner)) == [])
        #expect(types(stage.receive(tracer)) == [])
    }
}
