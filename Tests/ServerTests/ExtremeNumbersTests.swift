import Configuration
import Glibc
import JSON
import Scenarios
import Support
import Testing
import TreeFormat
import Vocabulary

@testable import Server
@testable import TouchCore
@testable import Wire

/// Extreme numbers under every numeric key of configurations, scenarios, edits and requests: each gives an error with its place or a value that the
/// daemon can live with, never a trap. `TOUCHD_CASES=1` prints each case before trying it, so that the last line names the case that ended the
/// process.
@Suite struct ExtremeNumbersTests {
    private static let extremes =
        [
            "1e19", "-1e19", "1e308", "-1e308", "1e400", "-1e400", "1e-308", "5e-324", "0.5", "-0.5", "0", "-0", "-0.0", "-1", "1e15",
            "2147483647", "2147483648", "-2147483649", "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808",
            "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-10000000000000000000",
            ".inf", "-.inf", ".nan", "NaN", "Infinity", "0x7fffffffffffffff", "1_000", "+1",
        ] + ["1" + String(repeating: "0", count: 400), "-" + String(repeating: "9", count: 400)]

    private static var random: SeededRandom { givenSeed.map { SeededRandom(seed: $0) } ?? SeededRandom() }

    private static let prints = getenv("TOUCHD_CASES") != nil

    /// The documents with each of the numbers, and with different numbers where a document has several places. Every third number, beginning at another
    /// one in each document; with more rounds all of them.
    private func each(_ documents: [String], _ random: inout SeededRandom, _ body: (String) throws -> Void) rethrows {
        func tryOut(_ text: String) throws {
            if Self.prints { print(text) }
            try body(text)
        }
        let step = rounds(1) == 1 ? 3 : 1
        for (index, document) in documents.enumerated() {
            let parts = document.split(separator: NumberCases.place, omittingEmptySubsequences: false)
            for number in stride(from: index % step, to: Self.extremes.count, by: step) {
                try tryOut(parts.joined(separator: Self.extremes[number]))
            }
            if parts.count == 2 { continue }
            for _ in 0..<rounds(12) {
                var text = String(parts[0])
                // Mostly numbers inside most ranges, so that many are accepted.
                let few = ["1e308", "1e19", "5e-324", "1", "1e15", "9223372036854775808", "0.5", "2147483648"]
                for part in parts.dropFirst() {
                    text += (random(4) == 0 ? Self.extremes[random(Self.extremes.count)] : few[random(few.count)]) + part
                }
                try tryOut(text)
            }
        }
    }

    @Test func `no number of a configuration is a trap`() {
        var random = Self.random
        var cases = NumberCases(shape: { Shapes.format[$0] })
        let documents = cases.documents(.object("configuration"))
        #expect(documents.count > 300)
        var taken = 0
        each(documents, &random) { text in
            let result = readConfiguration(Array(text.utf8), file: "f")
            #expect(result.diagnostics.allSatisfy { $0.mark.line == 1 && $0.mark.column >= 1 }, "\(text)")
            guard let settings = result.settings else {
                #expect(result.diagnostics.contains { $0.severity == .error }, "\(text)")
                return
            }
            taken += 1
            run(settings)
        }
        #expect(taken > documents.count)
    }

    @Test func `no number of a scenario is a trap`() {
        var random = Self.random
        var cases = NumberCases(shape: { ScenarioShapes.format[$0] }, usual: Self.usual)
        let documents = cases.documents(.object(.scenario))
        #expect(documents.count > 300)
        var taken = 0
        each(documents, &random) { text in
            let file = ScenarioFile(Array("[\(text)]".utf8), path: "f")
            #expect(file.diagnostics.allSatisfy { $0.mark.line == 1 && $0.mark.column >= 1 }, "\(text)")
            guard file.isValid else { return }
            taken += 1
            for case .valid(let scenario) in file.scenarios { _ = scenario.firstFailure() }
        }
        #expect(taken > documents.count / 4)
    }

