import Recordings
import Support
import Testing

@testable import TouchCore

/// Recording of a panel by touchd: everything except contacts that begin in sensitive regions, which leave no trace.
@Suite struct SensitiveRecordingTests {
    private static let size = Size(1000, 1000)

    /// A tree whose left half is the pad.
    private static func tree(isSensitive: Bool) -> RegionTree {
        func region(_ id: String, _ frame: Rect) -> RegionSpec {
            var spec = RegionSpec(id: id, geometry: RegionGeometry(frame: frame))
            spec.isMultipleTouchEnabled = true
            return spec
        }
        var pad = region("pad", Rect(0, 0, 10_500, 21_000))
        pad.isSensitive = isSensitive
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(-10_000, -10_000, 21_000, 21_000)))
        window.children = [pad, region("rest", Rect(10_500, 0, 10_500, 21_000))]
        return RegionTree([ScreenSpec(id: "s", size: size, windows: [window])])
    }

    private struct Pass: ~Copyable {
        let pipeline: TouchPipeline
        let panel: PanelID

        init(_ description: PanelDescription, isSensitive: Bool) {
            pipeline = TouchPipeline(tree: tree(isSensitive: isSensitive))
            let kind = PanelKind(description)
            var rules = PanelRules()
            rules.stylus = .shared  // a pen that is not in the recording keeps no fingers away
            panel = pipeline.addPanel(
                "p", screen: 0, kind: kind, mapping: PanelMapping(panel: description, kind: kind, screen: size), rules: rules)
        }
    }

    /// The recorded part of these events.
    private static func recorded(_ events: [InputEvent], of description: PanelDescription, isSensitive: Bool) -> [InputEvent] {
        let pass = Pass(description, isSensitive: isSensitive)
        var recorders = Recorders()
        var result: [InputEvent] = []
        recorders.add(1, of: pass.panel, description, isFresh: true, pass.pipeline)
        for event in events {
            recorders.append(event, panel: pass.panel)
            var output = FrameBuffer()
            switch pass.pipeline.handle(event, panel: pass.panel, into: &output) {
            case .frame: result += recorders.close(panel: pass.panel, at: event.time, pass.pipeline).flatMap(\.events)
            case .dropped: result += recorders.drop(panel: pass.panel, at: event.time).flatMap(\.events)
            case .pending: break
            }
        }
        return result
    }

    /// The touches outside the pad, a line per frame, numbered in order of appearance.
    private static func touches(_ events: [InputEvent], of description: PanelDescription) -> [String] {
        let pass = Pass(description, isSensitive: true)
        let kind = PanelKind(description)
        var lines: [String] = []
        var numbers: [TouchID: Int] = [:]
        for frame in events.flatMap({ pass.pipeline.handle($0, panel: pass.panel) }) {
            let words = frame.events.compactMap { touch -> String? in
                guard let target = touch.target, pass.pipeline.tree[target].id == "rest" else { return nil }
                if numbers[touch.id] == nil { numbers[touch.id] = numbers.count }
                return "\(numbers[touch.id]!) \(touch.phase) \(touch.reason?.rawValue ?? "") \(touch.location) \(touch.axes)"
            }
            // Without the hidden contacts, packets go to other slots and so come in another order.
            let said = kind == .packets ? words.map { String($0.drop { $0 != " " }) }.sorted() : words
            if !said.isEmpty { lines.append("\(frame.time): \(said.joined(separator: ", "))") }
        }
        return lines
    }

    private static let names = try! Fixtures.evemus()

    @Test(arguments: names) func `without sensitive regions a recording is what the panel said`(_ name: String) throws {
        let recording = try Recording.load(Fixtures.recordings + "/" + name)
        if case .refused = PanelKind(recording.panel) { return }
        let made = Self.recorded(recording.events, of: recording.panel, isSensitive: false)
        let end = recording.events.lastIndex { $0.type == EventType.syn && $0.code == SynCode.report }.map { $0 + 1 } ?? 0
        if recording.events.contains(where: { $0.type == EventType.syn && $0.code == SynCode.dropped }) {
            #expect(Self.touches(made, of: recording.panel) == Self.touches(recording.events, of: recording.panel))
        } else {
            #expect(made == Array(recording.events[..<end]))
        }
    }

    @Test(arguments: names) func `what is recorded replays to the touches outside of the pad, and to no others`(_ name: String) throws {
        let recording = try Recording.load(Fixtures.recordings + "/" + name)
        if case .refused = PanelKind(recording.panel) { return }
        let made = Self.recorded(recording.events, of: recording.panel, isSensitive: true)
        #expect(Self.touches(made, of: recording.panel) == Self.touches(recording.events, of: recording.panel))
        let pass = Pass(recording.panel, isSensitive: true)
        for event in made { #expect(pass.pipeline.handle(event, panel: pass.panel).allSatisfy { $0.redactions.isEmpty }) }
    }

    /// The same through a file.
    @Test func `a file of it replays as well`() throws {
        let recording = try Recording.load(Fixtures.recordings + "/ten-fingers.evemu")
        var writer = EvemuWriter()
        writer.describe(RecordedDevice(recording.panel))
        for event in Self.recorded(recording.events, of: recording.panel, isSensitive: true) { writer.add(event) }
        let read = try Recording.parse(writer.bytes, file: "made.evemu")
        func untimed(_ lines: [String]) -> [String] { lines.map { String($0.drop { $0 != ":" }) } }
        #expect(read.panel.name == recording.panel.name && PanelKind(read.panel) == PanelKind(recording.panel))
        #expect(untimed(Self.touches(read.events, of: read.panel)) == untimed(Self.touches(recording.events, of: recording.panel)))
    }

    // MARK: The property

    /// Makes events of four fingers inside and outside the pad. `seed` decides when they come, move and go, `places` where they are in the pad.
    private static func script(_ kind: PanelKind, seed: UInt64, places: UInt64) -> [InputEvent] {
        var panel = KernelPanel(kind)
        var random = SeededRandom(seed: seed)
        var secret = SeededRandom(seed: places)
        let most = kind.isSingle ? 1 : 4
        var isInPad: [Bool?] = Array(repeating: nil, count: most)
        for _ in 0..<120 {
            for finger in 0..<most {
                let (known, hidden) = ((Int32(500 + random(500)), Int32(random(1000))), (Int32(secret(500)), Int32(secret(1000))))
                // Few places, so that values often repeat.
                let wanders = random(8) == 0  // a contact that began in the pad may leave it
                let place =
                    isInPad[finger] == true && !wanders ? (hidden.0 / 100 * 100, hidden.1 / 100 * 100) : (known.0 / 100 * 100, known.1 / 100 * 100)
                switch (isInPad[finger], random(4)) {
                case (nil, 0):
                    let begins = random(2) == 0
                    isInPad[finger] = begins
                    let at = begins ? (hidden.0 / 100 * 100, hidden.1 / 100 * 100) : (known.0 / 100 * 100, known.1 / 100 * 100)
                    panel.put(finger, at)
                case (.some, 0):
                    isInPad[finger] = nil
                    panel.lift(finger)
                case (.some, 1...2): panel.put(finger, place)
                default: break
                }
            }
            panel.report()
        }
        return panel.events
    }

    /// Packets with tracking ids, because without them the panel itself cannot distinguish contacts.
    @Test(arguments: [PanelKind.slots(4), .packets, .single(button: KeyCode.btnTouch)])
    func `no event depends on where in the pad the finger is`(_ kind: PanelKind) {
        var random = SeededRandom()
        // One run may have next to nothing outside the pad, but not all of them together.
        var (different, events) = (0, 0)
        for _ in 0..<60 {
            let seed = random.next()
            let (first, second) = (
                Self.script(kind, seed: seed, places: random.next()), Self.script(kind, seed: seed, places: random.next())
            )
            let description = KernelPanel(kind).description
            let (a, b) = (
                Self.recorded(first, of: description, isSensitive: true), Self.recorded(second, of: description, isSensitive: true)
            )
            different += first == second ? 0 : 1
            events += a.count
            #expect(Self.touches(a, of: description) == Self.touches(first, of: description), "seed \(seed)")
            guard
                let at = zip(a, b).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset
                    ?? (a.count == b.count ? nil : min(a.count, b.count))
            else { continue }
            Issue.record(
                "seed \(seed), event \(at): \(a[max(0, at - 6)...].prefix(10).map { "\($0)" }) \(b[max(0, at - 6)...].prefix(10).map { "\($0)" })")
            return
        }
        #expect(different > 50 && events > 1200)
    }
}
