import Support
import Testing

@testable import TouchCore

/// The taps of trembling hands on the buttons of regions, with the rules of a profile and without (contract 10, `touches` of a profile).
///
/// The hands are made, not measured: a finger aims at one of nine buttons of 60 × 60 points with gaps of 30 points, and misses the middle by up to 45
/// points across and down. It trembles (`TremblingTap`). Every third tap bounces: the finger comes down again within 0.3 s and 20 points. With every
/// fourth tap the side of the hand rests on another button. A tap succeeds if the button nearest to the finger's first place is activated once, and no
/// other one.
@Suite struct TremblingHandTests {
    private static let size = Size(1000, 1000)

    private static let buttons: [Rect] = (0..<9).map { Rect(300 + Double($0 % 3) * 90, 300 + Double($0 / 3) * 90, 60, 60) }

    private func pipeline(_ touches: TouchRules?) -> TouchPipeline {
        let children = Self.buttons.enumerated().map { index, frame in
            RegionSpec(id: "b\(index)", kind: .button, geometry: RegionGeometry(frame: frame))
        }
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: children)
        window.isMultipleTouchEnabled = true
        var screen = ScreenSpec(id: "s", size: Self.size, windows: [window])
        var profile = ProfileRule(id: "steady")
        profile.stop = [.idle(1 << 50)]
        profile.touches = touches
        screen.accessibility = AccessibilityRules(profiles: [profile])
        let pipeline = TouchPipeline(tree: RegionTree([screen]))
        var output = FrameBuffer()
        if touches != nil { try! pipeline.accessibility.setProfile("steady", isOn: true, screen: 0, at: 0, into: &output) }
        return pipeline
    }

    /// Returns the number of taps that succeed.
    private func successes(amplitude: Double, _ touches: TouchRules?, taps: Int, seed: UInt64) -> Int {
        var random = SeededRandom(seed: seed)
        let pipeline = pipeline(touches)
        let kind = PanelKind.slots(4)
        let panel = pipeline.addPanel(
            "s-0", screen: 0, kind: kind, mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Self.size))
        var successes = 0
        for tap in 0..<taps {
            let start = Int64(tap + 1) * 5_000_000
            let aim = random(9)
            let middle = Self.buttons[aim].center
            let place = Point(middle.x + Double.random(in: -45...45, using: &random), middle.y + Double.random(in: -45...45, using: &random))
            let other = Self.buttons[(aim + 4 + random(2)) % 9].center
            let (rests, bounces) = (random(4) == 0, random(3) == 0)
            let made = TremblingTap(amplitude, &random)
            func contact(_ slot: Int, _ first: Int, _ last: Int, _ location: (Int) -> Point) -> [(time: Int64, change: ContactChange)] {
                TremblingTap.contact(inSlot: slot, from: first, to: last, since: start, location)
            }
            let begin = made.place(around: place, inReport: 0)
            var changes = contact(0, 0, made.last) { made.place(around: place, inReport: $0) }
            if rests { changes += contact(1, 3, made.last + 5) { _ in other } }
            if bounces {
                let (again, x, y) = (made.last + 5 + random(25), Double(random(28) - 14), Double(random(28) - 14))
                let end = made.place(around: place, inReport: made.last)
                changes += contact(2, again, again + 10) { _ in Point(end.x + x, end.y + y) }
            }
            let activated = activated(changes.sorted { $0.time < $1.time }, pipeline, panel)
            if activated == [wanted(begin)] { successes += 1 }
        }
        return successes
    }

    /// The id of the button nearest to a place.
    private func wanted(_ p: Point) -> String {
        func distance(_ box: Rect) -> Double {
            let (x, y) = (max(box.minX - p.x, 0, p.x - box.maxX), max(box.minY - p.y, 0, p.y - box.maxY))
            return x * x + y * y
        }
        return "b\(Self.buttons.indices.min { distance(Self.buttons[$0]) < distance(Self.buttons[$1]) }!)"
    }

    private func activated(_ changes: [(time: Int64, change: ContactChange)], _ pipeline: TouchPipeline, _ panel: PanelID) -> [String] {
        var activated: [String] = []
        for (time, change) in changes {
            var output = FrameBuffer()
            pipeline.handle([change], panel: panel, at: time, into: &output)
            for frame in output {
                for action in frame.actions {
                    if case .control(let control) = action.content, control.event == .touchUpInside {
                        activated.append(pipeline.tree[control.region].id)
                    }
                }
            }
        }
        return activated
    }

    @Test func `trembling hands activate the wanted button more often with the rules of a profile`() throws {
        let taps = 200
        var rules = TouchRules()
        (rules.maximum, rules.ignoreRepeat, rules.steady) = (1, 500_000, 24)
        var all = rules
        all.snap = 40
        var table: [(amplitude: Int, figures: [Int])] = []
        for amplitude in stride(from: 0, through: 24, by: 8) {
            let figures = [nil, rules, all].map { successes(amplitude: Double(amplitude), $0, taps: taps, seed: UInt64(amplitude) + 1) * 100 / taps }
            table.append((amplitude, figures))
        }
        let text = table.map { "| \($0.amplitude) | \($0.figures[0]) | \($0.figures[1]) | \($0.figures[2]) |" }.joined(separator: "\n")
        #expect(table.allSatisfy { $0.figures[0] < $0.figures[1] && $0.figures[1] < $0.figures[2] }, "\(text)")
        #expect(try TremblingTap.isDocumented(text, in: "docs/accessibility.md"), "the page must have these figures:\n\(text)")
    }
}
