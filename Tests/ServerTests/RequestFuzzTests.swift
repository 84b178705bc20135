import Foundation
import Support
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Random requests of several clients, sensible and not, while fingers are down: every stream stays valid, and every request gets its answer.
/// `TOUCHD_FUZZ_SEEDS=1000 swift test --filter RequestFuzzTests` runs longer.
@Suite struct RequestFuzzTests {
    static let seeds = ProcessInfo.processInfo.environment["TOUCHD_FUZZ_SEEDS"].flatMap { UInt64($0) } ?? 8

    @Test(arguments: 1...seeds) func `whatever clients ask for, their streams keep the grammar (case 167)`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let stage = try Stage(Self.tree())
        // The last client uses the admin socket: it records panels and injects fingers.
        func connect(_ index: Int) -> TestClient { stage.connect(on: index == 3 ? .admin : .events) }
        var clients = (0..<4).map(connect)
        var readers = clients.map { _ in VerifyingReader() }
        var asked = clients.map { _ in 0 }
        func checkAll(_ index: Int) {
            #expect(readers[index].flaw == nil, "seed \(seed)")
            // Every line that was carried out was answered once, in order.
            let answers = readers[index].lines.filter { ["reply", "pong", "synced"].contains($0.type) }
            #expect(answers.map { $0.int("id") } == Array(1..<(asked[index] + 1)).map(Optional.init), "seed \(seed)")
            checkRecordings(readers[index].lines, stage, seed)
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
                    // Checks all received bytes, then replaces the client by a new one.
                    readers[index].read(clients[index].receive(atMost: 1 << 20))
                    if readers[index].flaw != nil { checkAll(index) }
                    clients[index] = connect(index)
                    readers[index] = VerifyingReader()
                    asked[index] = 0
                } else if random(10) == 0 {
                    stage.replug()
                } else {
                    stage.time += Int64(random(120_000))
                    stage.publisher.claimants.checkAcknowledgements()
                    stage.publisher.backlog.check()
                }
            }
            if random(4) == 0 {
                stage.time += Int64(random(40_000))
                stage.advance()
            }
            for index in clients.indices where random(3) == 0 { readers[index].read(clients[index].receive(atMost: 1 << 16)) }
            stage.turn()
        }
        stage.frame(Dictionary(uniqueKeysWithValues: (0..<3).filter(stage.isDown).map { ($0, nil) }))
        for finger in 0..<3 {
            asked[3] += 1
            clients[3].send(#"{"id":\#(asked[3]),"type":"inject","touches":[{"finger":\#(finger),"phase":"cancelled"}]}"#)
            stage.turn()
        }
        stage.time += 30_000_000  // thrown views come to rest
        stage.advance()
        for index in clients.indices {
            while case let bytes = clients[index].receive(atMost: 1 << 20), !bytes.isEmpty {
                readers[index].read(bytes)
                stage.turn()
            }
            checkAll(index)
            #expect(readers[index].touchesDown.isEmpty && readers[index].inProgress.isEmpty, "seed \(seed), client \(index): something has no end")
        }
        #expect(stage.publisher.counters.violations == 0, "seed \(seed)")
    }

    /// `b` has an interceptor that observes, a slider, and a scroll view with a button.
    private static func tree() -> RegionTree {
        func region(_ id: String, _ frame: Rect, kind: RegionKind, _ children: [RegionSpec] = []) -> RegionSpec {
            RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
        }
        var list = region("list", Rect(0, 200, 500, 800), kind: .scrollView, [region("ok", Rect(0, 0, 500, 300), kind: .button)])
        list.scroll!.contentSize = Size(500, 9000)
        list.scroll!.delaysContentTouches = false
        var screen = RoutedStage.tree().screenSpecs[0]
        let b = screen.windows[0].children.firstIndex { $0.id == "b" }!
        screen.windows[0].children[b].children = [region("volume", Rect(0, 0, 500, 200), kind: .slider), list]
        return RegionTree([screen])
    }

    /// A recording contains every report of the panel since the recording began.
    private func checkRecordings(_ lines: [JSONValue], _ stage: Stage, _ seed: UInt64) {
        var times: [Int64] = []
        func end() {
            if let start = times.first.flatMap({ stage.reports.firstIndex(of: $0) }) {
                #expect(times == Array(stage.reports[start...].prefix(times.count)), "seed \(seed)")
            }
            times = []
        }
        var hasBegun = false
        for line in lines {
            switch line.type {
            case "reply" where line["evemu"] != nil:
                end()
                hasBegun = true
            case "recorded":
                #expect(hasBegun, "seed \(seed)")
                hasBegun = false
            case "input":
                #expect(hasBegun, "seed \(seed)")
                times.append(Int64(line.events.last!.array![0].number!))
            default: break
            }
        }
        end()
    }

    private func request(_ id: Int, _ stage: Stage, _ random: inout SeededRandom) -> String {
        func one(_ list: [String]) -> String { list[random(list.count)] }
        let region = one(["a", "b", "volume", "list", "ok", "spare", "ic", "w", "new", "nobody"])
        let touch = stage.touchesDown.isEmpty ? 7 : stage.touchesDown[random(stage.touchesDown.count)].touch.id.rawValue
        let body = [
            #""type":"subscribe","regions":["\#(one(["**", "w/a", "w/*", "w/b/list/**", "x"]))"]"#
                + one([
                    "", #","observe":true"#, #","maxRate":25"#, #","coalesced":true"#, #","raw":true"#, #","events":["gesture"]"#,
                    #","events":["control","scroll"]"#,
                ]),
            #""type":"unsubscribe","subscription":\#(1 + random(4))"#,
            #""type":"claim","receivers":["\#(region)"]"# + one(["", #","ackWithin":50"#]),
            #""type":"release","receivers":["\#(region)"]"#,
            #""type":"steal","touches":[\#(touch)],"by":"ic""#, #""type":"letGo","touches":[\#(touch)],"by":"\#(region)""#,
            #""type":"edit","edits":[{"op":"set","region":"\#(region)","key":"frame","value":[\#(random(900)),0,300,900]}]"#,
            #""type":"edit","edits":[{"op":"add","parent":"w","region":{"id":"new","frame":[0,0,\#(random(800)),500]}}]"#,
            #""type":"edit","edits":[{"op":"remove","region":"\#(one(["new", "spare", "nobody"]))"}]"#,
            #""type":"edit","edits":[{"op":"\#(one(["bringToFront", "sendToBack", "dance"]))","region":"\#(region)"}],"keep":true"#,
            #""type":"edit","edits":[{"op":"set","region":"\#(one(["ok", "volume"]))","key":"enabled","value":\#(one(["true", "false"]))}]"#,
            #""type":"edit","edits":[{"op":"move","region":"\#(one(["ok", "list", "volume"]))","parent":"\#(one(["a", "b", "w"]))"}]"#,
            #""type":"trace","on":\#(one(["true", "false"]))"#, #""type":"hit","x":\#(random(1000)),"y":5"#, #""type":"ping""#, #""type":"sync""#,
            #""type":"devices""#, #""type":"status""#, #""type":"clients""#, #""type":"stats","reset":true"#, #""type":"hello","want":["sync"]"#,
            #""type":"subscribe","regions":7"#, #""type":"claim","receivers":[]"#,
            #""type":"record","on":\#(one(["true", "true", "false"])),"panel":"\#(one(["p", "p", "q"]))""#,
            Self.injection(&random), Self.injection(&random), Self.injection(&random),
            #""type":"try","calibration":{"panel":"\#(one(["p", "p", "q"]))","matrix":[\#(one(["1", "0.5"])),0,0,0,1,0]},"seconds":\#(1 + random(3))"#,
            #""type":"try","configuration":"version: 1","more":\#(one(["true", "false"]))"#, #""type":"revert""#, #""type":"configuration""#,
        ]
        return "{\"id\":\(id),\(one(body))}"
    }

    /// Random fingers to inject, sensible or not.
    static func injection(_ random: inout SeededRandom) -> String {
        let fingers = (0...random(2)).map { _ in
            let phase = ["began", "moved", "ended", "cancelled"][random(4)]
            return #"{"finger":\#(random(3)),"phase":"\#(phase)","x":\#(random(1010)),"y":\#(random(1000))}"#
        }
        return #""type":"inject","touches":[\#(fingers.joined(separator: ","))]"#
    }
}
