import TouchCore
import Testing

@testable import touchctl

@Suite struct `Finger script` {
    private func still(_ x: Double, _ y: Double) -> (Double) -> Point { { _ in Point(x, y) } }

    @Test func `a tap is a begin and an end after its rest`() {
        var script = FingerScript()
        script.add(over: 0, rest: 0.05, [still(10, 20)])
        #expect(script.reports.map(\.time) == [0, 50_000])
        #expect(script.reports.map { $0.steps.map(\.phase) } == [[.began], [.ended]])
        #expect(script.reports[0].steps[0].place == Point(10, 20))
        #expect(script.reports[1].steps[0].place == nil)
    }

    @Test func `a moving finger is reported every ten milliseconds, and at the end of its way`() {
        var script = FingerScript()
        script.add(over: 0.035, rest: 0, [{ Point($0 * 70, 0) }])
        #expect(script.reports.map(\.time) == [0, 10_000, 20_000, 30_000, 35_000, 35_000])
        #expect(script.reports.map { $0.steps[0].place?.x } == [0, 20, 40, 60, 70, nil])
    }

    @Test func `a second tap begins its pause after the first one's end`() {
        var script = FingerScript()
        for pause in [0, 0.1] { script.add(after: pause, over: 0, rest: 0.02, [still(0, 0)]) }
        #expect(script.reports.map(\.time) == [0, 20_000, 120_000, 140_000])
    }

    @Test func `all fingers are in each report, numbered from one`() {
        var script = FingerScript()
        script.add(over: 0.01, rest: 0, FingerScript.row(3, spread: 30, around: still(100, 50)))
        #expect(script.reports.allSatisfy { $0.steps.map(\.finger) == [1, 2, 3] })
        #expect(script.reports[0].steps.map(\.place) == [Point(70, 50), Point(100, 50), Point(130, 50)])
    }

    @Test func `a pair spreads and turns around its centre, clockwise`() throws {
        let pair = FingerScript.pair(around: Point(50, 50), distance: (from: 20, to: 40), turn: .pi / 2)
        #expect(pair.map { $0(0) } == [Point(40, 50), Point(60, 50)])
        let end = pair.map { $0(1) }
        for (found, expected) in zip(end, [Point(50, 30), Point(50, 70)]) {
            #expect(abs(found.x - expected.x) < 1e-9 && abs(found.y - expected.y) < 1e-9)
        }
    }
}
