import Configuration
import FakePlatform
import Files
import Glibc
import Server
import Testing
import TouchCore

@testable import Service

/// Values that survive the service (`server: state: keep`).
@Suite struct KeptValuesTests {
    private final class Folder {
        let path: String

        init() {
            var template = Array("/tmp/touchd-state-XXXXXX".utf8CString)
            path = String(cString: mkdtemp(&template)!)
        }

        var state: StateFolder { StateFolder(path) }
        var values: String? { (try? readFile(path + "/values.json", atMost: 1 << 20)).map { String(decoding: $0, as: UTF8.self) } }

        deinit {
            for name in ["values.json", "values.json.new", "last-good.yaml"] { unlink(path + "/" + name) }
            rmdir(path)
        }
    }

    /// Settings with a slider, a switch and a list, and one of each in a sensitive region.
    private static func settings(keeps: Bool = true, value: Double = 0) -> Settings {
        func parts(_ suffix: String) -> [RegionSpec] {
            var slider = RegionSpec(id: "slider" + suffix, kind: .slider, geometry: RegionGeometry(frame: Rect(0, 0, 100, 20)))
            slider.knob?.maximumValue = 100
            slider.knob?.value = value
            let light = RegionSpec(id: "light" + suffix, kind: .switch, geometry: RegionGeometry(frame: Rect(0, 50, 100, 20)))
            var list = RegionSpec(id: "list" + suffix, kind: .scrollView, geometry: RegionGeometry(frame: Rect(0, 100, 100, 100)))
            list.scroll?.contentSize = Size(100, 900)
            list.scroll?.maximumZoomScale = 4
            return [slider, light, list]
        }
        var settings = Bench.settings([])
        var secret = RegionSpec(id: "secret", geometry: RegionGeometry(frame: Rect(500, 0, 500, 500)), children: parts("-secret"))
        secret.isSensitive = true
        settings.screens[0].spec.windows[0].children = parts("") + [secret]
        settings.server.keepsState = keeps
        return settings
    }

    private static func change(_ bench: Bench, _ suffix: String = "", y: Int = 300) {
        bench.send(
            "{\"type\":\"edit\",\"edits\":[{\"op\":\"set\",\"region\":\"slider\(suffix)\",\"key\":\"value\",\"value\":40.123456789},"
                + "{\"op\":\"set\",\"region\":\"light\(suffix)\",\"key\":\"isOn\",\"value\":true},"
                + "{\"op\":\"set\",\"region\":\"list\(suffix)\",\"key\":\"zoomScale\",\"value\":2},"
                + "{\"op\":\"setBoundsOrigin\",\"region\":\"list\(suffix)\",\"origin\":[10,\(y)]}]}")
    }

    private static func values(_ bench: Bench) -> String {
        let tree = bench.service.tree
        let list = tree.spec(ofID: "list")!
        return
            "\(tree.spec(ofID: "slider")!.knob!.value) \(tree.spec(ofID: "light")!.knob!.isOn) \(list.geometry.bounds.origin + Point(0, 0)) \(list.scroll!.zoomScale)"
    }

    /// Runs the service from start to end.
    private static func run(_ folder: Folder, _ settings: Settings, _ body: (Bench) throws -> Void = { _ in }) throws -> String {
        let bench = try Bench(settings: settings, state: folder.state)
        try body(bench)
        let values = values(bench)
        bench.service.shutDown()
        return values
    }

    @Test func `offsets, scales, values and switches are the same after a restart`() throws {
        let folder = Folder()
        let before = try Self.run(folder, Self.settings()) { Self.change($0) }
        #expect(before == "40.123456789 true \(Point(10, 300)) 2.0")
        #expect(try Self.run(folder, Self.settings()) == before)
        #expect(try Self.run(folder, Self.settings()) == before, "and after the next one")
    }

    @Test func `a value that the file has changed meanwhile is the file's, and the others are kept`() throws {
        let folder = Folder()
        _ = try Self.run(folder, Self.settings()) { Self.change($0) }
        #expect(try Self.run(folder, Self.settings(value: 7)) == "7.0 true \(Point(10, 300)) 2.0")
    }

    @Test func `without state keep nothing is written, and nothing is read`() throws {
        let folder = Folder()
        _ = try Self.run(folder, Self.settings(keeps: false)) { Self.change($0) }
        #expect(folder.values == nil)
        _ = try Self.run(folder, Self.settings()) { Self.change($0) }
        #expect(folder.values != nil)
        #expect(try Self.run(folder, Self.settings(keeps: false)) == "0.0 false \(Point(0, 0)) 1.0")
        // Values to be forgotten are deleted from the disk.
        for _ in 0..<60_000 where folder.values != nil { usleep(1000) }
        #expect(folder.values == nil)
    }

