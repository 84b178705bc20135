import Support
import Testing

@testable import TouchCore

/// The taps of trembling fingers, judged as Chromium judges them, with `steady` and without.
///
/// The fingers are made, not measured: a finger rests on a button for 0.1 to 0.4 s and swings along a line with 4 to 12 Hz around the place that it
/// aims at, on a panel with 100 reports a second. A tap is a click if the finger comes down on the button and is never reported farther than 15
/// points from its first place, which is Chromium's touch slop; beyond it, Chromium scrolls instead.
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
            let (frequency, reports) = (Double.random(in: 4...12, using: &random), 10 + random(31))
            let phase = Double.random(in: 0...2 * Double.pi, using: &random)
            let direction = Double.random(in: 0...2 * Double.pi, using: &random)
            var places: [Point] = []
            var isDown = false
            for number in 0...reports {
                let time = Int64(tap) * 2_000_000 + Int64(number) * 10_000
                let swing = amplitude * sine(2 * Double.pi * frequency * Double(number) / 100 + phase)
                let place = Point(500 + swing * sine(direction), 500 + swing * sine(direction + Double.pi / 2))
                let change = ContactChange(
                    slot: 0, phase: number == 0 ? .began : number == reports ? .ended : .moved, location: place)
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

    /// The sine without a mathematical library: the first terms of its series, after reduction to ±π.
    private func sine(_ angle: Double) -> Double {
        let x = angle - 2 * Double.pi * (angle / (2 * Double.pi)).rounded()
        var (term, sum) = (x, x)
        for n in 1..<15 {
            term *= -x * x / Double(2 * n * (2 * n + 1))
            sum += term
        }
        return sum
    }

    @Test func `trembling fingers click more often with steady than without`() {
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
        #expect(text == Self.documented, "docs/applications.md has these figures")
    }

    /// The table of docs/applications.md.
    private static let documented = """
        | 0 | 100 | 100 |
        | 4 | 100 | 100 |
        | 8 | 69 | 100 |
        | 12 | 14 | 100 |
        | 16 | 1 | 30 |
        | 20 | 0 | 14 |
        """
}
