import Support
import Testing

@testable import TouchCore

/// The regions covered by another one, compared with hit tests at points of all screens.
@Suite struct CoverTests {
    private func region(_ id: String, _ random: inout SeededRandom, depth: Int) -> RegionSpec {
        func number(_ most: Int) -> Double { Double(Int.random(in: 0...most, using: &random) * 10) }
        let frame = Rect(number(6) - 10, number(6) - 10, number(8), number(8))
        var spec = RegionSpec(id: id, kind: Int.random(in: 0..<8, using: &random) == 0 ? .scrollView : .view, geometry: RegionGeometry(frame: frame))
        let overrides: [HitTestOverride?] = [
            nil, nil, nil, nil, .passThrough, .overflow, .translucent, .absorb, .ignore, .redirect(to: "a", always: false),
            .redirect(to: "b", always: true),
            .redirect(to: id, always: true),
        ]
        spec.hitTest = overrides.randomElement(using: &random)!
        spec.hidden = Int.random(in: 0..<10, using: &random) == 0
        if Int.random(in: 0..<10, using: &random) == 0 { spec.shape = .ellipse }
        if Int.random(in: 0..<10, using: &random) == 0 { spec.geometry.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0) }
        if Int.random(in: 0..<10, using: &random) == 0 { spec.behaviour = .dragSelf }
        if spec.scroll != nil { spec.scroll?.contentSize = Size(200, 200) }
        if depth < 3 {
            spec.children = (0..<Int.random(in: 0...3, using: &random)).map { region("\(id)\($0)", &random, depth: depth + 1) }
        }
        return spec
    }

    @Test(arguments: 0..<rounds(120))
    func `what is covered is never hit, wherever fingers have scrolled and dragged regions to`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let windows = ["a", "b", "c", "d"].map { region($0, &random, depth: 0) }
        var tree = RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: windows)])
        let covered = tree.directory.regions.filter { Cover.of($0, in: tree) != nil }
        for _ in 0..<4 {
            for x in stride(from: 0.5, to: 100, by: 5) {
                for y in stride(from: 0.5, to: 100, by: 5) {
                    let reached = tree.trace(Point(x, y), screen: 0).asked.filter { $0.answer != .outside }.map(\.region)
                    let wrong = covered.first { reached.contains($0) && tree.specs[$0.slot].refusal == nil }
                    #expect(wrong == nil, "\(wrong.map { tree[$0].path } ?? "") is reached at \(x), \(y), seed \(seed)")
                }
            }
            for region in tree.directory.regions {
                if tree.specs[region.slot].scroll != nil { tree.scroll(region, to: Point(.random(in: 0...100, using: &random), 30), zoomScale: 1) }
                if tree.specs[region.slot].behaviour == .dragSelf { tree.move(region, by: Point(.random(in: -50...50, using: &random), 10)) }
            }
        }
    }

    @Test func `there are such regions among them, and a region alone is none`() {
        var count = 0
        for seed in 0..<300 {
            var random = SeededRandom(seed: UInt64(seed))
            let tree = RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: ["a", "b", "c", "d"].map { region($0, &random, depth: 0) })])
            count += tree.directory.regions.count { Cover.of($0, in: tree) != nil }
        }
        #expect(count > 300)
    }
}
