import Support
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// A lifted finger whose `ended` a gesture still delays for views counts as down for clients: in snapshots and when the tree changes.
@Suite struct LiftedTests {
    /// `map` with a double tap, and in front of it `other`, which takes no touches except with its `knob` on the right.
    private static func tree() -> RegionTree {
        var map = RegionSpec(id: "map", geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        map.isMultipleTouchEnabled = true
        var double = GestureSpec(id: "double", type: "tap")
        double.properties["numberOfTapsRequired"] = .number(2)
        map.gestures = [double]
        var other = RegionSpec(id: "other", geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        other.hitTest = .passThrough
        other.children = [RegionSpec(id: "knob", geometry: RegionGeometry(frame: Rect(800, 0, 200, 200)))]
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [map, other]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private let move = #"{"type":"edit","id":5,"edits":[{"op":"move","region":"map","parent":"other","index":0}]}"#

    private func events(_ lines: [JSONValue]) -> [String] {
        lines.flatMap { $0.type == "frame" ? $0.events : [] }.filter { $0["event"]?.string == "touch" }.map {
            [$0["phase"]?.string, $0["region"]?.string, $0["reason"]?.string].compactMap(\.self).joined(separator: " ")
        }
    }

    private func pass(_ stage: Stage, _ microseconds: Int64) {
        stage.time += microseconds
        stage.advance()
        stage.turn()
    }

    @Test func `the end of a touch that comes into view is kept from who did not see it begin`() throws {
        let stage = try Stage(Self.tree())
        let (client, editor) = (stage.subscriber("w/other/**"), stage.connect())
        stage.frame([1: (850, 50)])
        stage.frame([0: (100, 100)])
        stage.frame([0: nil])
        editor.send(move)
        stage.turn()
        #expect(stage.receive(editor).last?["ok"]?.bool == true)
        pass(stage, 1_000_000)
        stage.frame([1: (860, 50)])
        stage.frame([1: nil])
        stage.turn()
        #expect(events(stage.receive(client)) == ["began knob", "moved knob", "ended knob"])
        #expect(stage.publisher.counters.violations == 0)
    }

    @Test func `a snapshot lists it, and its end follows`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.subscriber()
        stage.frame([0: (100, 100)])
        stage.frame([0: nil])
        client.send(#"{"type":"subscribe","id":2,"regions":["w/map"]}"#)
        stage.turn()
        let snapshot = try #require(stage.receive(client).last { $0.type == "snapshot" })
        #expect(snapshot["touches"]?.array?.map { $0["region"]?.string } == ["map"])
        pass(stage, 1_000_000)
        #expect(events(stage.receive(client)) == ["ended map"])
        let late = stage.subscriber()
        #expect(stage.receive(late).last { $0.type == "snapshot" }?["touches"]?.array?.isEmpty == true)
    }

    @Test func `to a newcomer it is one of the touches from before`() throws {
        let stage = try Stage(Self.tree())
        _ = stage.subscriber()
        stage.frame([0: (100, 100)])
        stage.frame([0: nil])
        let late = stage.subscriber()
        #expect(stage.receive(late).last { $0.type == "snapshot" }?["touches"]?.array?.count == 1)
        pass(stage, 1_000_000)
        #expect(events(stage.receive(late)) == [])
    }

    /// Regions move between the clients' parts of the tree at any time, during double taps.
    @Test func `wherever regions go, nobody gets an end without its begin`() throws {
        var random = SeededRandom()
        for _ in 0..<rounds(20) {
            let seed = givenSeed ?? random.next()
            var random = SeededRandom(seed: seed)
            let stage = try Stage(Self.tree())
            let clients = ["**", "w/other/**", "w/map", "w/other/knob/**"].map {
                stage.connect(#"{"type":"subscribe","id":1,"regions":["\#($0)"],"events":["touch"]}"#)
            }
            let editor = stage.connect()
            var fingers: [Int: Bool] = [:]
            for _ in 0..<60 {
                switch random(4) {
                case 0:
                    let region = ["map", "other", "knob"][random(3)]
                    let parent = ["w", "other", "map", "knob"][random(4)]
                    editor.send(#"{"type":"edit","edits":[{"op":"move","region":"\#(region)","parent":"\#(parent)","index":\#(random(2))}]}"#)
                    stage.turn()
                case 1: pass(stage, [1000, 100_000, 400_000, 1_000_000][random(4)])
                default:
                    let slot = random(3)
                    fingers[slot] = !(fingers[slot] ?? false)
                    stage.frame([slot: fingers[slot]! ? (Int32(random(1000)), Int32(random(300))) : nil])
                    stage.turn()
                }
                #expect(stage.publisher.counters.violations == 0, "seed \(seed)")
            }
            for client in clients {
                let flaw = flaw(in: stage.receive(client))
                #expect(flaw == nil, "seed \(seed)")
            }
        }
    }
}
