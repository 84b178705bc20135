import Glibc
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Contract 5 and contract 2.5: no client waits for another.
@Suite struct SlowClientTests {
    @Test func `moves are merged, and edges are kept`() throws {
        let stage = try Stage()
        let slow = stage.subscriber()
        let quick = stage.subscriber()
        var seen = stage.receive(quick)
        stage.frame([0: (10, 500)])
        for index in 0..<2000 {
            stage.frame([0: (Int32(index % 400), 500)])
            seen += stage.receive(quick)
            stage.time -= 10_000  // all at one moment: behind, but not long
            if index == 1000 {
                stage.frame([1: (700, 700)])
                stage.frame([1: (701, 700)])  // nothing merges into a begin
                stage.frame([1: nil])
                stage.time -= 30_000
            }
        }
        stage.frame([0: nil])
        let slowly = stage.receive(slow)
        seen += stage.receive(quick)
        #expect(flaw(in: slowly) == nil)
        #expect(flaw(in: seen) == nil)
        #expect(seen.count { $0.type == "frame" } == stage.published, "the quick client got every frame")
        let frames = slowly.filter { $0.type == "frame" }
        #expect(frames.count < stage.published / 2, "moves were merged")
        #expect(!slowly.contains { $0.type == "lagged" })
        func edges(_ lines: [JSONValue]) -> [String] {
            lines.flatMap(\.events).map { "\($0.int("id")!) \($0["phase"]!.string!)" }.filter { !$0.hasSuffix("moved") }
        }
        #expect(edges(slowly) == edges(seen), "began and ended are never dropped, and keep their order")
        // The last place before each end is the same for both.
        func lastMove(_ lines: [JSONValue]) -> Int? { lines.flatMap(\.events).last { $0["phase"]!.string == "moved" }?.int("x") }
        #expect(lastMove(slowly) == lastMove(seen))
    }

    @Test func `half a second of delay cancels only that client's touches`() throws {
        let stage = try Stage()
        let slow = stage.subscriber()
        let quick = stage.subscriber()
        var seen = stage.receive(quick)
        stage.frame([0: (10, 500), 1: (700, 500)])
        for index in 0..<300 {  // three seconds
            stage.frame([0: (Int32(index % 400), 500)])
            seen += stage.receive(quick)
        }
        #expect(stage.publisher.clients[0].isLagging)
        #expect(stage.publisher.clients[0].queue.isEmpty, "nothing is kept for who has to begin anew")
        var slowly = stage.receive(slow)
        #expect(flaw(in: slowly) == nil)
        let lagged = try #require(slowly.lastIndex { $0.type == "lagged" })
        #expect(slowly[(lagged + 1)...].map(\.type) == ["snapshot"])
        #expect(slowly[lagged].int("merged")! > 0)
        let cancels = slowly[lagged - 1].events
        #expect(cancels.map { $0["reason"]?.string } == ["lagged", "lagged"])
        #expect(cancels.map { $0.int("id")! } == slowly[lagged]["cancelled"]?.array?.map { Int($0.number!) })
        #expect(slowly[lagged - 1]["panel"]?.string == "p")
        let times = slowly.filter { $0.type == "frame" }.map { $0.int("time")! }
        #expect(times == times.sorted() && times.last! < stage.time, "a time of the panel's, not of the clock")
        #expect(slowly[lagged + 1]["touches"]?.array?.count == 2, "the snapshot says what is down")
        // No more events of these touches, and all events of the next.
        stage.frame([0: (20, 20)])
        stage.frame([0: nil, 1: nil])
        stage.frame([2: (30, 30)])
        let after = stage.receive(slow)
        #expect(after.flatMap(\.events).map { $0["phase"]!.string! } == ["began"])
        slowly += after
        #expect(flaw(in: slowly) == nil)
        seen += stage.receive(quick)
        #expect(flaw(in: seen) == nil)
        #expect(seen.count { $0.type == "frame" } == stage.published, "the quick client noticed nothing")
    }

    @Test func `lag is noticed without a further frame`() throws {
        let stage = try Stage()
        let slow = stage.subscriber()
        stage.frame([0: (10, 500)])
        while !stage.publisher.clients[0].isBehind { stage.frame([0: (Int32(stage.published % 400), 500)]) }
        stage.time += 499_000
        stage.publisher.backlog.check()
        #expect(!stage.publisher.clients[0].isLagging)
        stage.time += 1_000
        stage.publisher.backlog.check()
        #expect(stage.publisher.clients[0].isLagging)
        #expect(stage.receive(slow).contains { $0.type == "lagged" })
    }

    @Test func `a client that takes no byte for five seconds is closed`() throws {
        let stage = try Stage()
        let stuck = stage.subscriber()
        let quick = stage.subscriber()
        var seen = stage.receive(quick)
        stage.frame([0: (10, 500)])
        while !stage.publisher.clients[0].isBehind {
            stage.frame([0: (Int32(stage.published % 400), 500)])
            seen += stage.receive(quick)
        }
        stage.time = stage.publisher.clients[0].outbox.lastProgress + 4_999_999
        stage.publisher.backlog.check()
        #expect(stage.publisher.clients.count == 2)
        stage.time += 1
        stage.publisher.backlog.check()
        #expect(stage.publisher.clients.count == 1)
        #expect(stage.publisher.counters.slow == 1)
        let last = stage.receive(stuck)
        #expect(last.last?.type == "bye", "it finds the reason when it wakes")
        #expect(last.last?["reason"]?.string == "slow")
        #expect(stuck.isClosed)
        stage.frame([0: nil])
        seen += stage.receive(quick)
        #expect(seen.flatMap(\.events).last?["phase"]?.string == "ended")
        #expect(flaw(in: seen) == nil)
    }

    @Test func `answers that nobody reads do not pile up`() throws {
        let stage = try Stage()
        let flood = stage.connect()
        var sent = 0
        var idle = 0
        while idle < 3 && sent < 1_000_000 {
            if flood.send(#"{"type":"ping","id":\#(sent)}"#) > 0 {
                sent += 1
                idle = 0
            } else {
                idle += 1
                stage.turn()
            }
        }
        #expect(sent < 1_000_000, "the flood is stopped by not reading it")
        #expect(stage.publisher.clients[0].outbox.count < 2 * Limit.answers)
        // After it reads, nothing was lost.
        let pongs = stage.receive(flood).filter { $0.type == "pong" }
        #expect(pongs.compactMap { $0.int("id") } == Array(0..<pongs.count))
        #expect(pongs.count >= sent - 1, "the last line may have been cut by the full socket")
    }
}
