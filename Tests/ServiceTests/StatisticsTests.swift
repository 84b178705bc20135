import Configuration
import FakePlatform
import Files
import Glibc
import JSON
import Testing
import TouchCore
import Wire

@testable import Service

/// Counts of touches (`stats`) across panels that come and go, reloads and restarts.
@Suite struct StatisticsTests {
    private final class Folder {
        let path: String

        init() {
            var template = Array("/tmp/touchd-stats-XXXXXX".utf8CString)
            path = String(cString: mkdtemp(&template)!)
        }

        var state: StateFolder { StateFolder(path) }
        var file: String { path + "/statistics.json" }
        var text: String? { (try? readFile(file, atMost: 1 << 20)).map { String(decoding: $0, as: UTF8.self) } }

        deinit {
            for name in ["statistics.json", "statistics.json.new", "hours.json", "hours.json.new"] { unlink(path + "/" + name) }
            rmdir(path)
        }
    }

    private static func settings(keeps: Bool = true, region: String = "a") -> Settings {
        var settings = Bench.settings([Bench.panel()], region: region)
        settings.server.keepsStatistics = keeps
        return settings
    }

    private func tap(_ bench: Bench, _ touchscreen: FakeTouchscreen, times: Int = 1) {
        for _ in 0..<times {
            bench.touch(touchscreen, (10, 10))
            bench.touch(touchscreen, nil)
        }
    }

    /// The counts as text: `region touches/taps …`, and the panel's touches.
    private func text(_ bench: Bench) -> String {
        let all = bench.service.statistics(resets: false)
        return (all.regions.map { "\($0.id) \($0.counts.touches)/\($0.counts.taps)" } + all.panels.map { "\($0.id) \($0.totals.touches)" })
            .joined(separator: " ")
    }

