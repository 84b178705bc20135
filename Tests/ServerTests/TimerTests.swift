import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Timers are set: a client that hangs or does not read is found even if nothing happens but time passing.
@Suite struct TimerTests {
    private func wait(_ stage: Stage, until condition: () -> Bool) {
        for _ in 0..<300 where !condition() { stage.loop.turn(waiting: 0) }
    }

    private func claim(_ receiver: String, _ milliseconds: Int) -> String {
        #"{"type":"claim","id":9,"receivers":["\#(receiver)"],"ackWithin":\#(milliseconds)}"#
    }

    @Test func `who does not acknowledge is found out, one after the other, and again`() throws {
        let stage = try Stage(ClaimTests.tree())
        let first = stage.connect(#"{"type":"subscribe","id":1}"#, claim("a", 10))
        let second = stage.connect(#"{"type":"subscribe","id":1}"#, claim("b", 30))
        for _ in 1...2 {
            stage.frame([0: (10, 10), 1: (700, 10)])
            stage.time += 10_000
            wait(stage) { stage.publisher.claims.count < 2 }
            #expect(stage.publisher.claims.receivers.sorted() == ["b"])
            stage.time += 20_000
            wait(stage) { stage.publisher.claims.isEmpty }
            #expect(stage.publisher.claims.isEmpty)
            stage.frame([0: nil, 1: nil])
            for (client, line) in [(first, claim("a", 10)), (second, claim("b", 30))] {
                client.send(#"{"type":"ack","seq":1000}"#)  // it has read everything
                client.send(line)
            }
            stage.turn()
        }
        for client in [first, second] {
            #expect(stage.receive(client).filter { $0.type == "released" }.map { $0["reason"]?.string } == ["unresponsive", "unresponsive"])
        }
    }

    @Test(arguments: [true, false]) func `who has longer does not give the others longer`(isFirst: Bool) throws {
        let stage = try Stage(ClaimTests.tree())
        let longer = claim("b", 600_000)
        let first = stage.connect(#"{"type":"subscribe","id":1}"#, isFirst ? longer : claim("a", 10))
        let second = stage.connect(#"{"type":"subscribe","id":1}"#, isFirst ? claim("a", 10) : longer)
        stage.frame([0: (10, 10), 1: (700, 10)])
        stage.time += 10_000
        wait(stage) { stage.publisher.claims.count < 2 }
        #expect(stage.publisher.claims.receivers.sorted() == ["b"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func `a shorter time to answer is waited for at once`() throws {
        let stage = try Stage(ClaimTests.tree())
        let owner = stage.connect(#"{"type":"subscribe","id":1}"#, claim("a", 600_000))
        stage.frame([0: (10, 10)])
        owner.send(claim("a", 10))
        stage.turn()
        stage.time += 10_000
        wait(stage) { stage.publisher.claims.isEmpty }
        #expect(stage.publisher.claims.isEmpty)
    }

    @Test func `who does not read is found out, and nothing is looked after once all are well`() throws {
        let stage = try Stage()
        for round in 1...2 {
            let slow = stage.subscriber()
            stage.frame([0: (10, 500)])
            while !stage.publisher.clients[0].isBehind { stage.frame([0: (Int32(stage.published % 400), 500)]) }
            stage.frame([0: nil])
            stage.time += 500_000
            wait(stage) { stage.publisher.counters.lagged == round }
            #expect(stage.publisher.clients[0].isLagging)
            stage.time = stage.publisher.clients[0].outbox.lastProgress + 5_000_000
            wait(stage) { stage.publisher.counters.slow == round }
            #expect(stage.publisher.clients.isEmpty)
            #expect(!stage.publisher.backlog.isTimerSet)
            #expect(stage.receive(slow).last?["reason"]?.string == "slow")
        }
    }
}
