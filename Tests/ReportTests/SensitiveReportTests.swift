import Testing
import TouchCore

@testable import Report

@Suite struct `A report of a sensitive region` {
    private var regions: [RegionSpec] {
        let keys = [
            FingerTape.region("one", Rect(0, 0, 150, 150), .button), FingerTape.region("two", Rect(150, 0, 150, 150), .slider),
        ]
        var pad = FingerTape.region("pad", Rect(300, 300, 300, 300), .view, keys)
        pad.isSensitive = true
        pad.isMultipleTouchEnabled = true
        return [pad, FingerTape.region("ok", Rect(700, 700, 100, 100), .button)]
    }

    /// - Parameter places: The places of three touches in the pad; the last moves from the second place to the third.
    private func tape(_ places: [(Int32, Int32)]) -> FingerTape {
        var tape = FingerTape()
        tape.tap(750, 750)
        tape.tap(places[0].0, places[0].1)
        tape.tap(places[1].0, places[1].1)
        tape.drag([places[1], places[2], places[0]])
        tape.tap(760, 760)
        return tape
    }

    @Test func `is the same wherever in the region it was touched`() {
        let one = tape([(310, 310), (340, 420), (333, 380)]).page(regions)
        #expect(one == tape([(590, 590), (460, 320), (520, 480)]).page(regions))
        #expect(one.contains("pad: 3 touches"))
        #expect(one.contains(#"data-count="sensitive">3<"#))
        #expect(one.contains(#"data-count="touches">2<"#))
        #expect(!one.contains("one<") && !one.contains("pad/one"))
    }

    @Test func `has nothing of what an observer outside it is shown`() {
        func events(_ touches: Int) -> Int {
            var tape = FingerTape()
            tape.tap(750, 750)
            for _ in 0..<touches { tape.tap(400, 400) }
            return tape.findings(regions, interceptors: [InterceptorSpec(id: "eye", insideOf: "window", verdict: .observe)]).events
        }
        #expect(events(0) > 0)
        #expect(events(3) == events(0))
    }

    @Test func `has nothing of its rhythm`() {
        func page(_ pause: Int64) -> String {
            var tape = FingerTape()
            tape.tap(750, 750)
            tape.down(0, 400, 400)
            tape.report(after: pause)
            tape.move(0, 410, 400)
            tape.report(after: 100_000 - pause)
            tape.up()
            tape.report(after: 500_000)
            tape.tap(760, 760)
            return tape.page(regions)
        }
        #expect(page(10_000) == page(70_000))
    }

    @Test func `has a gap where a finger from elsewhere crosses it`() {
        var tape = FingerTape()
        tape.drag((0...90).map { (Int32(10 * $0 + 50), 450) })
        let findings = tape.findings(regions)
        let parts = findings.touches[0].path.parts
        #expect(parts.count == 2)
        #expect(parts.joined().allSatisfy { $0.x < 300 || $0.x >= 600 })
        #expect(findings.touches[0].region == "window")
        for (cell, count) in findings.heat.counts.enumerated() where count > 0 {
            let x = Double(cell % findings.heat.columns) * findings.heat.side
            #expect(x + findings.heat.side > 600 || x < 300)
        }
    }
}
