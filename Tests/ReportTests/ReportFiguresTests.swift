import Testing
import TouchCore

@testable import Report

@Suite struct `The figures of a report` {
    @Test func `count touches, taps and cancels as they were told`() {
        var tape = FingerTape()
        tape.tap(100, 100)
        tape.drag([(100, 100), (300, 100), (500, 100)])
        tape.down(3, 700, 700)
        tape.report()
        let findings = tape.findings()
        #expect(findings.touches.count == 3)
        #expect(findings.taps.map(\.id) == [65_536])
        #expect(findings.cancels == [.deviceRemoved: 1])
        #expect(findings.stuck.map(\.id) == [65_538])
        #expect(findings.faults.map(\.name) == ["still down at the end"])
        #expect(findings.regions.map(\.counts.touches) == [3])
    }

    @Test func `say the rate while a finger was down, and the pauses between touches are no intervals`() {
        var tape = FingerTape()
        for start in [0, 5_000_000] {
            tape.time = Int64(start)
            tape.drag((0...20).map { (Int32(100 + 10 * $0), 100) })
        }
        let summary = tape.findings().intervals.summary
        #expect(summary == ReportIntervals.Summary(median: 10_000, low: 10_000, high: 10_000, longest: 10_000, rate: 100, jitter: 0, gaps: 0))
    }

    @Test func `find jitter and gaps`() {
        var intervals = ReportIntervals()
        var time: Int64 = 0
        for step: Int64 in [8_000, 10_000, 12_000, 10_000, 9_000, 11_000, 50_000] {
            intervals.add(reportAt: time, isOpen: true, isTouched: true)
            time += step
        }
        intervals.add(reportAt: time, isOpen: true, isTouched: false)
        intervals.add(reportAt: time + 1_000, isOpen: true, isTouched: true)
        let summary = intervals.summary
        #expect(summary?.median == 10_000 && summary?.jitter == 1_000 && summary?.gaps == 1 && summary?.longest == 50_000)
        #expect(intervals.longest(1).map(\.start) == [60_000])
        let histogram = intervals.histogram
        #expect(histogram?.width == 1_000 && histogram?.counts.reduce(0, +) == 7 && histogram?.counts.last == 1)
    }

    @Test func `have the noise of fingers that rest, and of no others`() {
        var tape = FingerTape()
        // One unit is one point here: ±1 about the mean.
        tape.drag((0...40).map { (500 + Int32($0 % 2 * 2), 500) })
        tape.drag((0...40).map { (Int32(100 + 10 * $0), 100) })
        let resting = tape.findings().resting
        #expect(resting?.fingers == 1)
        #expect(abs((resting?.median ?? 0) - 1) < 0.01)
        #expect(resting?.widest == 2)
    }

    @Test(arguments: [4, 5]) func `have no noise of a finger with fewer than five reports`(reports: Int) {
        var tape = FingerTape()
        tape.down(0, 500, 500)
        tape.report(after: 100_000)
        for number in 1..<Int32(reports) {
            tape.move(0, 500 + number % 2, 500)
            tape.report(after: 100_000)
        }
        tape.up()
        tape.report()
        #expect(tape.findings().resting?.fingers == (reports < 5 ? nil : 1))
    }

    @Test func `suspect touches that come again and again at the very same point`() {
        var tape = FingerTape()
        for _ in 0..<4 { tape.tap(123, 456) }
        tape.tap(200, 456)
        for _ in 0..<5 { tape.tap(700, 700, wait: 2_500_000) }
        let ghosts = tape.findings().ghosts
        #expect(ghosts.places.map(\.place) == [Point(123, 456)])
        #expect(ghosts.touches == 4)
    }

    @Test(arguments: [HitTestOverride.passThrough, .translucent, .ignore])
    func `name the region that gets the touches, and not one over it that lets them through`(hitTest: HitTestOverride) {
        var tape = FingerTape()
        tape.tap(500, 500)
        var overlay = FingerTape.region("overlay", Rect(0, 0, 1_000, 1_000))
        overlay.hitTest = hitTest
        let page = tape.page([FingerTape.region("map", Rect(0, 0, 1_000, 1_000)), overlay])
        #expect(page.contains(">map</text>") && !page.contains(">overlay</text>"))
        #expect(page.contains("</i>map <b>1</b>") && !page.contains("</i>overlay"))
        overlay.geometry = RegionGeometry(frame: Rect(300, 300, 400, 400))
        let aside = tape.page([FingerTape.region("map", Rect(0, 0, 1_000, 1_000)), overlay])
        #expect(aside.contains(">map</text>") && aside.contains(">overlay</text>"), "where no other name is it has its own")
    }

    @Test func `are the same bytes for the same recording`() {
        var tape = FingerTape()
        for step in 0..<50 { tape.tap(Int32(13 * step % 900), Int32(29 * step % 900)) }
        let regions = (0..<12).map { FingerTape.region("r\($0)", Rect(Double($0) * 80, 0, 80, 1_000), .button) }
        #expect(tape.page(regions) == tape.page(regions))
    }
}
