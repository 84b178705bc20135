import Support
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// 64 clients, four of them faulty: one never reads, one reads a byte a second, one sends garbage, and one is killed at random. The other sixty get
/// every edge, in order, as if the four did not exist (contract 2.4 and 2.5).
@Suite struct CrowdTests {
    /// Subscriptions to all regions, to `a` and to `b`.
    private static let globs = ["**", "w/a", "w/b"]

    @Test(arguments: 1...1) func `60 of 64 clients get every edge`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let stage = try Stage()
        let good = (0..<60).map { Good(stage.subscriber(Self.globs[$0 % 3]), glob: $0 % 3, isPrompt: $0 < 51) }
        let silent = stage.subscriber()
        let slow = stage.subscriber()
        let garbage = stage.subscriber()
        var mortal: TestClient? = stage.subscriber()
        #expect(stage.publisher.clients.count == 64)

        var drip = stage.time
        for _ in 0..<700 {
            var slots: [Int: (x: Int32, y: Int32)?] = [:]
            for slot in 0..<10 where random(2) == 0 {
                if stage.isDown(slot) && random(6) == 0 {
                    slots[slot] = .some(nil)
                } else {
                    slots[slot] = (Int32(random(1000)), Int32(random(1000)))
                }
            }
            stage.frame(slots)
            // One byte per second of the daemon's time.
            if stage.time - drip >= 1_000_000 {
                drip = stage.time
                slow.receive(atMost: 1)
            }
            garbage.send(bytes: (0..<random(300)).map { _ in UInt8(random(256)) })
            garbage.receive(atMost: 1 << 18)
            if random(8) == 0 {
                mortal = nil
                stage.turn()
                mortal = stage.subscriber()
            }
            stage.turn()
            stage.publisher.backlog.check()
            for client in good {
                client.waits += 1
                if client.isPrompt || random(8) == 0 || client.waits > 30 { client.receive() }
            }
            stage.turn()
        }
        stage.frame(Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, nil) }))
        for client in good { while client.receive() { stage.turn() } }

        let counters = stage.publisher.counters
        #expect(counters.violations == 0, "seed \(seed)")
        #expect(counters.slow > 0, "seed \(seed): the silent one was never found out")
        #expect(counters.lagged >= 2, "seed \(seed): silent and slow are behind")
        #expect(counters.badLines + counters.refusedRequests > 100 && counters.connections > 100, "seed \(seed)")
        for glob in 0..<3 {
            let those = good.filter { $0.glob == glob }
            let prompt = those.filter(\.isPrompt)
            let first = prompt[0].lines
            #expect(flaw(in: first) == nil, "seed \(seed)")
            // Clients that are never behind get the same bytes as the rest of their group.
            #expect(prompt.allSatisfy { $0.bytes == prompt[0].bytes }, "seed \(seed)")
            let tree = stage.tree
            let expected = stage.frames.flatMap(\.events).filter { event in
                glob == 0 || event.receiver.map { tree.directory[$0].id } == (glob == 1 ? "a" : "b")
            }
            #expect(edges(first) == expected.filter { $0.phase != .moved }.map { "\($0.id.rawValue) \($0.phase)" }, "seed \(seed)")
            #expect(first.flatMap(\.events).count == expected.count, "seed \(seed): every move, too")
            for tardy in those where !tardy.isPrompt {
                let lines = tardy.lines
                #expect(flaw(in: lines) == nil, "seed \(seed)")
                #expect(edges(lines) == edges(first), "seed \(seed): who reads now and then gets the same edges")
                #expect(!lines.contains { $0.type == "lagged" }, "seed \(seed)")
            }
        }
        withExtendedLifetime((silent, slow, garbage, mortal)) {}
    }

    private func edges(_ lines: [JSONValue]) -> [String] {
        lines.flatMap(\.events).map { "\($0.int("id")!) \($0["phase"]!.string!)" }.filter { !$0.hasSuffix("moved") }
    }

    /// A client that records everything it receives.
    private final class Good {
        let client: TestClient
        let glob: Int
        let isPrompt: Bool
        private(set) var bytes: [UInt8] = []
        /// The number of frames since it last read.
        var waits = 0

        init(_ client: TestClient, glob: Int, isPrompt: Bool) {
            self.client = client
            self.glob = glob
            self.isPrompt = isPrompt
        }

        @discardableResult
        func receive() -> Bool {
            let more = client.receive(atMost: 1 << 18)
            bytes += more
            waits = 0
            return !more.isEmpty
        }

        var lines: [JSONValue] { bytes.split(separator: 10).map { try! JSONReader.parse(Array($0)) } }
    }
}
