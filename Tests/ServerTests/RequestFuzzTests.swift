import Foundation
import Support
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Random requests of several clients, sensible and not, while fingers are down: every stream keeps the grammar, and every
/// request gets its answer. `TOUCHD_FUZZ_SEEDS=1000 swift test --filter RequestFuzzTests` looks longer.
@Suite struct RequestFuzzTests {
    static let seeds = ProcessInfo.processInfo.environment["TOUCHD_FUZZ_SEEDS"].flatMap { UInt64($0) } ?? 8

    @Test(arguments: 1...seeds) func c12_167_whateverClientsAskForTheStreamsKeepTheirGrammar(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let stage = try Stage(RoutedStage.tree())
        var clients = (0..<4).map { _ in stage.connect() }
        var readers = clients.map { _ in VerifyingReader() }
        var asked = clients.map { _ in 0 }
        func checkAll(_ index: Int) {
            #expect(readers[index].flaw == nil, "seed \(seed)")
            // Lines that were obeyed one by one were answered one by one.
            let answers = readers[index].lines.filter { ["reply", "pong", "synced"].contains($0.type) }
            #expect(answers.map { $0.int("id") } == Array(1..<(asked[index] + 1)).map(Optional.init), "seed \(seed)")
        }
        for _ in 0..<300 {
            switch random(10) {
            case 0..<4:
                var slots: [Int: (x: Int32, y: Int32)?] = [:]
                for slot in 0..<3 where random(2) == 0 {
                    slots[slot] = stage.isDown(slot) && random(5) == 0 ? .some(nil) : (Int32(random(1000)), Int32(random(1000)))
                }
                stage.frame(slots)
            case 4..<9:
                let index = random(clients.count)
                asked[index] += 1
                clients[index].send(request(asked[index], stage, &random))
                stage.turn()
            default:
                let index = random(clients.count)
                if random(4) == 0 {
                    // All that came is looked at, then another client comes in its place.
                    readers[index].take(clients[index].receive(atMost: 1 << 20))
                    if readers[index].flaw != nil { checkAll(index) }
                    clients[index] = stage.connect()
                    readers[index] = VerifyingReader()
                    asked[index] = 0
                } else {
                    stage.time += Int64(random(120_000))
                    stage.publisher.checkAcknowledgements()
                    stage.publisher.checkSlowClients()
                }
            }
            for index in clients.indices where random(3) == 0 { readers[index].take(clients[index].receive(atMost: 1 << 16)) }
            stage.turn()
        }
        for index in clients.indices {
            while case let bytes = clients[index].receive(atMost: 1 << 20), !bytes.isEmpty {
                readers[index].take(bytes)
                stage.turn()
            }
            checkAll(index)
        }
        #expect(stage.publisher.counters.violations == 0, "seed \(seed)")
    }

    private func request(_ id: Int, _ stage: Stage, _ random: inout SeededRandom) -> String {
        func one(_ list: [String]) -> String { list[random(list.count)] }
        let region = one(["a", "b", "spare", "ic", "w", "new", "nobody"])
        let touch = stage.touchesDown.isEmpty ? 7 : stage.touchesDown[random(stage.touchesDown.count)].touch.id.rawValue
        let body = [
            #""type":"subscribe","regions":["\#(one(["**", "w/a", "w/*", "x"]))"]"#
                + one(["", #","observe":true"#, #","maxRate":25"#, #","coalesced":true"#, #","events":["gesture"]"#]),
            #""type":"unsubscribe","subscription":\#(1 + random(4))"#,
            #""type":"claim","receivers":["\#(region)"]"# + one(["", #","ackWithin":50"#]),
            #""type":"release","receivers":["\#(region)"]"#,
            #""type":"steal","touches":[\#(touch)],"by":"ic""#, #""type":"letGo","touches":[\#(touch)],"by":"\#(region)""#,
            #""type":"edit","edits":[{"op":"set","region":"\#(region)","key":"frame","value":[\#(random(900)),0,300,900]}]"#,
            #""type":"edit","edits":[{"op":"add","parent":"w","region":{"id":"new","frame":[0,0,\#(random(800)),500]}}]"#,
            #""type":"edit","edits":[{"op":"remove","region":"\#(one(["new", "spare", "nobody"]))"}]"#,
            #""type":"edit","edits":[{"op":"\#(one(["bringToFront", "sendToBack", "dance"]))","region":"\#(region)"}],"keep":true"#,
            #""type":"trace","on":\#(one(["true", "false"]))"#, #""type":"hit","x":\#(random(1000)),"y":5"#, #""type":"ping""#, #""type":"sync""#,
            #""type":"devices""#, #""type":"status""#, #""type":"clients""#, #""type":"hello","want":["sync"]"#,
            #""type":"subscribe","regions":7"#, #""type":"claim","receivers":[]"#,
        ]
        return "{\"id\":\(id),\(one(body))}"
    }
}
