import Glibc
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// The conditions under which a client is too slow, and the limit of what accumulates for it.
@Suite struct FallingBehindTests {
    /// A socket that accepts a given number of bytes per call, and then none until asked again.
    private final class Drip {
        var rest = 0

        func write(_ fd: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
            if rest == 0 {
                errno = EAGAIN
                return -1
            }
            let taken = send(fd, bytes, min(count, rest), Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            rest -= max(taken, 0)
            return taken
        }
    }

    private func drip(_ stage: Stage, _ index: Int) -> Drip {
        let drip = Drip()
        stage.publisher.clients[index].outbox.write = { drip.write($0, $1, $2) }
        return drip
    }

    /// Begins and ends are never merged, so their number is limited however short the time.
    @Test func `a client that leaves too many frames is too slow`() throws {
        let stage = try Stage()
        let slow = stage.subscriber()
        while !stage.publisher.clients[0].isBehind {
            stage.frame([0: (Int32(stage.published % 400), 500)])
            stage.time -= 10_000
        }
        var most = 0
        for index in 0..<(2 * Limit.waitingFrames) where !stage.publisher.clients[0].isLagging {
            most = max(most, stage.publisher.clients[0].queue.frames.count)
            stage.frame([1: index % 2 == 0 ? (700, 700) : nil])
            stage.time -= 10_000
        }
        #expect(most == Limit.waitingFrames - 1)
        #expect(stage.publisher.clients[0].isLagging)
        let lines = stage.receive(slow)
        #expect(flaw(in: lines) == nil)
        #expect(lines.suffix(2).map(\.type) == ["lagged", "snapshot"])
    }

    /// The time does not count from the last line that the client accepted, which may be long ago.
    @Test func `the time is counted from when the client did not take a byte`() throws {
        let stage = try Stage()
        let client = stage.subscriber()
        _ = drip(stage, 0)
        stage.time += 60_000_000
        stage.frame([0: (10, 10)])
        stage.publisher.backlog.check()
        #expect(stage.publisher.clients.count == 1)
        stage.time += 4_999_999
        stage.publisher.backlog.check()
        #expect(stage.publisher.clients.count == 1)
        stage.time += 1
        stage.publisher.backlog.check()
        #expect(stage.publisher.clients.isEmpty)
        withExtendedLifetime(client) {}
    }

    @Test func `a client that takes a byte now and then stays`() throws {
        let stage = try Stage()
        let client = stage.subscriber()
        let drip = drip(stage, 0)
        stage.frame([0: (10, 10)])
        for _ in 0..<10 {
            _ = client.receive()
            stage.time += 4_000_000
            drip.rest = 1
            stage.turn()
            stage.publisher.backlog.check()
        }
        #expect(stage.publisher.clients.count == 1 && stage.publisher.counters.slow == 0)
        drip.rest = 1 << 20
        stage.turn()
        #expect(stage.receive(client).suffix(2).map(\.type) == ["lagged", "snapshot"])
    }

    /// Waiting frames become lines before another line is sent, and keep their age.
    @Test func `other lines to a slow client do not reset its time`() throws {
        let stage = try Stage()
        let client = stage.subscriber()
        _ = drip(stage, 0)
        let start = stage.time
        stage.frame([0: (10, 10)])
        for index in 1..<60 where !stage.publisher.clients[0].isLagging {
            stage.frame([0: (Int32(10 + index), 10)])
            if index % 10 == 0 { stage.publisher.refusedReload("no") }
        }
        #expect(stage.publisher.clients[0].isLagging && stage.time - start <= 520_000)
        withExtendedLifetime(client) {}
    }

    @Test func `each time a client lags it is told of that time alone`() throws {
        let stage = try Stage()
        let client = stage.subscriber()
        var told: [JSONValue] = []
        for slot in 0..<2 {
            let drip = drip(stage, 0)
            stage.frame([slot: (10, 10)])
            for index in 0..<60 { stage.frame([slot: (Int32(20 + index), 10)]) }
            drip.rest = 1 << 20
            stage.turn()
            told += stage.receive(client).filter { $0.type == "lagged" }
        }
        #expect(told.map { $0["cancelled"]?.array?.map(\.numberText) } == [["65536"], ["65537"]])
        #expect(told[0].int("merged") == told[1].int("merged"))
    }

