import Testing

@testable import TouchCore

/// Counts since the start, which never fall, so that collectors can take differences.
@Suite struct RunStatisticsTests {
    private var tree: RegionTree
    private var statistics = TouchStatistics()
    private var lastID: UInt64 = 0

    init() { tree = Self.tree((0...RunStatistics.regionsMax).map { "r\($0)" }) }

    private static func tree(_ ids: [String], sensitive: Set<String> = []) -> RegionTree {
        let regions = ids.map { id in
            var spec = RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
            spec.isSensitive = sensitive.contains(id)
            return spec
        }
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 100)), children: regions)
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 100), windows: [window])])
    }

    private mutating func count(_ id: UInt64, _ phase: TouchPhase, _ region: String?, _ reason: CancelReason? = nil) {
        let receiver = region.map { tree.directory.index(ofID: $0)! }
        let touch = RoutedTouch(
            id: TouchID(id), phase: phase, reason: reason, target: receiver, receiver: receiver, location: Point(1, 1), local: Point(1, 1),
            previousLocal: Point(1, 1), timestamp: 10, isInside: true, tapCount: 1, axes: TouchAxes())
        statistics.count(RoutedFrame(time: 10, events: [touch]), tree.directory)
    }

    private mutating func tap(_ region: String?) {
        lastID += 1
        count(lastID, .began, region)
        count(lastID, .ended, region)
    }

    private var run: RunStatistics { statistics.sinceStart }
    private var taps: [String: Int] { Dictionary(uniqueKeysWithValues: run.regions(tree.directory).map { ($0.id, $0.counts.taps) }) }

    @Test mutating func `a reset takes nothing away, and a finger that was down counts to its end`() {
        tap("r1")
        tap(nil)
        count(100, .began, "r1")
        statistics.reset()
        count(100, .cancelled, "r1", .palm)
        tap("r1")
        let counts = run.regions(tree.directory)[0].counts
        #expect((counts.touches, counts.ended, counts[.palm], run.missed, run.total.touches) == (3, 2, 1, 1, 3))
        #expect(statistics.total.touches == 1 && statistics.total[.palm] == 0)
    }

    @Test mutating func `what earlier runs have counted is not of this one`() {
        var earlier = RegionCounts()
        earlier.touches = 7
        statistics.restore([("r1", earlier)], total: earlier, missed: 5, forgotten: 0, tree.directory)
        tap("r1")
        #expect(run.total.touches == 1 && run.missed == 0 && taps == ["r1": 1])
    }

    @Test mutating func `the first two hundred have counts of their own for good, whatever is touched later`() {
        for number in 0..<RunStatistics.regionsMax { tap("r\(number)") }
        let late = "r\(RunStatistics.regionsMax)"
        for _ in 0..<9 { tap(late) }
        #expect(taps.count == RunStatistics.regionsMax && taps[late] == nil)
        #expect(run.others.taps == 9 && run.total.taps == RunStatistics.regionsMax + 9)
        tap("r0")
        #expect(taps["r0"] == 2 && run.others.taps == 9)
    }

    @Test mutating func `a region that is removed keeps its counts, and its slot is no other's`() throws {
        tap("r1")
        let pipeline = TouchPipeline(tree: tree)
        var output = FrameBuffer()
        let removal = try #require(try pipeline.edit([.remove("r1")], time: { _ in 20 }, check: nil, into: &output))
        tree = pipeline.tree
        statistics.forget(removal.removed, tree.directory)
        let new = RegionSpec(id: "new", geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        _ = try pipeline.edit([.add(new, to: "w", index: nil)], time: { _ in 20 }, check: nil, into: &output)
        tree = pipeline.tree
        tap("new")
        tap("new")
        #expect(taps == ["r1": 1, "new": 2])
    }

    @Test mutating func `a region that is added again goes on with its counts`() throws {
        tap("r1")
        let pipeline = TouchPipeline(tree: tree)
        var output = FrameBuffer()
        let removal = try #require(try pipeline.edit([.remove("r1")], time: { _ in 20 }, check: nil, into: &output))
        statistics.forget(removal.removed, pipeline.tree.directory)
        let again = RegionSpec(id: "r1", geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        _ = try pipeline.edit([.add(again, to: "w", index: nil)], time: { _ in 20 }, check: nil, into: &output)
        tree = pipeline.tree
        tap("r1")
        #expect(run.regions(tree.directory).map(\.counts.taps) == [2])
    }

    @Test mutating func `what a region had before it became sensitive is not told, and is not taken from the sum`() {
        tap("r1")
        tap("r2")
        tree = Self.tree((0...RunStatistics.regionsMax).map { "r\($0)" }, sensitive: ["r1"])
        tap("r1")
        #expect(taps == ["r2": 1] && run.total.taps == 2 && run.others.taps == 0)
    }
}