    @Test func `taps on a panel are counted by region and by panel`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        tap(bench, one, times: 3)
        #expect(text(bench) == "a 3/3 s-0 3")
        bench.time += 1_000_000
        #expect(bench.service.statistics(resets: false).duration >= 1_000_000)
    }

    @Test func `a panel that comes and goes has all its touches`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        tap(bench, one)
        bench.system.panels.unplug(one)
        #expect(text(bench) == "a 1/1 s-0 1")
        #expect(bench.service.statistics(resets: false).panels[0].reportRate == nil)
        bench.system.panels.plug(one)
        tap(bench, one, times: 2)
        #expect(text(bench) == "a 3/3 s-0 3")
        bench.system.panels.unplug(one)
        bench.system.panels.plug(one)
        #expect(text(bench) == "a 3/3 s-0 3")
    }

    @Test func `a finger on a panel that is pulled out counts as cancelled`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        bench.touch(one, (10, 10))
        bench.time += 200_000
        bench.system.panels.unplug(one)
        let counts = try #require(bench.service.statistics(resets: false).regions.first).counts
        #expect((counts.touches, counts.taps, counts[.deviceRemoved], counts.dwell) == (1, 0, 1, 200_000))
    }

    @Test func `the socket answers, and begins anew where it is asked to`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        tap(bench, one)
        let client = TestClient(bench.path)
        client.send(#"{"type":"stats","id":1,"reset":true}"#)
        bench.turn()
        let said = String(decoding: client.receive(atMost: 1 << 16), as: UTF8.self)
        #expect(said.contains(#""regions":[{"region":"a","touches":1,"ended":1,"taps":1,"#), "\(said)")
        #expect(said.contains(#""panels":[{"panel":"s-0","touches":1,"#), "\(said)")
        #expect(text(bench) == "s-0 0")
        tap(bench, one, times: 2)
        #expect(text(bench) == "a 2/2 s-0 2")
    }

    // MARK: Status

    private func status(_ bench: Bench) throws -> JSONValue {
        let client = TestClient(bench.path)
        client.send(#"{"type":"status"}"#)
        bench.turn()
        let lines = client.receive(atMost: 1 << 16).split(separator: 10).map(Array.init)
        return try #require(try lines.map { try JSONReader.parse($0) }.last { $0["type"]?.string == "reply" })
    }

    private func whole(_ value: JSONValue?) -> [Int] { value?.array?.map { Int($0.number!) } ?? [] }

    @Test func `the latency of a live panel's reports is counted, from the kernel's time stamp on`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        bench.touch(one, (10, 10), readAfter: 50)
        bench.touch(one, (20, 10), readAfter: 51)
        bench.touch(one, (30, 10), readAfter: 2_000_000)
        bench.touch(one, (30, 10), readAfter: 70)  // nothing changes, so no line results
        let latency = try status(bench)["latency"]
        #expect(whole(latency?["bounds"]).prefix(3) == [50, 100, 200])
        #expect(whole(latency?["counts"]) == [1, 1] + Array(repeating: 0, count: 12) + [1])
        #expect(latency?["sum"]?.number == 2_000_101)
    }

    @Test func `the latency of a finger in a sensitive region is not counted`() throws {
        let one = Bench.touchscreen()
        var settings = Bench.settings([Bench.panel()])
        settings.screens[0].spec.windows[0].isSensitive = true
        let bench = try Bench(settings: settings, one)
        bench.touch(one, (10, 10))
        bench.touch(one, nil)
        let status = try status(bench)
        #expect(whole(status["latency"]?["counts"]).allSatisfy { $0 == 0 })
        #expect(status["counts"]?["lines"]?.number == 2 && status["counts"]?["down"]?.number == 0)
    }

    @Test func `the latency of fingers that clients inject is not counted`() throws {
        let bench = try Bench([Bench.panel()])
        bench.user = 0
        let client = TestClient(bench.path + ".admin")
        client.send(#"{"type":"inject","touches":[{"finger":1,"phase":"began","x":10,"y":10}]}"#)
        #expect(bench.heard().contains("began on s-injected"))
        let status = try status(bench)
        #expect(whole(status["latency"]?["counts"]).allSatisfy { $0 == 0 })
        // The injected finger lifts when its client disconnects.
        withExtendedLifetime(client) {}
    }

    @Test func `status has the panels of the configuration, also one that is not there`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        #expect(try status(bench)["configuredPanels"]?.array?.map { $0["open"]?.bool } == [true])
        bench.system.panels.unplug(one)
        let panel = try #require(try status(bench)["configuredPanels"]?.array?.first)
        #expect(panel["panel"]?.string == "s-0" && panel["screen"]?.string == "s" && panel["open"]?.bool == false)
    }

    @Test func `status counts reloads, and those that were refused`() throws {
        let bench = try Bench([Bench.panel()])
        bench.service.reload { _ in }
        bench.turn()
        bench.refusal = StartFailure(message: "test.yaml:3:1: error: no", status: StartFailure.configuration)
        for _ in 0..<2 {
            bench.service.reload { _ in }
            bench.turn()
        }
        let configuration = try status(bench)["configuration"]
        #expect(configuration?["reloads"]?.number == 1 && configuration?["refusals"]?.number == 2)
    }

    @Test func `injected fingers are not counted`() throws {
        let bench = try Bench([Bench.panel()])
        bench.user = 0
        let client = TestClient(bench.path + ".admin")
        client.send(#"{"type":"inject","touches":[{"finger":1,"phase":"began","x":10,"y":10}]}"#)
        bench.turn()
        #expect(bench.heard().contains("began on s-injected"))
        #expect(text(bench) == "")
    }

    @Test func `a region that a reload removes keeps its counts`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        tap(bench, one)
        bench.settings = Bench.settings([Bench.panel()], region: "b")
        bench.service.reload { _ in }
        bench.turn()
        tap(bench, one, times: 2)
        #expect(text(bench) == "b 2/2 a 1/1 s-0 3")
    }

    // MARK: Restarts

    private func run(_ folder: Folder, _ settings: Settings = settings(), taps: Int) throws -> String {
        let one = Bench.touchscreen()
        let bench = try Bench(settings: settings, one, state: folder.state)
        tap(bench, one, times: taps)
        defer { bench.service.shutDown() }
        return text(bench)
    }

    @Test func `counts go on after a restart, also of what is not there any more`() throws {
        let folder = Folder()
        #expect(try run(folder, taps: 2) == "a 2/2 s-0 2")
        #expect(try run(folder, taps: 1) == "a 3/3 s-0 3")
        #expect(folder.text?.contains(#""total":{"touches":3,"ended":3,"taps":3,"#) == true, "\(folder.text ?? "")")
        #expect(try run(folder, Self.settings(region: "b"), taps: 1) == "b 1/1 a 3/3 s-0 4")
        #expect(try run(folder, taps: 0) == "a 3/3 b 1/1 s-0 4")
    }

    @Test func `without keep nothing is written, and what was written goes`() throws {
        let folder = Folder()
        _ = try run(folder, taps: 1)
        #expect(folder.text?.hasPrefix(#"{"version":1,"duration":"#) == true)
        #expect(try run(folder, Self.settings(keeps: false), taps: 1) == "a 1/1 s-0 1")
        for _ in 0..<6_000 where folder.text != nil { usleep(10_000) }
        #expect(folder.text == nil)
    }

    @Test func `touches are written once a minute, and a damaged file is said so`() throws {
        let folder = Folder()
        try writeFile(folder.file, Array("{\"version\":1,\"regions\":[".utf8)) { _ in }
        let one = Bench.touchscreen()
        let bench = try Bench(settings: Self.settings(), one, state: folder.state)
        #expect(bench.warnings.contains { $0.contains("the statistics start from zero") }, "\(bench.warnings)")
        tap(bench, one)
        bench.pass(59_000_000)
        #expect(folder.text?.contains("\"touches\"") == false)
        bench.pass(2_000_000)
        for _ in 0..<6_000 where folder.text?.contains("\"touches\":1") != true {
            usleep(10_000)
            bench.turn()
        }
        #expect(folder.text?.contains(#""region":"a","touches":1"#) == true)
    }

    @Test func `numbers that are none do no harm`() {
        let read = SavedStatistics.read(
            Array(#"{"version":1,"duration":-5,"missed":1e300,"regions":[{"region":"a","touches":"x","cancels":{"palm":2}},7],"panels":[{}]}"#.utf8))
        #expect(read?.duration == 0 && read?.missed == 0 && read?.panels == [])
        #expect(read?.regions.map { $0.counts[.palm] } == [2])
        #expect(SavedStatistics.read(Array("[]".utf8)) == nil)
    }

    @Test(arguments: [4, 3000]) func `a damaged file whose counts cannot be added is no file of touchd`(count: Int) {
        let regions = (0..<count).map { #"{"region":"\#($0)","touches":4503599627370495}"# }.joined(separator: ",")
        #expect(SavedStatistics.read(Array(#"{"version":1,"regions":[\#(regions)],"panels":[]}"#.utf8)) == nil)
    }

    @Test func `a file that counts a region or a panel twice is no file of touchd`() {
        #expect(SavedStatistics.read(Array(#"{"version":1,"regions":[{"region":"a"},{"region":"a"}],"panels":[]}"#.utf8)) == nil)
        #expect(SavedStatistics.read(Array(#"{"version":1,"regions":[],"panels":[{"panel":"p"},{"panel":"p"}]}"#.utf8)) == nil)
    }

    // MARK: Since the start

    /// The counts since the start as text: `region touches …`, and the panel's touches and reports.
    private func sinceStart(_ bench: Bench) -> String {
        let run = bench.service.statistics(resets: false).sinceStart!
        return (run.regions.map { "\($0.id) \($0.counts.touches)" } + run.panels.map { "\($0.id) \($0.counts.touches) \($0.counts.reports)" })
            .joined(separator: " ")
    }

    @Test func `counts since the start never fall: a reset, a removal and a panel that comes again leave them`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        tap(bench, one, times: 2)
        #expect(sinceStart(bench) == "a 2 s-0 2 4")
        _ = bench.service.statistics(resets: true)
        #expect(text(bench) == "s-0 0" && sinceStart(bench) == "a 2 s-0 2 4")
        bench.system.panels.unplug(one)
        #expect(sinceStart(bench) == "a 2 s-0 2 4")
        bench.system.panels.plug(one)
        tap(bench, one)
        #expect(text(bench) == "a 1/1 s-0 1" && sinceStart(bench) == "a 3 s-0 3 6")
        bench.settings = Bench.settings([Bench.panel()], region: "b")
        bench.service.reload { _ in }
        bench.turn()
        tap(bench, one)
        #expect(sinceStart(bench) == "a 3 b 1 s-0 4 8")
    }

    @Test func `an earlier run is in the statistics that are kept, and not in those since the start`() throws {
        let folder = Folder()
        _ = try run(folder, taps: 2)
        let one = Bench.touchscreen()
        let bench = try Bench(settings: Self.settings(), one, state: folder.state)
        tap(bench, one)
        #expect(text(bench) == "a 3/3 s-0 3" && sinceStart(bench) == "a 1 s-0 1 2")
        bench.service.shutDown()
    }

    @Test func `the socket tells counts since the start to who asks for them`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        tap(bench, one)
        let client = TestClient(bench.path)
        client.send(#"{"type":"stats","id":1}"#)
        bench.turn()
        #expect(!String(decoding: client.receive(atMost: 1 << 16), as: UTF8.self).contains("sinceStart"))
        client.send(#"{"type":"stats","id":2,"sinceStart":true}"#)
        bench.turn()
        let said = String(decoding: client.receive(atMost: 1 << 16), as: UTF8.self)
        #expect(said.contains(#""sinceStart":{"missed":0,"total":{"touches":1,"#), "\(said)")
        #expect(said.contains(#""panels":[{"panel":"s-0","touches":1,"reports":2,"stuck":0,"drops":0,"#), "\(said)")
    }
}
