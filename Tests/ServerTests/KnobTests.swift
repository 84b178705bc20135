import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Sliders and switches on the wire: their values in events and snapshots, values set by clients, and slow clients.
@Suite struct KnobTests {
    /// A slider `volume` at the top with its knob at the left, and a switch `light` below.
    private func stage() throws -> Stage {
        let volume = RegionSpec(id: "volume", kind: .slider, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 200)))
        let light = RegionSpec(id: "light", kind: .switch, geometry: RegionGeometry(frame: Rect(0, 500, 1000, 200)))
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [volume, light]
        return try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
    }

    private let subscribe = #"{"type":"subscribe","id":1,"events":["control"]}"#

    private func values(_ lines: [JSONValue]) -> [JSONValue] {
        lines.flatMap(\.events).filter { $0["action"]?.string == "valueChanged" }
    }

    private func region(_ id: String, in line: JSONValue?) -> JSONValue? {
        line?["regions"]?.array?.first { $0["id"]?.string == id }
    }

    private func set(_ region: String, _ key: String, _ value: String) -> String {
        #"{"type":"edit","id":5,"edits":[{"op":"set","region":"\#(region)","key":"\#(key)","value":\#(value)}]}"#
    }

    @Test func `a value changes with the finger, and a newcomer learns it`() throws {
        let stage = try stage()
        let client = stage.connect(subscribe)
        stage.frame([0: (100, 100)])
        stage.frame([0: (500, 100)])
        stage.frame([0: nil])
        stage.frame([0: (700, 600)])
        stage.frame([0: nil])
        let lines = stage.receive(client)
        let said = values(lines)
        #expect(said.map { $0["region"]?.string } == ["volume", "light"])
        #expect(said[0]["value"]?.number == 0.5 && said[0]["isOn"] == nil)
        #expect(said[1]["isOn"]?.bool == true && said[1]["value"] == nil)
        let later = stage.receive(stage.connect(subscribe)).first { $0.type == "snapshot" }
        #expect(region("volume", in: later)?["value"]?.number == 0.5)
        #expect(region("light", in: later)?["isOn"]?.bool == true)
        #expect(region("w", in: later)?["value"] == nil)
    }

    @Test func `where a finger has scrolled to, a newcomer learns without a line about the region before`() throws {
        var list = RegionSpec(id: "list", kind: .scrollView, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        list.scroll!.contentSize = Size(1000, 3000)
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: [list])
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        func offset(_ client: TestClient) -> JSONValue? { region("list", in: stage.receive(client).first { $0.type == "snapshot" })?["offset"] }
        let first = stage.connect(#"{"type":"subscribe","id":1}"#)
        #expect(offset(first) == [0, 0])
        for y: Int32 in [900, 800, 700, 600, 600, 600] { stage.frame([0: (500, y)]) }
        let scrolls = stage.receive(first).flatMap(\.events).filter { $0["event"]?.string == "scroll" }
        let last = try #require(scrolls.last?["offset"])
        #expect(last != [0, 0])
        #expect(offset(stage.connect(#"{"type":"subscribe","id":1}"#)) == last)
    }

    @Test func `a client sets a value, and who subscribed is told as of any property`() throws {
        let stage = try stage()
        let client = stage.connect(subscribe)
        client.send(set("volume", "value", "7"))
        stage.turn()
        client.send(set("light", "isOn", "true"))
        stage.turn()
        let lines = stage.receive(client)
        let changed = lines.filter { $0.type == "changed" }
        #expect(region("volume", in: changed.first)?["value"]?.number == 1, "kept between minimum and maximum")
        #expect(region("light", in: changed.last)?["isOn"]?.bool == true)
        #expect(values(lines).isEmpty)
    }

    @Test func `what a kind has not cannot be set of it`() throws {
        let stage = try stage()
        let client = stage.connect(subscribe)
        for (wrong, reason) in [
            (set("light", "value", "1"), #""value" is for kind slider only, and "light" is a switch"#),
            (set("volume", "isOn", "true"), #""isOn" is for kind switch only, and "volume" is a slider"#),
            (set("volume", "value", #""loud""#), "expected number"), (set("volume", "knobSize", "0"), "expected number above 0"),
        ] {
            client.send(wrong)
            stage.turn()
            let reply = stage.receive(client).last
            #expect(reply?["ok"]?.bool == false)
            let message = reply?["error"]?["message"]?.string ?? ""
            #expect(message.contains(reason), "\(message)")
        }
        #expect(stage.publisher.generation == 1)
    }

    @Test func `values merge for who is slow, and the last one comes`() throws {
        let stage = try stage()
        let slow = stage.connect(#"{"type":"subscribe","id":1,"events":["touch","control"]}"#)
        stage.frame([0: (100, 100)])
        for round in 0..<700 {
            stage.frame([0: (Int32(101 + round % 700), 100)])
            stage.time -= 10_000
        }
        stage.frame([0: (900, 100)])
        stage.frame([0: nil])
        let said = values(stage.receive(slow))
        #expect(said.count < 700, "values were merged")
        #expect(said.last?["value"]?.number == 1)
    }
}
