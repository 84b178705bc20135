import Support
import Testing
import Wire

@testable import Server

/// The record of lines that wait for their acknowledgement.
@Suite struct UnacknowledgedTests {
    @Test func `the list does not grow with the time that the client has`() {
        let ackWithin: Int64 = 600_000_000
        var lines = Unacknowledged()
        for line in 1...600_000 {
            lines.append(UInt64(line), at: Int64(line) * 1000, ackWithin: ackWithin)
            if line % 100_000 == 0 { #expect(lines.spans.count <= Unacknowledged.parts + 1) }
        }
        #expect(lines.count == 600_000)
        #expect(lines.since == 1000, "who acknowledges nothing is judged by its first line")
    }

    /// A span that is acknowledged in part, grows, and is acknowledged in part again.
    @Test func `the rest of a span is judged by its own time`() {
        var lines = Unacknowledged()
        let part: Int64 = 1000
        for (seq, time) in [(1, 0), (2, 100), (3, 990)] as [(UInt64, Int64)] { lines.append(seq, at: time, ackWithin: part * Unacknowledged.parts) }
        lines.acknowledge(upTo: 1)
        lines.append(4, at: 1980, ackWithin: part * Unacknowledged.parts)
        lines.acknowledge(upTo: 2)
        #expect(lines.since == 990 && lines.count == 2)
        lines.acknowledge(upTo: 3)
        #expect(lines.since == 1980 && lines.count == 1)
    }

    /// Compared with a plain list of all lines.
    @Test func `no line is judged too soon, or later than by a part of the time`() throws {
        let seed = givenSeed ?? newSeed()
        var random = SeededRandom(seed: seed)
        for ackWithin in [10_000, 100_000, 5_000_000, 600_000_000] as [Int64] {
            let part = ackWithin / Unacknowledged.parts
            var lines = Unacknowledged()
            var all: [(seq: UInt64, time: Int64)] = []
            var (seq, time) = (UInt64(0), Int64(1_000_000))
            for _ in 0..<4000 {
                time += Int64(random(Int(2 * part + 2)))
                seq += UInt64(1 + random(3))
                lines.append(seq, at: time, ackWithin: ackWithin)
                all.append((seq, time))
                if random(10) == 0 {
                    let acknowledged = all[random(all.count)].seq + UInt64(random(2))
                    lines.acknowledge(upTo: acknowledged)
                    all.removeAll { $0.seq <= acknowledged }
                }
                try #require((lines.since == nil) == all.isEmpty)
                try #require((lines.count == 0) == all.isEmpty && lines.count >= all.count)
                guard let since = lines.since, let exact = all.first?.time else { continue }
                try #require(since >= exact && since - exact <= part, "seed \(seed): \(since) instead of \(exact)")
            }
            lines.acknowledge(upTo: .max)
            #expect(lines.since == nil && lines.count == 0)
        }
    }

    @Test func `a client that has released all its claims owes no acknowledgement`() throws {
        let stage = try Stage()
        let owner = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["a"],"ackWithin":100}"#)
        stage.frame([0: (10, 10)])
        stage.frame([0: nil])
        owner.send(#"{"type":"release","id":3,"receivers":["a"]}"#)
        stage.turn()
        stage.time += 200_000
        stage.publisher.claimants.checkAcknowledgements()
        #expect(stage.publisher.counters.unresponsive == 0)
    }
}