    @Test func `lines about the tree do not pile up`() throws {
        let stage = try Stage()
        let stuck = stage.subscriber()
        let edits = try JSONReader.nodes(Array(#"[{"op":"bringToFront","region":"a"}]"#.utf8))
        for _ in 0..<2000 { _ = try stage.edit(edits, check: nil) }
        #expect(stage.publisher.clients[0].outbox.count < Limit.answers + 4096)
        #expect(stage.publisher.clients[0].isLagging)
        let lines = stage.receive(stuck)
        #expect(flaw(in: lines) == nil)
        #expect(lines.suffix(2).map(\.type) == ["lagged", "snapshot"] && lines.last?.int("generation") == 2001)
    }

    /// The limit on a user's waiting answers restricts only that user's clients.
    @Test func `a user's clients share their room for answers`() throws {
        let stage = try Stage()
        let clients = (0..<9).map { stage.connect(user: $0 == 8 ? 2 : 1) }
        let served = stage.publisher.clients
        let most = Limit.answersToUser / 7 + Limit.answers
        for client in served.prefix(7) { stage.publisher.backlog.sendLine(client, [UInt8](repeating: 32, count: most)) }
        for client in served.suffix(2) { stage.publisher.backlog.sendLine(client, [UInt8](repeating: 32, count: Limit.answers / 2)) }
        #expect(served.suffix(2).allSatisfy { !$0.outbox.isEmpty })
        #expect(served.map(stage.publisher.connections.hasRoom) == Array(repeating: false, count: 8) + [true])
        withExtendedLifetime(clients) {}
    }

    /// Otherwise the loop would report the descriptor as readable again and again.
    @Test func `a client whose answers must wait is not watched for requests`() throws {
        let stage = try Stage()
        let (finished, flood) = (stage.connect(), stage.connect())
        finished.finish()
        stage.publisher.backlog.sendLine(stage.publisher.clients[1], [UInt8](repeating: 32, count: 2 * Limit.answers))
        flood.send(#"{"type":"ping"}"#)
        stage.turn()
        #expect(stage.publisher.clients.map(\.watched) == [0, EventLoop.writable])
        #expect(stage.publisher.clients[1].input.isEmpty, "it is not read either")
    }

    @Test func `explanations do not pile up`() throws {
        let stage = try Stage()
        let tracer = stage.connect(#"{"type":"trace","on":true}"#)
        for _ in 0..<3000 {
            stage.frame([0: (10, 10)])
            stage.frame([0: nil])
            stage.time -= 20_000
        }
        #expect(stage.publisher.clients[0].outbox.count < Limit.answers + 4096)
        #expect(stage.receive(tracer).count { $0.type == "trace" } > 100)
    }

    @Test func `explanations come in their place`() throws {
        let stage = try Stage()
        let tracer = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"trace","on":true}"#)
        while stage.publisher.clients[0].queue.isEmpty { stage.frame([0: (Int32(stage.published % 400), 500)]) }
        for x in stride(from: Int32(0), to: 200, by: 10) { stage.frame([1: (600 + x, 10), 2: x % 20 == 0 ? (100, 100) : nil]) }
        let times = stage.receive(tracer).compactMap { $0.int("time") }
        #expect(times == times.sorted() && times.count > 20)
    }

    @Test func `waiting frames of two panels are not merged`() throws {
        var queue = FrameQueue()
        let stage = try Stage()
        stage.frame([0: (10, 10)])
        stage.frame([0: (20, 10)])
        let move = try #require(stage.frames.last)
        for panel in ["p", "p", "q", "p"] { queue.append(move, panel: panel, now: 0) }
        #expect(queue.frames.map(\.panel) == ["p", "q", "p"])
    }

    @Test func `who lags is told no explanation or question, and how things stand when it reads`() throws {
        var a = RegionSpec(id: "a", geometry: RegionGeometry(frame: Rect(0, 0, 500, 1000)))
        var tap = GestureSpec(id: "tap", type: "tap")
        tap.asks = [.shouldBegin]
        a.gestures = [tap]
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.isMultipleTouchEnabled = true
        window.children = [a]
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        let tracer = stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#, #"{"type":"trace","on":true}"#)
        let claimant = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["a"]}"#)
        _ = drip(stage, 0)
        stage.frame([0: (10, 10)])
        stage.publisher.backlog.markLagging(stage.publisher.clients[0])
        stage.frame([0: nil])
        stage.frame([1: (700, 700)])
        claimant.send(
            #"{"type":"edit","id":3,"edits":[{"op":"remove","region":"a"},{"op":"add","parent":"w","region":{"id":"x","frame":[0,0,9,9]}}]}"#)
        stage.turn()
        #expect(stage.publisher.clients[0].isLagging)
        stage.publisher.clients[0].outbox.write = { send($0, $1, $2, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
        let lines = stage.receive(tracer)
        #expect(flaw(in: lines) == nil)
        #expect(lines.count { $0.type == "lagged" } == 1 && lines.last?.type == "snapshot")
    }
}
