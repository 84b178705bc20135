import Configuration
import FakePlatform
import Panels
import Testing
import TouchCore
import Wire

@testable import Service

/// Temporary trials of a configuration or of a panel's calibration. Afterwards the file's is in force again.
@Suite struct TrialTests {
    private let bench: Bench
    private let one = Bench.touchscreen()
    private let admin: Admin

    init() throws {
        bench = try Bench([Bench.panel()], one)
        admin = Admin(bench)
    }

    /// A client of the admin socket.
    private final class Admin {
        private let client: TestClient
        private var input: [UInt8] = []
        private unowned let bench: Bench

        init(_ bench: Bench) {
            self.bench = bench
            client = TestClient(bench.path + ".admin")
            client.send(#"{"type":"subscribe","id":"s"}"#)
            _ = lines()
        }

        func lines() -> [JSONValue] {
            bench.turn()
            input += client.receive(atMost: 1 << 18)
            let parts = input.split(separator: 10, omittingEmptySubsequences: false)
            input = Array(parts.last!)
            return parts.dropLast().map { try! JSONReader.parse(Array($0)) }
        }

        func ask(_ line: String) -> JSONValue {
            client.send(line)
            let lines = lines()
            heard = lines.filter { $0["type"]?.string != "reply" }
            return lines.last { $0["type"]?.string == "reply" } ?? .null
        }

        /// The lines received with the last answer.
        private(set) var heard: [JSONValue] = []

        /// Returns the `x` of touches in events since the last call.
        func places() -> [Double] { lines().flatMap { $0["events"]?.array ?? [] }.compactMap { $0["x"]?.number } }
    }

    private func line(_ text: String, seconds: Int = 60, more: Bool = false) -> String {
        var bytes: [UInt8] = []
        JSONValue.string(text).write(into: &bytes)
        return #"{"type":"try","id":1,"configuration":\#(String(decoding: bytes, as: UTF8.self)),"seconds":\#(seconds),"more":\#(more)}"#
    }

    private func calibrate(_ matrix: String = "[0.5,0,0,0,1,0]", panel: String = "s-0", seconds: Int = 30) -> String {
        #"{"type":"try","id":2,"calibration":{"panel":"\#(panel)","matrix":\#(matrix)},"seconds":\#(seconds)}"#
    }

