import Configuration
import FakePlatform
import JSON
import Server
import Testing
import TouchCore
import Wire

@testable import Service

/// Reloads after fingers and clients have changed the tree: the file wins where it has changed, and overruled edits are reported.
@Suite struct ReloadMergeTests {
    /// Settings with a list of 500 points in a window of 1000, beside a slider.
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

        /// Returns the editing client's lines since the last call.
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
        world.bench.send(#"{"type":"ping"}"#)
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
        // A changed value alone, and then an edit that changes the tree.
        for (number, edit) in [
            #"{"op":"set","region":"slider","key":"value","value":40}"#, #"{"op":"add","parent":"row","region":{"id":"new","frame":[0,0,9,9]}}"#,
        ].enumerated() {
            world.bench.service.reload { _ in }
            world.edit(edit)
            world.bench.system.configuration.jobs[number].finish()
            world.bench.turn()
        }
        // The tree changed after the merge began, so the merge is repeated in the background, at most three times.
        let jobs = { [system = world.bench.system] in system.configuration.jobs }
        #expect(jobs().count == 3)
        world.edit(#"{"op":"add","parent":"row","region":{"id":"new2","frame":[0,0,9,9]}}"#)
        jobs()[2].finish()
        world.bench.turn()
        // Edits wait for the third merge, so that a finger never waits for a merge in the loop.
        #expect(jobs().count == 4)
        world.editor.send(#"{"type":"edit","id":1,"edits":[{"op":"add","parent":"row","region":{"id":"new3","frame":[0,0,9,9]}}]}"#)
        #expect(world.lines().isEmpty && world.spec("new3") == nil, "an edit is done while the last reading goes on")
        jobs()[3].finish()
        world.bench.turn()
        #expect(world.lines().contains { $0["ok"]?.bool == true } && world.spec("new3") != nil, "an edit that waited is done after the reload")
        #expect(jobs().count == 4)
        #expect(world.spec("slider")?.knob?.value == 40)
        #expect(world.spec("slider")?.hidden == true)
        #expect(world.spec("new") != nil)
    }

    @Test func `an edit that waits for a reload is not done when its client has gone`() throws {
        var world: World? = try World()
        let bench = world!.bench
        bench.system.configuration.isSlow = true
        bench.service.reload { _ in }
        for number in 0..<2 {
            world!.edit("{\"op\":\"add\",\"parent\":\"row\",\"region\":{\"id\":\"new\(number)\",\"frame\":[0,0,9,9]}}")
            bench.system.configuration.jobs[number].finish()
            bench.turn()
        }
        world!.editor.send(#"{"type":"edit","edits":[{"op":"add","parent":"w","region":{"id":"late","frame":[0,0,9,9]}}]}"#)
        bench.turn()
        world = nil
        bench.turn()
        bench.system.configuration.jobs[2].finish()
        bench.turn()
        #expect(bench.service.tree.spec(ofID: "late") == nil)
        // Other clients are not delayed.
        bench.send(#"{"type":"edit","edits":[{"op":"add","parent":"w","region":{"id":"later","frame":[0,0,9,9]}}]}"#)
        #expect(bench.service.tree.spec(ofID: "later") != nil)
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

/// Authors of edits, and untrusted clients.
@Suite struct ReloadAuthorsTests {
    private static func region(_ id: String, _ frame: Rect = Rect(0, 0, 100, 100), _ children: [RegionSpec] = []) -> RegionSpec {
        RegionSpec(id: id, geometry: RegionGeometry(frame: frame), children: children)
    }

    private static func settings(_ regions: [RegionSpec]) -> Settings {
        var settings = Bench.settings([])
        settings.screens[0].spec.windows[0].children = regions
        return settings
    }

    private final class World {
        let bench: Bench
        private(set) var editor: TestClient?
        private var input: [UInt8] = []

        init(_ regions: [RegionSpec], user: UInt32 = 1000, access: AccessRules? = nil) throws {
            bench = try Bench(settings: ReloadAuthorsTests.settings(regions))
            if let access { bench.service.access = access }
            bench.user = user
            editor = TestClient(bench.path)
            bench.turn()
            bench.user = 1000
            _ = lines()
        }

        func lines() -> [JSONValue] {
            bench.turn()
            input += editor?.receive(atMost: 1 << 18) ?? []
            var lines: [JSONValue] = []
            while let end = input.firstIndex(of: 10) {
                lines.append(try! JSONReader.parse(Array(input[..<end])))
                input.removeSubrange(...end)
            }
            return lines
        }

        func ask(_ request: String) -> JSONValue? {
            editor?.send(request)
            return lines().last { $0["type"]?.string == "reply" }
        }

        func edit(_ edits: String) { #expect(ask("{\"type\":\"edit\",\"id\":1,\"edits\":[\(edits)]}")?["ok"]?.bool == true) }

        func leave() {
            editor = nil
            bench.turn()
        }

        @discardableResult
        func reload(_ regions: [RegionSpec]) -> [GaveWayEntry] {
            bench.settings = ReloadAuthorsTests.settings(regions)
            var result: ReloadResult?
            bench.service.reload { result = $0 }
            bench.turn()
            return result?.gaveWay ?? []
        }

        func spec(_ id: String) -> RegionSpec? { bench.service.tree.spec(ofID: id) }
    }

    @Test func `a client is told that a region goes of which it had changed a property`() throws {
        let world = try World([Self.region("a"), Self.region("b")])
        world.edit(#"{"op":"set","region":"a","key":"hidden","value":true}"#)
        let gaveWay = world.reload([Self.region("b")])
        #expect(gaveWay.map(\.what) == [GaveWay(region: "a", key: nil)] && gaveWay[0].client != nil)
        #expect(world.lines().contains { $0["type"]?.string == "overridden" && $0["region"]?.string == "a" && $0["key"] == nil })
    }

    @Test func `what comes and goes within a request, or with its client, is not remembered`() throws {
        let world = try World([Self.region("a")])
        world.edit(
            #"{"op":"add","parent":"a","region":{"id":"x","frame":[0,0,9,9],"children":[{"id":"y","frame":[0,0,9,9]}]}},{"op":"remove","region":"x"}"#
        )
        #expect(world.bench.service.authors.count == 1, "the order in a")
        world.edit(#"{"op":"add","parent":"a","region":{"id":"x","frame":[0,0,9,9],"children":[{"id":"y","frame":[0,0,9,9]}]}}"#)
        #expect(world.bench.service.authors.count == 3)
        world.leave()
        #expect(world.spec("x") == nil)
        #expect(world.bench.service.authors.count == 1)
    }

    @Test func `a region of the file that went with a client's region is back after a reload`() throws {
        let regions = [Self.region("a"), Self.region("b")]
        let world = try World(regions)
        world.edit(#"{"op":"add","parent":"w","region":{"id":"box","frame":[0,0,9,9]}},{"op":"move","region":"a","parent":"box"}"#)
        world.leave()
        #expect(world.spec("a") == nil)
        world.reload(regions)
        #expect(world.spec("a") != nil)
    }

    @Test func `a region that a client has removed and added again is the file's once its entry changes`() throws {
        let world = try World([Self.region("a"), Self.region("b")])
        world.edit(#"{"op":"remove","region":"a"},{"op":"add","parent":"b","region":{"id":"a","frame":[0,0,9,9]}}"#)
        world.reload([Self.region("a"), Self.region("b", Rect(5, 5, 100, 100))])
        #expect(world.spec("a")?.geometry.frame.size.width == 9)
        let gaveWay = world.reload([Self.region("a", Rect(3, 3, 50, 50)), Self.region("b")])
        #expect(gaveWay.map(\.what).contains(GaveWay(region: "a", key: nil)))
        #expect(world.spec("a")?.geometry.frame == Rect(3, 3, 50, 50))
        world.leave()
        #expect(world.spec("a") != nil, "it is the file's, and does not go with the client")
    }

    @Test func `the claim of a region ends when the file takes its id`() throws {
        let world = try World([Self.region("a")])
        _ = world.ask(#"{"type":"subscribe","id":2,"regions":["**"]}"#)
        world.edit(#"{"op":"add","parent":"a","region":{"id":"pop","frame":[0,0,9,9]}}"#)
        #expect(world.ask(#"{"type":"claim","id":3,"receivers":["pop"]}"#)?["ok"]?.bool == true)
        _ = world.lines()
        world.reload([Self.region("a"), Self.region("pop")])
        #expect(world.lines().contains { $0["type"]?.string == "released" })
        #expect(world.bench.service.touches.claims.owners.isEmpty)
    }

    @Test func `what a user who is not trusted has put over a region gives way when the file makes that sensitive`() throws {
        var part = Self.region("part", Rect(0, 0, 1000, 1000))
        part.hitTest = .passThrough
        var pin = Self.region("pin", Rect(0, 0, 300, 300))
        let rules = AccessRules(trusted: [1000], rules: [AccessRules.Rule(user: 7, regions: ["w/part/**"], rights: [.edit, .receive])])
        for isTrusted in [false, true] {
            let world = try World([pin, part], user: isTrusted ? 1000 : 7, access: rules)
            world.edit(
                #"{"op":"add","parent":"part","region":{"id":"box","frame":[100,100,50,50]}},{"op":"add","parent":"part","region":{"id":"far","frame":[500,500,50,50]}}"#
            )
            #expect(world.reload([pin, part]) == [])
            var secret = pin
            secret.isSensitive = true
            let gaveWay = world.reload([secret, part])
            #expect(gaveWay.map(\.what) == (isTrusted ? [] : [GaveWay(region: "box", key: nil)]))
            #expect((world.spec("box") == nil) == !isTrusted)
            #expect(world.spec("far") != nil)
        }
        pin.isSensitive = false
    }

    @Test func `the log does not name what was in a sensitive region`() throws {
        var pad = Self.region("pad", Rect(0, 0, 300, 300), [Self.region("key1")])
        pad.isSensitive = true
        let world = try World([pad])
        world.edit(
            #"{"op":"set","region":"key1","key":"frame","value":[1,1,9,9]},{"op":"add","parent":"pad","region":{"id":"secretadd","frame":[0,0,9,9]}}"#
        )
        _ = world.bench.log()
        pad.children = []
        #expect(world.reload([pad]).isEmpty)
        world.reload([])
        let log = world.bench.log()
        #expect(log.contains { $0.contains("gave way") } && !log.contains { $0.contains("key1") || $0.contains("secretadd") }, "\(log)")
    }
}