    @Test func `values that are kept again are written again, though they are the same as before`() throws {
        let folder = Folder()
        let bench = try Bench(settings: Self.settings(), state: folder.state)
        func wait(until isAsWanted: () -> Bool) -> Bool {
            for _ in 0..<60_000 {
                bench.turn()
                if !bench.service.values.isWriting, isAsWanted() { return true }
                usleep(1000)
            }
            return false
        }
        func reload(keeps: Bool) {
            bench.settings.server.keepsState = keeps
            bench.service.reload { _ in }
            bench.turn()
        }
        Self.change(bench)
        bench.pass(5_100_000)
        #expect(wait { folder.values != nil })
        reload(keeps: false)
        #expect(wait { folder.values == nil })
        reload(keeps: true)
        bench.pass(5_100_000)
        #expect(wait { folder.values?.contains("300") == true })
    }

    @Test func `the service ends with the last contents in the file, though a write of others is under way`() throws {
        let folder = Folder()
        var pipes: [Int32] = [0, 0]
        pipe(&pipes)
        let (reader, writer) = (pipes[0], pipes[1])
        defer { for end in pipes { close(end) } }
        var (time, contents) = (Int64(0), "first")
        let loop = EventLoop { time }
        // A write of "other" hangs until the pipe has a byte.
        let kind = StateKeeper<String>.Kind(noun: "text", key: nil, interval: 5_000_000, file: { $0.values }) { contents in
            var byte: UInt8 = 0
            if contents == "other" { read(reader, &byte, 1) }
            return Array(contents.utf8)
        }
        let keeper = StateKeeper(kind, in: folder.state, loop: loop, log: ServiceLog { _ in }) { contents }
        keeper.use(keeps: true)
        time += 5_000_000
        for _ in 0..<60_000 {
            loop.turn(waiting: 1)
            if !keeper.isWriting, folder.values == "first" { break }
        }
        contents = "other"
        keeper.changed()
        time += 5_000_000
        loop.turn(waiting: 0)
        #expect(keeper.isWriting && folder.values == "first")
        unlink(folder.state.values)
        contents = "first"
        keeper.finish()
        #expect(folder.values == "first")
        write(writer, [1], 1)
        for _ in 0..<60_000 where folder.values != "other" { usleep(1000) }
    }

    @Test func `nothing of a sensitive region is written`() throws {
        let folder = Folder()
        _ = try Self.run(folder, Self.settings()) {
            Self.change($0)
            Self.change($0, "-secret")
        }
        let values = try #require(folder.values)
        #expect(values.contains("\"slider\"") && !values.contains("secret"))
    }

    @Test func `it is written at most once in five seconds`() throws {
        let folder = Folder()
        let bench = try Bench(settings: Self.settings(), state: folder.state)
        func written(_ wanted: (String) -> Bool) -> Bool {
            // The writing thread does not use the simulated clock.
            for _ in 0..<60_000 {
                bench.turn()
                if !bench.service.values.isWriting, folder.values.map(wanted) == true { return true }
                usleep(1000)
            }
            return false
        }
        Self.change(bench)
        bench.pass(4_000_000)
        #expect(folder.values == nil)
        bench.pass(1_100_000)
        #expect(written { $0.contains("300") })
        Self.change(bench, y: 200)
        bench.pass(4_000_000)
        #expect(folder.values?.contains("300") == true)
        bench.pass(1_100_000)
        #expect(written { $0.contains("200") })
    }

    @Test(arguments: ["", "{}", "nonsense", #"{"version":1,"regions":[{"region":"slider"}]}"#, #"{"version":2,"regions":[]}"#])
    func `a file that is none is said to be, and written anew`(_ text: String) throws {
        let folder = Folder()
        try writeFile(folder.path + "/values.json", Array(text.utf8))
        let bench = try Bench(settings: Self.settings(), state: folder.state)
        #expect(bench.warnings.contains { $0.contains("values.json is not a file of touchd") })
        Self.change(bench)
        let before = Self.values(bench)
        bench.service.shutDown()
        #expect(try Self.run(folder, Self.settings()) == before)
    }

    @Test func `what the file says of other regions, of other kinds and of no number is left out`() throws {
        let folder = Folder()
        let text = #"""
            {"version":1,"regions":[
             {"region":"nobody","value":4,"configured":{"value":0}},
             {"region":"slider","isOn":true,"configured":{"isOn":false}},
             {"region":"slider-secret","value":4,"configured":{"value":0}},
             {"region":"list","offset":[1e300,-1e300],"zoomScale":1e9,"configured":{"offset":[0,0],"zoomScale":1}}]}
            """#
        try writeFile(folder.path + "/values.json", Array(text.utf8))
        let bench = try Bench(settings: Self.settings(), state: folder.state)
        #expect(Self.values(bench) == "0.0 false \(Point(300, 0)) 4.0")
        #expect(bench.service.tree.spec(ofID: "slider-secret")?.knob?.value == 0)
        bench.service.shutDown()
    }

    @Test func `without a folder the log says that nothing is kept`() throws {
        let bench = try Bench(settings: Self.settings())
        #expect(bench.log().contains { $0.contains("$STATE_DIRECTORY") })
    }
}
