import Testing

@testable import TouchCore

@Suite struct TouchStatisticsTests {
    private var tree: RegionTree
    private var statistics = TouchStatistics()

    init() {
        func view(_ id: String, _ x: Double, sensitive: Bool = false) -> RegionSpec {
            var spec = RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(x, 0, 100, 100)))
            spec.isSensitive = sensitive
            return spec
        }
        let window = RegionSpec(
            id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 100)),
            children: [view("a", 0), view("b", 100), view("pin", 200, sensitive: true)])
        tree = RegionTree([ScreenSpec(id: "s", size: Size(1000, 100), windows: [window])])
    }

    private func event(
        _ id: UInt64, _ phase: TouchPhase, _ region: String?, at time: Int64, x: Double = 10, _ reason: CancelReason? = nil, target: String? = nil,
        isInside: Bool = true
    ) -> RoutedTouch {
        let receiver = region.map { tree.directory.index(ofID: $0)! }
        return RoutedTouch(
            id: TouchID(id), phase: phase, reason: reason, target: target.map { tree.directory.index(ofID: $0)! } ?? receiver,
            receiver: receiver, location: Point(x, 0), local: Point(x, 0), previousLocal: Point(x, 0), timestamp: time, isInside: isInside,
            tapCount: 1,
            axes: TouchAxes())
    }

    private mutating func count(_ events: RoutedTouch...) { statistics.count(RoutedFrame(time: events[0].timestamp, events: events), tree.directory) }

    private var regions: [String: RegionCounts] { Dictionary(uniqueKeysWithValues: statistics.regions(tree.directory).map { ($0.id, $0.counts) }) }

    @Test mutating func `touches, taps, dwell and cancels are counted by region`() {
        count(event(1, .began, "a", at: 0), event(2, .began, "b", at: 0))
        count(event(1, .moved, "a", at: 50))
        count(event(1, .ended, "a", at: 100_000), event(2, .cancelled, "b", at: 300_000, .gesture))
        count(event(3, .began, "a", at: 1_000_000))
        count(event(3, .ended, "a", at: 3_000_000))
        #expect(regions.keys.sorted() == ["a", "b"])
        #expect((regions["a"]!.ended, regions["b"]!.ended) == (2, 0))
        let total = statistics.total
        #expect((total.touches, total.ended, total.taps, total[.gesture], total.dwell, total.longest) == (3, 2, 1, 1, 2_400_000, 2_000_000))
        #expect((regions["a"]!.touches, regions["a"]!.taps) == (2, 1))
        #expect((regions["a"]!.dwell, regions["a"]!.longest) == (2_100_000, 2_000_000))
        #expect((regions["b"]!.touches, regions["b"]!.taps, regions["b"]![.gesture], regions["b"]!.dwell) == (1, 0, 1, 300_000))
    }

    @Test mutating func `what is long, goes far or is lifted outside is no tap`() {
        count(event(1, .began, "a", at: 0), event(2, .began, "a", at: 0), event(3, .began, "a", at: 0), event(4, .began, "a", at: 0))
        count(
            event(1, .ended, "a", at: 500_001), event(2, .ended, "a", at: 100, x: 31), event(3, .ended, "a", at: 100, isInside: false),
            event(4, .ended, "a", at: 500_000, x: 30))
        #expect((regions["a"]!.touches, regions["a"]!.taps) == (4, 1))
    }

    @Test mutating func `a touch that several regions get counts for each, and one that none gets as missed`() {
        count(event(1, .began, "a", at: 0), event(1, .began, "b", at: 0, target: "a"), event(2, .began, nil, at: 0))
        count(event(1, .ended, "a", at: 10), event(1, .ended, "b", at: 10, target: "a"), event(2, .ended, nil, at: 10))
        #expect((regions["a"]!.taps, regions["b"]!.taps, statistics.missed) == (1, 1, 1))
    }

    @Test mutating func `nothing of a sensitive region is counted, for whomever it is`() {
        count(event(1, .began, "pin", at: 0), event(1, .began, "b", at: 0, target: "pin"), event(2, .began, nil, at: 0, target: "pin"))
        count(event(1, .ended, "pin", at: 10), event(1, .ended, "b", at: 10, target: "pin"), event(2, .ended, nil, at: 10, target: "pin"))
        #expect(regions.isEmpty && statistics.missed == 0)
    }

    @Test mutating func `what a region had counted before it became sensitive is not told`() {
        statistics.restore([("pin", counts(5)), ("a", counts(2))], total: counts(7), missed: 0, forgotten: 0, tree.directory)
        #expect(regions.keys.sorted() == ["a"])
    }

    private func counts(_ touches: Int) -> RegionCounts {
        var counts = RegionCounts()
        counts.touches = touches
        counts[.palm] = 1
        return counts
    }

    @Test mutating func `a removed region's counts stay, and go on when one of its id comes back`() throws {
        count(event(1, .began, "a", at: 0))
        count(event(1, .ended, "a", at: 10))
        let old = tree.spec(ofID: "a")!
        let pipeline = TouchPipeline(tree: tree)
        var output = FrameBuffer()
        let removal = try #require(try pipeline.edit([.remove("a")], time: { _ in 20 }, check: nil, into: &output))
        tree = pipeline.tree
        statistics.forget(removal.removed, tree.directory)
        #expect(regions["a"]?.taps == 1)
        _ = try pipeline.edit([.add(old, to: "w", index: nil)], time: { _ in 20 }, check: nil, into: &output)
        tree = pipeline.tree
        #expect(regions["a"]?.taps == 1)
        count(event(2, .began, "a", at: 20))
        count(event(2, .ended, "a", at: 30))
        #expect(regions["a"]?.taps == 2)
    }

    @Test mutating func `counts of removed regions have a bound, and those that are given up are counted`() {
        let many = (0..<TouchStatistics.removedMax + 5).map { ("gone\($0)", counts(1)) }
        statistics.restore(many + [("a", counts(1))], total: counts(9), missed: 4, forgotten: 1, tree.directory)
        #expect(regions.count == TouchStatistics.removedMax + 1)
        #expect((statistics.forgotten, statistics.missed, statistics.total.touches) == (6, 4, 9))
        #expect(regions["a"]![.palm] == 1)
    }

    @Test mutating func `after a reset what is down counts for nothing`() {
        count(event(1, .began, "a", at: 0))
        statistics.reset()
        count(event(1, .cancelled, "a", at: 10, .palm))
        #expect(regions.isEmpty)
    }
}
