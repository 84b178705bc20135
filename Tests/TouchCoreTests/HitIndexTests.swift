import Support
import Testing
@testable import TouchCore

/// Grids over many siblings give the same result as the plain walk and the rule itself (routing 2).
@Suite struct HitIndexTests {
    /// A xorshift64 generator.
    struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        mutating func callAsFunction(_ n: Int) -> Int { Int(next() % UInt64(n)) }
    }

    /// Makes trees of many shapes: few or hundreds of children, crowded, far apart or deep, with every rule of a hit test.
    struct Trees {
        var random: Random
        private(set) var count = 0
        /// Each rule applies to one region in this many.
        private var rare = 12

        init(_ random: Random) { self.random = random }

        mutating func screen() -> ScreenSpec {
            count = 0
            rare = random(2) == 0 ? 12 : 60
            let windows = (0..<(random(4) == 0 ? 40 : 2)).map { _ in region(0, Size(200, 200)) }
            return ScreenSpec(id: "s", size: Size(200, 200), windows: windows)
        }

        private mutating func region(_ depth: Int, _ parent: Size) -> RegionSpec {
            count += 1
            let id = "r\(count)"
            var spec = RegionSpec(id: id, geometry: geometry(depth, parent))
            change(&spec)
            guard count < 1500, depth < 5 else { return spec }
            let size = spec.geometry.bounds.size
            let children = random(3) == 0 ? 15 + random(120) : random(4)
            spec.children = (0..<children).map { _ in region(depth + 1, size) }
            return spec
        }

        mutating func geometry(_ depth: Int, _ parent: Size) -> RegionGeometry {
            // Whole numbers, so that points lie exactly on borders and boxes on the grid's lines.
            func within(_ most: Double) -> Double { Double(random(max(1, Int(most)))) }
            var frame = Rect(0, 0, parent.width, parent.height)
            if depth > 0 || random(3) == 0 {
                frame = Rect(
                    within(parent.width * 1.2) - 10, within(parent.height * 1.2) - 10, within(parent.width / 2) + 1,
                    within(parent.height / 2) + 1)
                switch random(6) {
                case 0: frame.size = Size(parent.width, 4)
                case 1: frame.size = parent
                case 2: frame = Rect(within(10), within(10), within(6), within(6))  // in the crowded place
                default: break
                }
            }
            var geometry = RegionGeometry(frame: frame, boundsOrigin: Point(Double(random(3)), 0))
            switch random(30) {
            case 0: geometry.transform = AffineTransform(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: 0, ty: 0)
            case 1: geometry.transform = AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
            case 2: geometry.transform = .scale(0.5, 2)
            case 3: geometry.center.x += 1e300
            default: break
            }
            return geometry
        }

        mutating func change(_ spec: inout RegionSpec) {
            spec.hidden = random(rare) == 0
            spec.alpha = random(rare) == 0 ? 0.01 : 1
            spec.isUserInteractionEnabled = random(rare) != 0
            spec.clipsToBounds = random(2) == 0
            if random(8) == 0 { spec.hitInsets = Insets(top: -5, left: 3, bottom: -8, right: 0) }
            if random(rare) == 0 { spec.shape = .ellipse }
            spec.hitTest =
                switch random(5 * rare) {
                case 0..<5: .passThrough
                case 5: .ignore
                case 6, 7: .absorb
                case 8, 9: .overflow
                case 10: .redirect(to: "r1", always: random(4) == 0)
                case 12, 13: .redirect(to: spec.id, always: random(4) > 0)
                case 11: .translucent
                default: nil
                }
        }
    }

    /// The rule as plain recursion. Whole-number geometry gives the same result however it is composed; rotated regions use the tree's own map, so
    /// that rounding makes no difference.
    private func obvious(_ r: RegionSpec, _ p: Point, _ tree: RegionTree) -> String? {
        if r.hidden || !r.isUserInteractionEnabled || r.alpha <= 0.01 || r.hitTest == .ignore { return nil }
        if case .redirect(let to, true) = r.hitTest, to != r.id { return to }
        let inside = tree.contains(p, tree.index(ofID: r.id)!) || r.hitTest == .redirect(to: r.id, always: true)
        if !inside && !(r.hitTest == .overflow && !r.clipsToBounds) { return nil }
        if case .redirect(let to, false) = r.hitTest { return to }
        if r.hitTest == .absorb { return r.id }
        for child in r.children.reversed() { if let hit = obvious(child, p, tree) { return hit } }
        return inside && r.hitTest != .passThrough && r.hitTest != .translucent ? r.id : nil
    }

    /// Points anywhere on whole numbers, where borders are, and exactly on or just before the borders of some region.
    private func points(_ tree: RegionTree, _ count: Int, _ random: inout Random) -> [Point] {
        let odd = [-1, 0, 200, 1e300, -1e300, .infinity, -.infinity, .nan]
        return (0..<count).map { number in
            let node = tree.hitTester.nodes[random(tree.hitTester.nodes.count)]
            let x = [node.minX, node.maxX, node.minX.nextDown, node.maxX.nextDown][random(4)]
            let y = [node.minY, node.maxY, node.minY.nextDown, node.maxY.nextDown][random(4)]
            return switch number % 8 {
            case 0...2: Point(x, y)
            case 3: Point(x, .random(in: -20..<220, using: &random))
            case 4, 5: Point(Double(random(220)) - 10, Double(random(220)) - 10)
            case 6 where random(4) == 0: Point(odd[random(odd.count)], odd[random(odd.count)])
            default: Point(.random(in: 0..<12, using: &random), .random(in: 0..<12, using: &random))
            }
        }
    }

    private func expectSame(_ tree: RegionTree, _ points: [Point], _ comment: String, _ specs: [RegionSpec]? = nil) {
        for p in points {
            let walk = tree.hitTester.walk(p, screen: 0, in: tree) { _, _ in }
            let plainOverlays = tree.plainOverlays(p)
            let got = tree.hitTest(p, screen: 0)
            #expect(got == walk?.region ?? plainOverlays.first, "\(comment), \(p)")
            #expect(tree.translucentHits(p, screen: 0) == plainOverlays, "\(comment), \(p)")
            // So far away that a rotated region's map has no digits left for the position in it.
            let isFar = !(abs(p.x) < 1e9 && abs(p.y) < 1e9)
            guard let specs, !isFar, walk != nil || plainOverlays.isEmpty else { continue }
            let wanted = specs.reversed().lazy.compactMap { obvious($0, p, tree) }.first
            #expect(got.map { tree[$0].id } == wanted, "\(comment), \(p)")
        }
    }

    @Test func `grids find what the plain walk finds`() {
        let seed = newSeed() | 1
        print("seed \(seed)")
        var trees = Trees(Random(state: seed))
        var grids = 0
        for _ in 0..<60 {
            let screen = trees.screen()
            let tree = RegionTree([screen])
            grids += tree.hitTester.index.entries.count
            expectSame(tree, points(tree, 150, &trees.random), "seed \(seed)", screen.windows)
        }
        #expect(grids > 100)
    }

    /// Checked before and after the index is updated.
    @Test func `changes in place are seen at once`() {
        let seed = newSeed() | 1
        print("seed \(seed)")
        var trees = Trees(Random(state: seed))
        for _ in 0..<20 {
            var tree = RegionTree([trees.screen()])
            for step in 0..<25 {
                for _ in 0...trees.random(3) {
                    let region = tree.directory.regions[trees.random(tree.regionCount)]
                    if trees.random(2) == 0 {
                        tree.move(region, by: Point(Double(trees.random(60)) - 30, Double(trees.random(60)) - 30))
                        continue
                    }
                    var spec = tree.specs[region.slot]
                    if trees.random(2) == 0 { spec.geometry = trees.geometry(1, Size(150, 150)) }
                    trees.change(&spec)
                    tree.set(region, spec)
                }
                expectSame(tree, points(tree, 12, &trees.random), "seed \(seed), step \(step), before")
                tree.refreshIndex()
                #expect(!tree.hitTester.index.isStale)
                expectSame(tree, points(tree, 24, &trees.random), "seed \(seed), step \(step), after")
            }
        }
    }

    /// Hundreds of siblings that hardly cover each other, crowded in one place of a parent that clips them or overflows; then some or all of them
    /// move.
    @Test func `crowds are found wherever they are`() {
        let seed = newSeed() | 1
        print("seed \(seed)")
        var random = Random(state: seed)
        for round in 0..<20 {
            func place() -> Double { Double(random(3) == 0 ? random(200) : random(16)) }
            var parent = Script.region(
                "p", 0, 0, 120, 120,
                (0..<400).map { number in
                    var child = Script.region("c\(number)", place(), place(), 1 + Double(random(3)), 1 + Double(random(3)))
                    if number % 40 == 0 {
                        child.hitTest = .overflow
                        child.children = [Script.region("o\(number)", place(), place(), 9, 9)]
                    } else if number % 40 == 1 {
                        child.hitTest = .passThrough
                    }
                    return child
                })
            if round % 2 == 0 { parent.hitTest = .overflow }
            let windows = [Script.region("w", 0, 0, 220, 220, [parent])]
            var tree = RegionTree([ScreenSpec(id: "s", size: Size(220, 220), windows: windows)])
            expectSame(tree, points(tree, 300, &random), "seed \(seed), round \(round)", windows)
            for change in 0..<4 {
                let far = Point(Double(random(40)) - 20, Double(random(40)) - 20)
                if change == 3 { tree.move(tree.index(ofID: "p")!, by: far) }
                for _ in 0..<30 where change != 3 { tree.move(tree.directory.regions[2 + random(tree.regionCount - 2)], by: far) }
                expectSame(tree, points(tree, 60, &random), "seed \(seed), round \(round), before")
                tree.refreshIndex()
                expectSame(tree, points(tree, 60, &random), "seed \(seed), round \(round), after")
            }
        }
    }

    /// A dragged region makes the grids of its parent and of its descendants stale, and no others.
    @Test func `only what changed is stale`() {
        func many(_ id: String, _ children: [RegionSpec] = []) -> RegionSpec {
            Script.region(id, 0, 0, 100, 100, children + (0..<40).map { Script.region("\(id)\($0)", Double($0), 0, 1, 100) })
        }
        var tree = RegionTree([
            ScreenSpec(id: "s", size: Size(100, 100), windows: [many("a", [many("b", [many("c")]), many("d")])])
        ])
        func usable() -> [String] {
            tree.hitTester.index.entries.compactMap { $0.isUsable ? tree[$0.parent!].id : nil }.sorted()
        }
        #expect(usable() == ["a", "b", "c", "d"])
        tree.move(tree.index(ofID: "b")!, by: Point(1, 1))
        #expect(usable() == ["d"])
        tree.refreshIndex()
        #expect(usable() == ["a", "b", "c", "d"])
        tree.move(tree.index(ofID: "c7")!, by: Point(1, 1))
        #expect(usable() == ["a", "b", "d"])
        tree.refreshIndex()
        var spec = tree.specs[tree.index(ofID: "c")!.slot]
        spec.hidden = true
        tree.set(tree.index(ofID: "c")!, spec)
        #expect(usable() == ["a", "d"])
    }

    /// Many regions that respond only for children, each inside the previous one: the walk needs hardly any stack.
    @Test func `a deep and wide tree takes no stack`() {
        var inner: [RegionSpec] = []
        for level in 0..<800 {
            var spec = Script.region("p\(level)", 0, 0, 100, 100, inner)
            spec.hitTest = .passThrough
            inner = (0..<20).map { Script.region("r\(level)-\($0)", Double($0) * 5, 0, 1, 100) } + [spec]
        }
        let tree = RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: [Script.region("w", 0, 0, 100, 100, inner)])])
        var random = Random(state: 5)
        expectSame(tree, points(tree, 50, &random), "deep")
        #expect(tree.hitTest(Point(50.5, 1), screen: 0).map { tree[$0].id } == "r0-10")
    }

    /// Memory is linear in the number of regions, wherever they lie.
    @Test func `the index stays small`() {
        func words(_ children: [Rect]) -> Int {
            let regions = children.enumerated().map { RegionSpec(id: "r\($0)", geometry: RegionGeometry(frame: $1)) }
            return RegionTree([
                ScreenSpec(
                    id: "s", size: Size(9, 9),
                    windows: [
                        RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: regions)
                    ])
            ]).hitTester.index.words.count
        }
        let count = 4000
        let steps = (0..<count).map(Double.init)
        for children in [
            steps.map { _ in Rect(0, 0, 1000, 1000) }, steps.map { _ in Rect(500, 500, 1, 1) },
            steps.map { Rect(0, $0 / 4, 1000, 0.25) }, steps.map { Rect($0 / 4, 0, 500, 1000) },
            steps.map { Rect(1000 / ($0 + 1), 1000 / ($0 + 1), 1000 / ($0 + 1), 1000 / ($0 + 1)) },
            steps.map { $0.truncatingRemainder(dividingBy: 2) == 0 ? Rect(0, $0 / 4, 1000, 1) : Rect($0 / 4, 0, 1, 1000) },
        ] { #expect(words(children) < 60 * count) }
    }
}

extension RegionTree {
    /// The overlays at a point, found by testing every region.
    fileprivate func plainOverlays(_ p: Point) -> [RegionID] {
        var asked: [RegionID] = []
        let answer = hitTester.walk(p, screen: 0, in: self) { region, verdict in
            if verdict == .onlyChildren, specs[region.slot].hitTest == .translucent { asked.append(region) }
        }
        let translucentHits = asked.filter { region in answer.map { $0.by != region && !directory.isInside($0.by, region) } ?? true }
        // Front to back: descendants come before their ancestor.
        let order = directory.regions
        func last(_ region: RegionID) -> Int { order.firstIndex(of: directory.subtree(of: region).last!)! }
        return translucentHits.sorted { (last($0), -order.firstIndex(of: $0)!) < (last($1), -order.firstIndex(of: $1)!) }
    }
}