    @Test func `no number of a client's line is a trap`() throws {
        let tree = try #require(readConfiguration(Array(Self.configuration.utf8), file: "f").settings).tree
        var random = Self.random
        var (stage, client) = try stageAndClient(tree)
        var lines = 0
        func ask(_ text: String) throws {
            client.send(text)
            if lines % 16 == 0 { stage.frame([0: lines % 32 == 0 ? nil : Optional((x: 250, y: 250))] as [Int: (x: Int32, y: Int32)?]) }
            stage.turn()
            let answer = String(decoding: client.receive(atMost: 1 << 20), as: UTF8.self)
            // Neither hello nor ack has a reply; a line that is not JSON always has one.
            #expect(
                answer.contains("\"reply\"") || answer.contains("\"pong\"") || answer.contains("\"synced\"") || answer.contains("\"bye\"")
                    || text.contains("\"ack\"") || text.contains("\"hello\""), "\(text): \(answer)")
            lines += 1
            // Starts again with other regions and with a connected client.
            if lines % 64 == 0 || answer.contains("\"bye\"") { (stage, client) = try stageAndClient(tree) }
        }
        for message in WireShapes.requests {
            var cases = NumberCases(shape: { WireShapes.format[$0] }, usual: ["by": "\"w\"", "receivers": "[\"v\"]"])
            let type = ["type": jsonLiteral(message.type)]
            try each(cases.documents(message.shape, fixed: type), &random) { try ask($0) }
        }
        try each(Self.edits(), &random) { try ask(#"{"type":"edit","id":1,"edits":[\#($0)]}"#) }
    }

    private func stageAndClient(_ tree: RegionTree) throws -> (Stage, TestClient) {
        let stage = try Stage(tree)
        return (stage, stage.connect(on: .admin))
    }

    /// All edits that have numbers: those of the shapes, and `set` of every property.
    private static func edits() -> [String] {
        var cases = NumberCases(shape: { TreeShapes.edits[$0] }, usual: usual)
        var all: [String] = []
        if case .list(let element, _) = TreeShapes.editsKey.type { all = cases.documents(element) }
        for key in TreeShapes.region.keys + TreeShapes.window.keys where !["children", "gestures", "intercept", "controllers"].contains(key.name) {
            for value in cases.documents(key.type) {
                for region in ["w", "v", "slider", "list"] {
                    all.append(#"{"op":"set","region":"\#(region)","key":"\#(key.name)","value":\#(value)}"#)
                }
            }
        }
        for key in TreeShapes.gesture.keys {
            for value in cases.documents(key.type) {
                for gesture in key.onlyFor ?? ["tap", "pan"] {
                    all.append(#"{"op":"set","gesture":"\#(gesture)","key":"\#(key.name)","value":\#(value)}"#)
                }
            }
        }
        return all
    }

    /// Names that exist in the tree below.
    private static let usual = [
        "region": "\"v\"", "parent": "\"v\"", "from": "\"v\"", "to": "\"v\"", "gesture": "\"tap\"", "tree": window, "t": "0",
        "observe": "[\"view\",\"gesture\",\"scroll\",\"control\",\"hit\"]",
    ]

    private static let window = """
        {"id":"w","frame":[0,0,1000,1000],"multipleTouchEnabled":true,"children":[\
        {"id":"v","frame":[0,0,500,500],"multipleTouchEnabled":true,"gestures":[\
        \(GestureType.ofGestures.map { "{\"id\":\"\($0.name)\",\"type\":\"\($0.name)\"}" }.joined(separator: ","))]},\
        {"id":"slider","kind":"slider","frame":[500,0,500,500]},\
        {"id":"list","kind":"scrollView","frame":[0,500,1000,500],"contentSize":[1000,9000],"maximumZoomScale":4}]}
        """

    private static let configuration = #"{"version":1,"screens":[{"id":"s","size":[1000,1000],"windows":[\#(window)]}]}"#

    // MARK: A small daemon

    /// Puts two fingers on each screen, in several places, and then sets the same tree again.
    private func run(_ settings: Settings) {
        let pipeline = TouchPipeline(tree: settings.tree)
        var description = PanelDescription(name: "test")
        let range = AxisInfo(minimum: 0, maximum: 999)
        for code in [AbsCode.mtPositionX, AbsCode.mtPositionY, AbsCode.mtPressure] { description[axis: code] = range }
        description[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: 9)
        description[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65535)
        let kind = PanelKind(description)
        let encoder = FrameEncoder(pipeline.tree.directory)
        var line = JSONWriter()
        func write(_ frame: RoutedFrame) { if !frame.isEmpty { encoder.body(frame, panel: "p", into: &line) } }
        for (index, screen) in settings.screens.enumerated() {
            let own = screen.panels.first
            #expect(own?.rules.maximumContacts.map { (1...1_000_000).contains($0) } ?? true)
            func mapping() -> PanelMapping {
                PanelMapping(
                    panel: description, kind: kind, calibration: own?.calibration ?? .identity, rotation: own?.rotation ?? .none,
                    screen: screen.spec.size, area: own?.area)
            }
            let panel = pipeline.addPanel("p\(index)", screen: index, kind: kind, mapping: mapping(), rules: own?.rules ?? PanelRules())
            var time: Int64 = 1_000_000
            func send(_ events: [(UInt16, Int32)]) {
                time += 10_000
                let values = events.map { InputEvent(time: time, type: EventType.abs, code: $0, value: $1) }
                for event in values + [InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 0)] {
                    pipeline.handle(event, panel: panel).forEach(write)
                }
            }
            for round in 0..<3 {
                for step in 0..<6 {
                    var events: [(UInt16, Int32)] = []
                    for slot in 0..<2 {
                        events.append((AbsCode.mtSlot, Int32(slot)))
                        if step == 0 { events.append((AbsCode.mtTrackingID, Int32(round * 2 + slot))) }
                        if step == 5 {
                            events.append((AbsCode.mtTrackingID, -1))
                        } else {
                            events += [
                                (AbsCode.mtPositionX, Int32(slot * 500 + step * 60)), (AbsCode.mtPositionY, Int32(round * 300 + step * 30)),
                                (AbsCode.mtPressure, 500),
                            ]
                        }
                    }
                    send(events)
                }
                for _ in 0..<20 {
                    guard let next = pipeline.nextDeadline else { break }
                    pipeline.advance(next.panel, to: next.time).forEach(write)
                }
            }
            pipeline.replaceTree(settings.tree, time: time).forEach(write)
            pipeline.reconfigure(panel, mapping: mapping(), rules: own?.rules ?? PanelRules())
        }
    }
}
