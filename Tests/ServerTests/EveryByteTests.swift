import CLinux
import Glibc
import Support
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Real sockets that fill up, are interrupted or lose their peer after each possible number of bytes of a client's stream.
@Suite struct EveryByteTests {
    enum Fault: CaseIterable { case full, slow, interrupted, closed }

    /// A valve between an outbox and the kernel: it passes a given number of bytes, then runs the fault, and then passes a few bytes at a time.
    private final class Valve {
        var peer: TestClient?
        /// True once the fault has happened.
        var isOpen = false
        private(set) var hasHappened = false
        private let fault: Fault
        private var left: Int
        private var random: SeededRandom

        init(_ peer: TestClient, _ fault: Fault, after count: Int) {
            self.peer = peer
            self.fault = fault
            left = count
            random = SeededRandom(seed: UInt64(count))
        }

        func write(_ fd: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
            if isOpen { return clinux_send(fd, bytes, min(count, 1 + random(40))) }
            if left > 0 {
                let taken = clinux_send(fd, bytes, min(count, left))
                left -= max(taken, 0)
                return taken
            }
            hasHappened = true
            switch fault {
            case .full, .slow: errno = EAGAIN
            case .interrupted:
                isOpen = true
                errno = EINTR
            case .closed:
                peer = nil
                return clinux_send(fd, bytes, count)
            }
            return -1
        }
    }

    @Test(arguments: Fault.allCases) func `whatever happens at any byte, the other clients get their streams (cases 160, 162, 167)`(_ fault: Fault)
        throws
    {
        let stage = try Stage(RoutedStage.tree())
        let witness = stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#)
        var seen = VerifyingReader()
        let whole = ["began b", "ended b", "began b", "ended b"]
        var flaws: [String] = []
        // Every third byte, or with more rounds every one.
        let step = max(1, 3 / rounds(1))
        var (count, streams) = (0, 0)
        while true {
            streams += 1
            let valve = Valve(stage.connect(), fault, after: count)
            stage.publisher.clients[1].outbox.write = { valve.write($0, $1, $2) }
            valve.peer?.send(#"{"type":"subscribe","id":1,"regions":["w/b"]}"#)
            valve.peer?.send(#"{"type":"claim","id":2,"receivers":["b"]}"#)
            stage.turn()
            for slots in [
                [0: (100, 100), 1: (700, 100)], [1: (710, 100)], [1: nil], [2: (700, 100)], [0: nil, 2: nil],
            ] as [[Int: (x: Int32, y: Int32)?]] {
                stage.frame(slots)
            }
            valve.peer?.send(#"{"type":"ping","id":3}"#)
            stage.turn()
            valve.isOpen = true
            let isTold = fault == .slow && valve.hasHappened
            if isTold {  // as if it had been full for long; the last lines have reserved room
                stage.time += 5_000_000
                stage.publisher.backlog.check()
            }
            if let (lines, rest) = valve.peer.map({ (stage.receive($0), $0.input) }) {
                let edges = edges(lines)
                let isWhole = isTold ? whole.starts(with: edges) && lines.last?.type == "bye" : edges == whole && lines.last?.type == "pong"
                let isWell = flaw(in: lines.map(\.withoutGestures)) == nil && rest.isEmpty && isWhole
                if !isWell { flaws.append("\(count): \(edges), then \(lines.last?.type ?? "nothing")") }
            }
            valve.peer = nil
            stage.turn()
            // A program that another test starts at this moment may hold the connection open until its exec.
            for _ in 0..<60_000 where stage.publisher.clients.count != 1 {
                usleep(1000)
                stage.turn()
            }
            seen.read(witness.receive(atMost: 1 << 18))
            if stage.publisher.clients.count != 1 { flaws.append("\(count): the connection is not cleared away") }
            if !valve.hasHappened || flaws.count > 5 { break }
            count += step
        }
        #expect(flaws == [])
        #expect(count > 700, "or there was no stream")
        #expect(seen.flaw == nil && seen.touchesDown.isEmpty)
        #expect(seen.lines.flatMap(\.events).count { $0["phase"]?.string == "began" && $0["region"]?.string != "ic" } == 3 * streams)
        #expect(stage.publisher.claims.isEmpty)
        #expect(stage.publisher.counters.violations == 0)
    }

    /// Begins and ends of touches without the interceptor's copies of those of `b`.
    private func edges(_ lines: [JSONValue]) -> [String] {
        lines.flatMap(\.events).filter { $0["event"]?.string == "touch" && $0["region"]?.string != "ic" }
            .map { "\($0["phase"]!.string!) \($0["region"]!.string!)" }.filter { !$0.hasPrefix("moved") }
    }
}

extension JSONValue {
    /// The line with touch events only, without the interceptor's.
    fileprivate var withoutGestures: JSONValue {
        guard case .object(var members) = self, type == "frame" else { return self }
        members["events"] = .array(events.filter { $0["event"]?.string == "touch" && $0["region"]?.string != "ic" })
        return .object(members)
    }
}
