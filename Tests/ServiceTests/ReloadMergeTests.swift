import Configuration
import FakePlatform
import JSON
import Testing
import TouchCore
import Wire

@testable import Service

/// What fingers and clients have made of the tree, and a reload: the file wins for what it has changed, and says what gave way.
@Suite struct ReloadMergeTests {
    /// A list of 500 points in a window of 1000, beside a slider.
    private static func settings(contentHeight: Double = 5000, _ change: (inout RegionSpec) -> Void = { _ in }) -> Settings {
        var settings = Bench.settings([Bench.panel()])
        var list = RegionSpec(id: "list", kind: .scrollView, geometry: RegionGeometry(frame: Rect(0, 0, 500, 500)))
        list.scroll?.contentSize = Size(500, contentHeight)
        let row = RegionSpec(id: "row", geometry: RegionGeometry(frame: Rect(0, 0, 500, 5000)))
        list.children = [row]
        var slider = RegionSpec(id: "slider", kind: .slider, geometry: RegionGeometry(frame: Rect(500, 0, 500, 100)))
        slider.knob?.maximumValue = 100
        settings.screens[0].spec.windows[0].children = [list, slider]
        change(&settings.screens[0].spec.windows[0])
        return settings
    }

    private struct World {
        let touchscreen = Bench.touchscreen()
        let bench: Bench
        let editor: TestClient
        var input: [UInt8] = []

        init() throws {
            bench = try Bench(settings: ReloadMergeTests.settings(), touchscreen)
            editor = TestClient(bench.path)
            _ = lines()
        }

        /// What the editing client was told since the last call.
        mutating func lines() -> [JSONValue] {
            bench.turn()
            input += editor.receive(atMost: 1 << 18)
            var lines: [JSONValue] = []
            while let end = input.firstIndex(of: 10) {
                lines.append(try! JSONReader.parse(Array(input[..<end])))
                input.removeSubrange(...end)
            }
            return lines
        }

        mutating func edit(_ edits: String) {
            editor.send("{\"type\":\"edit\",\"id\":1,\"edits\":[\(edits)]}")
            #expect(lines().last?["ok"]?.bool == true)
        }

        mutating func reload(_ options: ReloadOptions = ReloadOptions()) -> [GaveWayEntry]? {
            var result: ReloadResult?
            bench.service.reload(options) { result = $0 }
            bench.turn()
            #expect(result?.isDone == true)
            return result?.gaveWay
        }

        func spec(_ id: String) -> RegionSpec? { bench.service.tree.spec(ofID: id) }
    }

