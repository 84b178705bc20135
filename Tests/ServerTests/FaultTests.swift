import Glibc
import Support
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Real sockets that accept a byte now and then or close at any point: every client's stream stays valid.
@Suite struct FaultTests {
    /// Makes the socket's buffer as small as the kernel allows.
    private func shrink(_ stage: Stage) {
        for client in stage.publisher.clients {
            var size: Int32 = 1
            setsockopt(client.fd, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    private static let wishes = [
        "", #","maxRate":30"#, #","coalesced":true"#, #","maxRate":20,"coalesced":true,"axes":true"#, #","observe":true"#,
    ]

    private func connect(_ stage: Stage, _ index: Int) -> TestClient {
        stage.connect(#"{"type":"subscribe","id":1\#(Self.wishes[index % Self.wishes.count])}"#)
    }

    private func randomFrame(_ stage: Stage, _ random: inout SeededRandom) {
        var slots: [Int: (x: Int32, y: Int32)?] = [:]
        for slot in 0..<5 where random(3) > 0 {
            slots[slot] = stage.isDown(slot) && random(8) == 0 ? .some(nil) : (Int32(random(1000)), Int32(random(1000)))
        }
        stage.frame(slots)
    }

    @Test(arguments: 1...4) func `a client that takes a byte now and then gets a whole stream (case 167)`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let stage = try Stage(RoutedStage.tree())
        let clients = (0..<10).map { connect(stage, $0) }
        shrink(stage)
        var readers = clients.map { _ in VerifyingReader() }
        for step in 0..<400 {
            randomFrame(stage, &random)
            if step % 50 == 49 { stage.time += Int64(random(600_000)) }
            stage.turn()
            if random(10) == 0 { stage.publisher.backlog.check() }
            for (index, client) in clients.enumerated() where random(index + 1) == 0 {
                // One byte, a few, or all: the kernel returns EAGAIN in the middle of anything.
                readers[index].read(client.receive(atMost: [1, 7, 300, 1 << 16][random(4)]))
            }
        }
        stage.frame(Dictionary(uniqueKeysWithValues: (0..<5).filter(stage.isDown).map { ($0, nil) }))
        for (index, client) in clients.enumerated() {
            // Even with nothing left to read, the server may only now have found more room.
            var isEmpty = false
            while true {
                let bytes = client.receive(atMost: 1 + random(3000))
                readers[index].read(bytes)
                stage.turn()
                if bytes.isEmpty && isEmpty { break }
                isEmpty = bytes.isEmpty
            }
            #expect(readers[index].flaw == nil, "seed \(seed), client \(index)")
            #expect(client.isClosed || readers[index].rest.isEmpty, "seed \(seed), client \(index): half a line")
            // A client that read nothing for 5 s is closed, possibly without room for the closing lines.
            #expect(client.isClosed || readers[index].touchesDown.isEmpty, "seed \(seed), client \(index): touches without an end")
        }
        #expect(stage.publisher.counters.violations == 0, "seed \(seed)")
    }

    /// The client reads one byte at a time, so the line breaks off at each of its bytes.
    @Test func `a peer may close at every byte (cases 160, 162)`() throws {
        let stage = try Stage(RoutedStage.tree())
        let witness = connect(stage, 0)
        var reader = VerifyingReader()
        for count in 0..<700 {
            var mortal: TestClient? = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["b"]}"#)
            stage.frame([0: (100, 100), 1: (700, 100)])
            for _ in 0..<3 { mortal!.receive(atMost: count) }
            stage.frame([0: (Int32(110 + count % 200), 100), 1: (710, 100)])
            mortal = nil
            stage.turn()
            stage.frame([0: nil, 1: nil])
            reader.read(witness.receive(atMost: 1 << 18))
            if stage.publisher.clients.count != 1 { Issue.record("the connection is not cleared away after \(count) bytes") }
        }
        #expect(reader.flaw == nil)
        #expect(reader.touchesDown.isEmpty)
        #expect(stage.publisher.claims.isEmpty)
        #expect(stage.publisher.counters.violations == 0)
    }

    /// Requests already sent when the client hangs up are carried out; then the client is removed.
    @Test(arguments: [
        #"{"type":"subscribe","id":2}"#, #"{"type":"claim","id":2,"receivers":["b"]}"#, #"{"type":"hit","id":2,"x":1,"y":1}"#,
        #"{"type":"edit","id":2,"edits":[{"op":"set","region":"a","key":"frame","value":[0,0,400,1000]}]}"#, #"{"type":"clients","id":2}"#,
    ]) func `a client that hangs up while its request is done is gone after it`(_ request: String) throws {
        for count in 1...3 {
            let stage = try Stage(RoutedStage.tree())
            var mortal: TestClient? = stage.connect()
            for _ in 0..<count { mortal!.send(#"{"type":"subscribe","id":1}"#) }
            mortal!.send(request)
            for _ in 0..<count { stage.loop.turn(waiting: 0) }
            mortal = nil
            stage.turn()
            stage.turn()
            #expect(stage.publisher.clients.isEmpty && stage.publisher.groups.isEmpty && stage.publisher.claims.isEmpty, "\(count)")
        }
    }

    @Test func `a line that is too long closes only that connection (case 167)`() throws {
        let stage = try Stage()
        let other = stage.subscriber()
        let client = stage.connect()
        for _ in 0..<5 {
            client.send(bytes: [UInt8](repeating: UInt8(ascii: "x"), count: 16384))
            stage.turn()
        }
        let last = stage.receive(client).last
        #expect(last?["reason"]?.string == "lineTooLong")
        #expect(client.isClosed)
        stage.frame([0: (10, 10)])
        #expect(stage.receive(other).last?.type == "frame")
    }

    @Test(arguments: [0, 1]) func `the longest line is still obeyed (case 167)`(_ more: Int) throws {
        let stage = try Stage()
        let client = stage.connect()
        let frame = #"{"type":"ping","id":1,"x":""}"#
        let line = frame.dropLast(2) + String(repeating: "x", count: ServerMessages.maximumLine - frame.utf8.count + more) + "\"}"
        client.send(bytes: Array((line + "\n").utf8))
        stage.turn()
        let last = stage.receive(client).last
        #expect(last?.type == (more == 0 ? "pong" : "bye"))
        #expect(client.isClosed == (more > 0))
    }

    @Test func `an ack of a line that never was, or was acknowledged, is ignored (case 181)`() throws {
        let stage = try Stage(ClaimTests.tree())
        let owner = stage.connect(
            #"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":9,"receivers":["a"],"ackWithin":100}"#, #"{"type":"ack","seq":0}"#,
            #"{"type":"ack","seq":18446744073709551615}"#, #"{"type":"ack","seq":99}"#)
        stage.frame([0: (10, 10)])
        for seq in [2, 2, 1] { owner.send(#"{"type":"ack","seq":\#(seq)}"#) }
        stage.turn()
        #expect(stage.publisher.claimants.lastAcknowledged(1) == 2)
        stage.time += 100_000
        stage.publisher.claimants.checkAcknowledgements()
        #expect(!stage.receive(owner).contains { $0.type == "released" })
        // An acknowledgement sent before its line does not count.
        stage.frame([0: nil])
        stage.time += 100_000
        stage.publisher.claimants.checkAcknowledgements()
        #expect(stage.receive(owner).contains { $0.type == "released" })
    }
}

/// A tree for demanding clients: a pan that cancels nothing, an interceptor that may steal, and a fallback.
enum RoutedStage {
    static func tree() -> RegionTree {
        let screens = ClaimTests.tree().screenSpecs.map { screen in
            var screen = screen
            var pan = GestureSpec(id: "slide", type: "pan")
            pan.cancelsTouchesInView = false
            screen.windows[0].children[1].gestures = [pan]
            return screen
        }
        return RegionTree(screens)
    }
}
