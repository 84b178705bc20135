import Support
import Testing

@testable import TouchCore

/// The taps of trembling fingers, judged as Chromium judges them, with `steady` and without.
///
/// The fingers are made, not measured (`TremblingTap`), and aim at the middle of a button. A tap is a click if the finger comes down on the button and
/// is never reported farther than 15 points from its first place, which is Chromium's touch slop; beyond it, Chromium scrolls instead.
@Suite struct TremblingFingerTests {
    private static let slop = 15.0
    private static let button = Rect(470, 470, 60, 60)

    /// Returns the number of clicks among the taps of trembling fingers.
    private func clicks(amplitude: Double, steady: Double?, taps: Int, seed: UInt64) -> Int {
        var random = SeededRandom(seed: seed)
        var app = RegionSpec(id: "app", kind: .surface, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        if let steady {
            var rules = TouchRules()
            rules.steady = steady
            app.touches = rules
        }
        let pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [app])]))
        let kind = PanelKind.slots(2)
        let panel = pipeline.addPanel(
            "s-0", screen: 0, kind: kind, mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(1000, 1000)))
        var clicks = 0
        for tap in 0..<taps {
            let made = TremblingTap(amplitude, &random)
            var places: [Point] = []
            var isDown = false
            let middle = Self.button.center
            for (time, change) in TremblingTap.contact(
                inSlot: 0, to: made.last, since: Int64(tap) * 2_000_000, { made.place(around: middle, inReport: $0) })
            {
                var output = FrameBuffer()
                pipeline.handle([change], panel: panel, at: time, into: &output)
                for frame in output {
                    for event in frame.events {
                        places.append(event.location)
                        isDown = !event.phase.isTerminal
                    }
                }
            }
            #expect(!isDown)
            let isOnButton = Self.button.contains(places[0])
            if isOnButton, !places.contains(where: { $0.isFarther(from: places[0], than: Self.slop) }) { clicks += 1 }
        }
        return clicks
    }

    @Test func `trembling fingers click more often with steady than without`() throws {
        let taps = 200
        var table: [(amplitude: Int, without: Int, with: Int)] = []
        for amplitude in stride(from: 0, through: 20, by: 4) {
            let seed = UInt64(amplitude) + 1
            let without = clicks(amplitude: Double(amplitude), steady: nil, taps: taps, seed: seed)
            let with = clicks(amplitude: Double(amplitude), steady: 24, taps: taps, seed: seed)
            table.append((amplitude, without * 100 / taps, with * 100 / taps))
        }
        let text = table.map { "| \($0.amplitude) | \($0.without) | \($0.with) |" }.joined(separator: "\n")
        #expect(table.allSatisfy { $0.with >= $0.without }, "\(text)")
        // Both swings of a finger fit into 15 points up to an amplitude of 7, and into 24 points up to one of 12.
        #expect(table.filter { $0.amplitude <= 4 }.allSatisfy { $0.without == 100 }, "\(text)")
        #expect(table.filter { $0.amplitude <= 12 }.allSatisfy { $0.with == 100 }, "\(text)")
        #expect(table.filter { $0.amplitude >= 8 }.allSatisfy { $0.with >= $0.without + 10 }, "\(text)")
        #expect(try TremblingTap.isDocumented(text, in: "docs/applications.md"), "the page must have these figures:\n\(text)")
    }
}