    @Test func `a file that has not changed resets neither offsets nor values nor edits, and says nothing of them`() throws {
        var world = try World()
        let one = world.touchscreen
        world.bench.touch(one, (200, 400))
        for y in stride(from: Int32(380), to: 100, by: -20) { world.bench.touch(one, (200, y)) }
        world.bench.touch(one, (200, 100))
        world.bench.pass(300_000)
        world.bench.touch(one, nil)
        let offset = try #require(world.spec("list")?.geometry.bounds.origin)
        #expect(offset.y > 100)
        world.edit(#"{"op":"set","region":"slider","key":"value","value":40},{"op":"add","parent":"row","region":{"id":"new","frame":[0,0,9,9]}}"#)
        #expect(world.reload() == [])
        #expect(world.spec("list")?.geometry.bounds.origin == offset)
        #expect(world.spec("slider")?.knob?.value == 40)
        #expect(world.spec("new") != nil)
        #expect(!world.lines().contains { $0["type"]?.string == "overridden" })
        #expect(!world.bench.log().contains { $0.contains("gave way") })
    }

    @Test func `a knob that a finger has goes on over a reload`() throws {
        var world = try World()
        let one = world.touchscreen
        world.bench.touch(one, (520, 50))
        world.bench.touch(one, (700, 50))
        _ = world.bench.heard()
        let value = try #require(world.spec("slider")?.knob?.value)
        #expect(value > 10)
        world.bench.settings = Self.settings { $0.children[0].hidden = true }
        #expect(world.reload() == [])
        #expect(world.bench.heard() == ["config"], "nothing has ended")
        #expect(world.spec("slider")?.knob?.value == value)
        world.bench.touch(one, (800, 50))
        #expect(try #require(world.spec("slider")?.knob?.value) > value)
    }

    @Test func `a list that runs on after a flick runs on over a reload`() throws {
        var world = try World()
        let one = world.touchscreen
        world.bench.touch(one, (200, 400))
        for y in stride(from: Int32(380), to: 100, by: -40) { world.bench.touch(one, (200, y)) }
        world.bench.touch(one, nil)
        world.bench.pass(50_000)
        _ = world.bench.heard()
        let before = try #require(world.spec("list")?.geometry.bounds.origin.y)
        world.bench.settings = Self.settings { $0.children[1].hidden = true }
        let gaveWay = world.reload()
        #expect(gaveWay == [])
        #expect(world.bench.heard() == ["config"])
        world.bench.pass(50_000)
        #expect(world.bench.heard().allSatisfy { $0.hasPrefix("changed on") })
        #expect(try #require(world.spec("list")?.geometry.bounds.origin.y) > before + 10)
        var last: String?
        for _ in 0..<100 {
            world.bench.pass(50_000)
            last = world.bench.heard().last ?? last
        }
        #expect(last?.hasPrefix("ended on") == true)
    }

    @Test func `a scroll view that a reload takes away has ended before the config line`() throws {
        var world = try World()
        let one = world.touchscreen
        world.bench.touch(one, (200, 400))
        for y in stride(from: Int32(380), to: 100, by: -20) { world.bench.touch(one, (200, y)) }
        _ = world.bench.heard()
        world.bench.settings = Self.settings { $0.children.removeFirst() }
        _ = world.reload()
        let heard = world.bench.heard()
        let end = heard.firstIndex { $0.hasPrefix("cancelled on") }
        #expect(end != nil && heard.firstIndex(of: "config").map { $0 > end! } == true, "\(heard)")
    }

    @Test func `what gives way is named to its client, to all in the config line, in the answer and in the log`() throws {
        var world = try World()
        world.edit(#"{"op":"set","region":"slider","key":"frame","value":[500,200,500,100]}"#)
        world.bench.settings = Self.settings { $0.children[1].geometry.center.y = 450 }
        let gaveWay = world.reload() ?? []
        #expect(gaveWay.map(\.what) == [GaveWay(region: "slider", key: "frame")])
        #expect(gaveWay.first?.client != nil)
        let told = world.lines()
        #expect(told.map { $0["type"]!.string! } == ["overridden"])
        #expect(told.first?["region"]?.string == "slider" && told.first?["key"]?.string == "frame" && told.first?["generation"]?.number == 3)
        world.bench.say(#"{"type":"ping"}"#)
        #expect(world.bench.log().contains { $0.contains("gave way to the configuration: frame of slider") })
        #expect(world.spec("slider")?.geometry.center.y == 450)
        // The next reload has nothing to overrule.
        #expect(world.reload() == [])
    }

    @Test func `the config line lists what gave way of regions that its client may know`() throws {
        var world = try World()
        world.editor.send(#"{"type":"subscribe","id":2,"regions":["w/slider"]}"#)
        _ = world.lines()
        world.edit(#"{"op":"set","region":"slider","key":"frame","value":[500,200,500,100]},{"op":"set","region":"row","key":"alpha","value":0.5}"#)
        _ = world.lines()
        world.bench.settings = Self.settings {
            $0.children[1].geometry.center.y = 450
            $0.children[0].children[0].alpha = 0.7
        }
        #expect(world.reload()?.count == 2)
        let config = world.lines().first { $0["type"]?.string == "config" }
        #expect(config?["gaveWay"]?.array?.compactMap { $0["region"]?.string } == ["slider"])
    }

    @Test func `a dry run changes nothing and says what would give way; a reset forgets all`() throws {
        var world = try World()
        world.edit(#"{"op":"set","region":"slider","key":"value","value":40},{"op":"add","parent":"row","region":{"id":"new","frame":[0,0,9,9]}}"#)
        let wanted = [GaveWay(region: "slider", key: "value"), GaveWay(region: "new", key: nil)]
        _ = world.bench.heard()
        #expect(world.reload(ReloadOptions(resets: true, isDryRun: true))?.map(\.what) == wanted)
        #expect(world.spec("slider")?.knob?.value == 40 && world.spec("new") != nil)
        #expect(world.bench.heard() == [], "nobody is told")
        #expect(world.reload(ReloadOptions(resets: true))?.map(\.what) == wanted)
        #expect(world.spec("slider")?.knob?.value == 0 && world.spec("new") == nil)
        #expect(world.lines().filter { $0["type"]?.string == "overridden" }.count == 2)
    }

    @Test func `a dry run of a wrong file says so and changes nothing`() throws {
        let world = try World()
        world.bench.refusal = StartFailure(message: "test.yaml:3:1: error: no", status: StartFailure.configuration)
        var result: ReloadResult?
        world.bench.service.reload(ReloadOptions(isDryRun: true)) { result = $0 }
        world.bench.turn()
        #expect(result?.isDone == false && result?.diagnostics == ["test.yaml:3:1: error: no"])
        #expect(world.bench.heard() == [])
    }

    @Test func `what happens while the file is read is not lost`() throws {
        var world = try World()
        world.bench.system.configuration.isSlow = true
        world.bench.settings = Self.settings { $0.children[1].hidden = true }
        // A value alone, and then an edit that makes the tree another one.
        for (number, edit) in [
            #"{"op":"set","region":"slider","key":"value","value":40}"#, #"{"op":"add","parent":"row","region":{"id":"new","frame":[0,0,9,9]}}"#,
        ].enumerated() {
            world.bench.service.reload { _ in }
            world.edit(edit)
            world.bench.system.configuration.jobs[number].finish()
            world.bench.turn()
        }
        #expect(world.spec("slider")?.knob?.value == 40)
        #expect(world.spec("slider")?.hidden == true)
        #expect(world.spec("new") != nil)
    }

    @Test func `what a client has added goes when it goes, also after a reload`() throws {
        var world: World? = try World()
        let bench = world!.bench
        world!.edit(#"{"op":"add","parent":"row","region":{"id":"new","frame":[0,0,9,9]}}"#)
        #expect(world!.reload() == [])
        #expect(bench.service.tree.spec(ofID: "new") != nil)
        world = nil
        bench.turn()
        #expect(bench.service.tree.spec(ofID: "new") == nil)
    }
}
