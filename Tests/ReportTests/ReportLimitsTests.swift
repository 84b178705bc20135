import Testing
import TouchCore

@testable import Report

@Suite struct `A report of a long recording` {
    @Test func `keeps at most so many places of a path, the first and the last among them`() {
        var path = ThinnedPath(step: 1)
        for step in 0..<10_000 { path.add(Point(Double(step), Double(step % 100))) }
        path.close()
        #expect(path.count <= ThinnedPath.most + 1)
        #expect(path.parts[0].first == Point(0, 0) && path.parts[0].last == Point(9_999, 99))
    }

    @Test func `keeps the last place before a gap when it drops others`() {
        var path = ThinnedPath(step: 1)
        for step in 0..<4 { path.add(Point(10 * Double(step), 0)) }
        path.breakOff()
        for step in 0..<2 * ThinnedPath.most { path.add(Point(500 + 10 * Double(step), 0)) }
        #expect(path.parts[0] == [Point(0, 0), Point(30, 0)])
    }

    @Test func `keeps a path with thousands of gaps small`() {
        var path = ThinnedPath(step: 1)
        for step in 0..<5_000 {
            path.add(Point(Double(step), 0))
            path.breakOff()
        }
        #expect(path.count <= 2 * ThinnedPath.most)
    }

    @Test func `is a file that a browser opens`() {
        var tape = FingerTape()
        for step in 0..<8_000 { tape.drag((0..<6).map { (Int32((37 * step + 10 * $0) % 1_000), Int32((91 * step + 7 * $0) % 1_000)) }) }
        let regions = (0..<20).map { FingerTape.region("r\($0)", Rect(Double($0) * 50, 0, 50, 1_000)) }
        let findings = tape.findings(regions)
        #expect(findings.touches.count == 8_000)
        let page = RecordingReport(findings: [findings], configuration: nil).page.html.text
        #expect(page.utf8.count < 4_000_000)
        let drawn = page.ranges(of: "<polyline").count
        #expect(page.contains("One in \(8_000 / drawn) of the 8000 touches.") && drawn * 6 <= PathsFigure.placesMost)
    }

    @Test func `has as many rows as can be read, and none without a touch`() {
        let hour: Int64 = 3_600_000_000
        let scale = TimelineScale(duration: 8 * hour, touches: [(0, 1_000), (5 * hour, 5 * hour + 60_000_000)])
        #expect(scale.span == 10_000_000)
        #expect(scale.rows == [0] + (1_800...1_806))
        let busy = TimelineScale(duration: 8 * hour, touches: (0..<480).map { (Int64($0) * hour / 60, Int64($0) * hour / 60 + 1_000) })
        #expect(busy.rows.count <= TimelineScale.rowsMost)
        #expect(TimelineScale(duration: 7_000_000, touches: [(0, 1)]).span == 10_000_000)
    }
}