    private var regions: [String] { bench.service.tree.directory.receivers.map { bench.service.tree[$0].id } }
    private var trial: JSONValue? { admin.ask(#"{"type":"status","id":9}"#)["configuration"]?["trial"] }
    private func isDone(_ reply: JSONValue) -> Bool { reply["ok"]?.bool == true }
    private func pass(_ seconds: Int64) { bench.pass(seconds * 1_000_000) }

    // MARK: A configuration

    @Test func `a configuration is in force for its time, then the file's is again`() {
        let began = bench.time
        #expect(isDone(admin.ask(line(Bench.text(region: "b"), seconds: 30))))
        #expect(regions == ["w", "b"])
        #expect(admin.heard.map { $0["type"]?.string } == ["config"] && admin.heard[0]["trial"]?["what"]?.string == "configuration")
        #expect(trial?["until"]?.number == Double(began + 30_000_000))
        let reply = admin.ask(#"{"type":"configuration","id":3}"#)
        #expect(reply["text"]?.string == Bench.text(region: "b") && reply["path"]?.string == "test.yaml" && reply["trial"] != nil)
        bench.pass(29_999_999)
        #expect(regions == ["w", "b"] && admin.lines().isEmpty)
        bench.pass(1)
        #expect(regions == ["w", "a"])
        let told = admin.lines()
        #expect(told.map { $0["type"]?.string } == ["config"] && told[0]["ok"]?.bool == true && told[0]["trial"] == nil && trial == nil)
        pass(4000)
        #expect(admin.lines().isEmpty)
    }

    @Test func `one that is wrong is refused, and changes nothing for anybody`() {
        let reply = admin.ask(line("version: 1\nscreens:\n  - id: s\n    siez: [1, 1]\n"))
        #expect(reply["error"]?["code"]?.string == "refused" && regions == ["w", "a"] && trial == nil)
        let diagnostics = (reply["diagnostics"]?.array ?? []).compactMap(\.string)
        #expect(diagnostics.contains { $0.hasPrefix("configuration:4:5: error: ") }, "\(diagnostics)")
        #expect(admin.heard.isEmpty && bench.heard().isEmpty)
        #expect(bench.service.configurationEntry.refusal == nil, "the file is not wrong")
        // A running trial continues.
        #expect(isDone(admin.ask(line(Bench.text(region: "b")))) && !isDone(admin.ask(line("no"))))
        #expect(regions == ["w", "b"] && trial != nil)
    }

    @Test func `revert, a reload and another trial end it`() {
        #expect(isDone(admin.ask(line(Bench.text(region: "b")))))
        #expect(isDone(admin.ask(#"{"type":"revert","id":3}"#)) && regions == ["w", "a"] && trial == nil)
        #expect(isDone(admin.ask(#"{"type":"revert","id":3}"#)), "nothing is tried")
        #expect(isDone(admin.ask(line(Bench.text(region: "b")))))
        #expect(isDone(admin.ask(#"{"type":"reload","id":3}"#)) && regions == ["w", "a"] && trial == nil)
        #expect(isDone(admin.ask(line(Bench.text(region: "b"), seconds: 30))))
        pass(20)
        #expect(isDone(admin.ask(line(Bench.text(region: "c"), seconds: 30))) && regions == ["w", "c"])
        pass(20)
        #expect(regions == ["w", "c"])
        pass(10)
        #expect(regions == ["w", "a"])
    }

    @Test func `requests that come together are done in their order`() {
        let service = bench.service!
        for last in ["a", "c"] {
            var done = 0
            func count(_ result: ReloadResult) { done += 1 }
            // The second waits for the first, and is read together with the fourth.
            for _ in 0..<2 { service.reload(ReloadOptions(), count) }
            service.trials.begin(Array(Bench.text(region: "b").utf8), for: 60_000_000, count)
            service.reload(ReloadOptions(), count)
            if last == "c" { service.trials.begin(Array(Bench.text(region: "c").utf8), for: 60_000_000, count) }
            bench.turn()
            #expect(regions == ["w", last] && done == (last == "a" ? 4 : 5))
        }
    }

    @Test func `what clients have added stays`() {
        bench.send(#"{"type":"edit","edits":[{"op":"add","parent":"w","region":{"id":"new","frame":[0,0,10,10]}}]}"#)
        #expect(isDone(admin.ask(line(Bench.text(region: "b")))) && Set(regions) == ["w", "b", "new"])
        pass(60)
        #expect(Set(regions) == ["w", "a", "new"])
    }

    @Test func `it ends at its time though its client is gone`() {
        var other: Admin? = Admin(bench)
        #expect(isDone(other!.ask(line(Bench.text(region: "b")))))
        other = nil
        pass(59)
        #expect(regions == ["w", "b"])
        pass(1)
        #expect(regions == ["w", "a"])
    }

    @Test func `where the file is wrong by then its last text is in force`() {
        #expect(isDone(admin.ask(line(Bench.text(region: "b")))))
        bench.refusal = StartFailure(message: "test.yaml:3:1: error: no", status: StartFailure.configuration)
        #expect(!isDone(admin.ask(#"{"type":"reload","id":3}"#)) && regions == ["w", "b"], "what is refused does not end it")
        pass(60)
        #expect(regions == ["w", "a"] && trial == nil)
        #expect(bench.service.configurationEntry.refusal != nil)
    }

    @Test func `where the file and its last text are refused the trial goes on, and its end is tried again after 10 s`() {
        #expect(isDone(admin.ask(line(Bench.text(region: "b")))))
        bench.refusal = StartFailure(message: "test.yaml:3:1: error: no", status: StartFailure.configuration)
        bench.system.configuration.keptRefusal = bench.refusal
        pass(60)
        #expect(regions == ["w", "b"] && trial != nil)
        bench.refusal = nil
        bench.pass(9_999_999)
        #expect(regions == ["w", "b"])
        bench.pass(1)
        #expect(regions == ["w", "a"] && trial == nil)
    }

    @Test func `a text comes in parts`() {
        let text = Array(Bench.text(region: "ä"))
        for part in [text[..<20], text[20..<21]] { #expect(isDone(admin.ask(line(String(part), more: true)))) }
        #expect(regions == ["w", "a"])
        #expect(isDone(admin.ask(line(String(text[21...])))) && regions == ["w", "ä"])
        // Another request discards the parts.
        _ = admin.ask(line("nonsense", more: true))
        _ = admin.ask(#"{"type":"revert","id":3}"#)
        #expect(isDone(admin.ask(line(Bench.text(region: "b")))))
    }

    @Test func `a text may be as long as a file`() {
        let part = String(repeating: "#", count: 60_000)
        var reply = JSONValue.null
        for _ in 0...(16 << 20) / 60_000 { reply = admin.ask(line(part, more: true)) }
        #expect(reply["error"]?["code"]?.string == "badRequest")
        #expect(isDone(admin.ask(line(Bench.text(region: "b")))), "the parts are forgotten")
    }

    @Test func `a request is about one of both, for an hour at most`() {
        let calibration = #""calibration":{"panel":"s-0","matrix":[1,0,0,0,1,0]}"#
        for wrong in [
            #"{"type":"try","id":1}"#, #"{"type":"try","id":1,"configuration":"",\#(calibration)}"#,
            #"{"type":"try","id":1,\#(calibration),"more":true}"#,
            line("", seconds: 0), line("", seconds: 3601), calibrate("[1,0,0,0,1]"), calibrate("[1,0,0,2,0,0]"),
        ] { #expect(admin.ask(wrong)["error"]?["code"]?.string == "badRequest", "\(wrong)") }
        #expect(admin.ask(calibrate(panel: "s-1"))["error"]?["code"]?.string == "notFound" && trial == nil)
    }

    // MARK: A sensitive region

    /// The file with a sensitive region beside `a`, and a panel with this recovery command.
    private static func sensitive(_ command: String = "/bin/true", extra: String = "") -> String {
        Bench.text().replacing("children: [", with: "children: [{ id: pad, frame: [0, 0, 500, 500], sensitive: true }, ")
            .replacing("frame: [0, 0, 1000, 1000], multipleTouchEnabled", with: "frame: [0, 500, 1000, 500], multipleTouchEnabled")
            .replacing("{ match: { name: one } }", with: "{ match: { name: one }, recovery: { silentAfter: 5, command: [\(command)] } }") + extra
    }

    /// Makes this file's configuration that of the bench.
    private func use(_ text: String) throws {
        bench.text = Array(text.utf8)
        bench.settings = try #require(readConfiguration(bench.text, file: "test.yaml").settings)
        #expect(isDone(admin.ask(#"{"type":"reload","id":3}"#)))
    }

    @Test func `what opens a sensitive region is not allowed, and what is tried goes on`() throws {
        try use(Self.sensitive())
        #expect(isDone(admin.ask(line(Self.sensitive().replacing("id: a", with: "id: b")))) && regions == ["w", "b", "pad"])
        for (old, new, key) in [
            (", sensitive: true", "", "sensitive"), ("{ id: pad", "{ id: pod", "sensitive"), ("/bin/true", "/bin/false", "recovery"),
            ("[0, 500, 1000, 500]", "[0, 400, 1000, 500]", "frame"),
        ] {
            let reply = admin.ask(line(Self.sensitive().replacing(old, with: new)))
            #expect(reply["error"]?["code"]?.string == "notAllowed" && reply["diagnostics"]?.array?.isEmpty == true, "\(reply)")
            #expect(reply["error"]?["message"]?.string?.hasPrefix("a trial may not change \"\(key)\"") == true, "\(reply)")
            #expect(regions == ["w", "b", "pad"] && trial != nil && admin.heard.isEmpty)
        }
        #expect(bench.log().contains { $0.contains("configuration trial refused: a trial may not change") })
        // It is compared with the file, not with the previous trial.
        #expect(isDone(admin.ask(line(Self.sensitive()))))
        // The file itself may make the change.
        try use(Bench.text())
        #expect(regions == ["w", "a"])
    }

    @Test func `no recovery command runs while a configuration is tried`() throws {
        try use(Self.sensitive())
        pass(60)
        let ran = bench.system.commands.run.count
        #expect(ran > 0)
        try use(Self.sensitive())
        #expect(isDone(admin.ask(line(Self.sensitive().replacing("id: a", with: "id: b"), seconds: 600))))
        pass(300)
        #expect(bench.system.commands.run.count == ran)
        pass(400)
        #expect(bench.system.commands.run.count > ran, "the trial is over")
    }

    @Test func `a calibration that is tried releases a sensitive region, which is taken until it is over`() throws {
        try use(Self.sensitive())
        #expect(isDone(admin.ask(#"{"type":"claim","id":4,"receivers":["pad","a"]}"#)))
        #expect(isDone(admin.ask(calibrate())))
        #expect(admin.heard.first { $0["type"]?.string == "released" }?["receivers"]?.array == ["pad"])
        #expect(bench.log().contains { $0.contains("were released, because a calibration is being tried on panel s-0") })
        let claim = #"{"type":"claim","id":4,"receivers":["pad"]}"#
        #expect(admin.ask(claim)["error"]?["code"]?.string == "taken")
        pass(30)
        #expect(isDone(admin.ask(claim)))
    }

    @Test func `a claim waits until what was tried is not in force any more, also under a finger`() throws {
        try use(Self.sensitive())
        let claim = #"{"type":"claim","id":4,"receivers":["pad"]}"#
        #expect(isDone(admin.ask(calibrate(seconds: 30))))
        bench.touch(one, (400, 900))
        pass(40)
        #expect(trial == nil)
        let error = admin.ask(claim)["error"]
        #expect(error?["code"]?.string == "taken" && error?["message"]?.string?.contains("until nothing is down on it") == true)
        bench.touch(one, nil)
        #expect(isDone(admin.ask(claim)))
        // Another reload under a finger keeps claims.
        bench.touch(one, (400, 900))
        try use(Self.sensitive())
        #expect(isDone(admin.ask(#"{"type":"release","id":4,"receivers":["pad"]}"#)))
        #expect(isDone(admin.ask(claim)))
    }

    @Test func `a region that has been moved is not claimed while a configuration is tried`() throws {
        try use(Self.sensitive())
        #expect(isDone(admin.ask(#"{"type":"edit","id":5,"edits":[{"op":"set","region":"pad","key":"frame","value":[500,0,500,500]}]}"#)))
        #expect(isDone(admin.ask(line(Self.sensitive().replacing("children: [{", with: "children: [{ id: far, frame: [900, 0, 9, 9] }, {")))))
        let claim = #"{"type":"claim","id":4,"receivers":["pad"]}"#
        let error = admin.ask(claim)["error"]
        #expect(error?["code"]?.string == "taken" && error?["message"]?.string?.contains("the configuration being tried moves it") == true)
        #expect(isDone(admin.ask(#"{"type":"revert","id":6}"#)))
        #expect(isDone(admin.ask(claim)))
    }

    @Test func `a trial of something beside a sensitive region leaves its claim alone`() throws {
        let ear = "intercept: [{ id: ear, insideOf: a, verdict: observe }]\n        "
        let text = Self.sensitive().replacing("children: [{ id: pad", with: ear + "children: [{ id: pad")
        try use(Self.sensitive())
        #expect(isDone(admin.ask(#"{"type":"claim","id":4,"receivers":["pad"]}"#)))
        #expect(isDone(admin.ask(line(text))))
        #expect(!admin.heard.contains { $0["type"]?.string == "released" })
    }

    @Test func `a sensitive region that a client has added is kept from trials too`() throws {
        let pin = #"{"type":"edit","id":5,"edits":[{"op":"add","parent":"a","region":{"id":"pin","frame":[0,0,500,500],"sensitive":true}}]}"#
        #expect(isDone(admin.ask(pin)))
        let claim = #"{"type":"claim","id":4,"receivers":["pin"]}"#
        #expect(isDone(admin.ask(claim)))
        for panel in ["{ match: { name: one }, grab: true }", "{ match: { name: one }, rotation: 90 }", "{ match: { name: two } }"] {
            let reply = admin.ask(line(Bench.text().replacing("{ match: { name: one } }", with: panel)))
            #expect(reply["error"]?["code"]?.string == "notAllowed" && reply["error"]?["message"]?.string?.contains("w/a/pin") == true, "\(reply)")
        }
        #expect(isDone(admin.ask(line(Bench.text().replacing("children: [", with: "children: [{ id: b, frame: [900, 0, 9, 9] }, ")))))
        #expect(!admin.heard.contains { $0["type"]?.string == "released" })
        // It cannot take the region's place.
        let taken = admin.ask(line(Bench.text().replacing("children: [", with: "children: [{ id: pin, frame: [0, 0, 500, 500], sensitive: true }, ")))
        #expect(taken["error"]?["code"]?.string == "notAllowed" && taken["error"]?["message"]?.string?.contains("\"pin\"") == true, "\(taken)")
        // A change that redirects its touches ends the claim, and a new claim waits until no trial is running.
        #expect(isDone(admin.ask(line(Bench.text().replacing("{ id: a, frame: [0, 0, 1000, 1000]", with: "{ id: a, frame: [0, 0, 100, 1000]")))))
        #expect(admin.heard.first { $0["type"]?.string == "released" }?["receivers"]?.array == ["pin"])
        #expect(admin.ask(claim)["error"]?["code"]?.string == "taken")
        #expect(isDone(admin.ask(#"{"type":"revert","id":6}"#)))
        #expect(isDone(admin.ask(claim)))
    }

    // MARK: A calibration

    @Test func `a calibration is a panel's own for its time, between touches`() {
        bench.touch(one, (400, 10))
        #expect(isDone(admin.ask(calibrate())))
        #expect(admin.heard.last?["type"]?.string == "config" && admin.heard.last?["trial"]?["panel"]?.string == "s-0")
        #expect(trial?["what"]?.string == "calibration")
        bench.touch(one, (600, 10))
        bench.touch(one, nil)
        #expect(admin.places() == [600, 600], "a touch that is down goes on as it began")
        bench.touch(one, (600, 10))
        bench.touch(one, nil)
        #expect(admin.places() == [300, 300])
        pass(30)
        #expect(admin.lines().map { $0["trial"] } == [nil] && trial == nil)
        bench.touch(one, (600, 10))
        #expect(admin.places() == [600])
    }

    @Test func `it is in place of udev's and the file's, also for a panel that is plugged in again`() throws {
        bench.settings = Bench.settings([Bench.panel { $0.calibration = AffineTransform(a: 0.1, b: 0, c: 0, d: 0.1, tx: 0, ty: 0) }])
        #expect(isDone(admin.ask(#"{"type":"reload","id":3}"#)))
        bench.touch(one, (600, 10))
        bench.touch(one, nil)
        #expect(isDone(admin.ask(calibrate())))
        bench.system.panels.unplug(one)
        _ = admin.lines()
        let again = Bench.touchscreen()
        bench.system.panels.plug(again)
        _ = admin.lines()
        bench.touch(again, (600, 10))
        bench.touch(again, nil)
        #expect(admin.places() == [300, 300])
        #expect(isDone(admin.ask(#"{"type":"revert","id":3}"#)))
        bench.touch(again, (600, 10))
        #expect(admin.places() == [60])
    }

    @Test func `a reload and a configuration that is tried end it, and it ends one`() {
        func place() -> [Double] {
            _ = admin.lines()
            bench.touch(one, (600, 10))
            bench.touch(one, nil)
            return Array(admin.places().prefix(1))
        }
        #expect(isDone(admin.ask(calibrate())) && place() == [300])
        #expect(isDone(admin.ask(#"{"type":"reload","id":3}"#)) && place() == [600] && trial == nil)
        #expect(isDone(admin.ask(calibrate())) && place() == [300])
        #expect(isDone(admin.ask(line(Bench.text(region: "b")))) && place() == [600] && trial?["what"]?.string == "configuration")
        #expect(isDone(admin.ask(calibrate("[0.25,0,0,0,1,0]"))) && place() == [150] && regions == ["w", "a"])
        #expect(isDone(admin.ask(calibrate())) && place() == [300] && trial?["what"]?.string == "calibration")
    }
}
