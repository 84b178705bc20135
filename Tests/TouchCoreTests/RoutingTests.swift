import Support
import Testing
@testable import TouchCore

/// Hit testing and capture (routing 2, 6 and 7).
@Suite struct RoutingTests {
    @Test func `the receiver is for life, and each move says whether it is inside`() {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100), Script.region("b", 100, 0, 100, 100)])
        s.down(0, id: 1, 99, 50)
        #expect(s.frame() == ["A began a 99,50"])
        s.at(100, 50)
        #expect(s.frame() == ["A moved a 100,50"])
        #expect(s.frame.events[0].isInside == false)
    }

    @Test func `a region for one touch ignores the second finger for its life`() {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100)])
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 20, 20)
        #expect(s.frame() == ["A began a 10,10", "B began - 20,20"])
        s.up(0); s.frame()
        s.slot(1); s.at(30, 30)
        #expect(s.frame() == ["B moved - 30,30"])
        s.down(2, id: 3, 40, 40)
        #expect(s.frame() == ["C began a 40,40"])
    }

    @Test func `when the target is removed, the touch is cancelled and the finger is dead`() {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100), Script.region("b", 200, 0, 100, 100)])
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 210, 10); s.frame()
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [Script.region("b", 150, 0, 100, 100)]
        let frames = s.pipeline.replaceTree(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]), time: s.time)
        #expect(frames.count == 1 && frames[0].events.map(\.reason) == [.regionRemoved])
        s.slot(0); s.at(20, 20); s.slot(1); s.at(220, 10)
        s.time += 1
        #expect(s.send(EventType.syn, SynCode.report, 0) == ["B moved b 220,10"])
        #expect(s.frame.events[0].local == Point(70, 10))
    }

    @Test func `the tap count rises for a tap that is soon and near`() {
        var s = Script()
        var counts: [Int] = []
        for pause in [0, 100_000, 100_000, 1_000_000] as [Int64] {
            s.time += pause
            s.down(0, id: Int32(counts.count), 10, 10); s.frame()
            counts.append(s.frame.events[0].tapCount)
            s.up(0); s.frame()
        }
        #expect(counts == [1, 2, 3, 1])
    }

    /// Compares the flat walk with a plain recursion.
    @Test func `the hit test equals the obvious recursion`() {
        var generator = SeededRandom()
        func random(_ n: Int) -> Int { generator(n) }
        var count = 0
        func spec(_ depth: Int) -> RegionSpec {
            count += 1
            var spec = RegionSpec(
                id: "r\(count)",
                geometry: RegionGeometry(
                    frame: Rect(Double(random(60)), Double(random(60)), Double(random(80)), Double(random(80))),
                    boundsOrigin: Point(Double(random(3)), 0)))
            spec.hidden = random(12) == 0
            spec.alpha = random(12) == 0 ? 0.01 : 1
            spec.isUserInteractionEnabled = random(12) != 0
            spec.clipsToBounds = random(2) == 0
            if random(5) == 0 { spec.hitInsets = Insets(top: -5, left: 3, bottom: -8, right: 0) }
            switch random(12) {
            case 0: spec.hitTest = .passThrough
            case 1: spec.hitTest = .ignore
            case 2: spec.hitTest = .absorb
            case 3: spec.hitTest = .overflow
            case 4: spec.hitTest = .redirect(to: "r1", always: random(4) == 0)
            case 5: spec.hitTest = .redirect(to: spec.id, always: random(4) > 0)
            default: break
            }
            spec.children = depth < 4 ? (0..<random(5)).map { _ in self_(depth + 1) } : []
            return spec
        }
        func self_(_ depth: Int) -> RegionSpec { spec(depth) }
        func obvious(_ r: RegionSpec, _ parentPoint: Point) -> String? {
            if r.hidden || !r.isUserInteractionEnabled || r.alpha <= 0.01 || r.hitTest == .ignore { return nil }
            let b = r.geometry.bounds
            let p = Point(
                parentPoint.x - (r.geometry.center.x - b.size.width / 2) + b.minX,
                parentPoint.y - (r.geometry.center.y - b.size.height / 2) + b.minY)
            if case .redirect(let to, true) = r.hitTest, to != r.id { return to }
            let area = b.inset(by: r.hitInsets)
            let inside = area.size.width > 0 && area.size.height > 0 && area.contains(p) || r.hitTest == .redirect(to: r.id, always: true)
            if !inside && !(r.hitTest == .overflow && !r.clipsToBounds) { return nil }
            if case .redirect(let to, false) = r.hitTest { return to }
            if r.hitTest == .absorb { return r.id }
            for child in r.children.reversed() { if let hit = obvious(child, p) { return hit } }
            return inside && r.hitTest != .passThrough ? r.id : nil
        }
        for _ in 0..<300 {
            count = 0
            let windows = (0..<3).map { _ in spec(0) }
            let tree = RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: windows)])
            for _ in 0..<60 {
                let p = Point(Double(random(140)) - 10, Double(random(140)) - 10)
                let wanted = windows.reversed().lazy.compactMap { obvious($0, p) }.first
                let got = tree.hitTest(p, screen: 0)
                #expect(got.map { tree[$0].id } == wanted)
                #expect(tree.trace(p, screen: 0).result == got)
            }
        }
    }

    /// The walk over a tree agrees with matching its paths, for patterns and trees of all kinds.
    @Test func `globs match a tree as they match its paths`() {
        let tree = RegionTree([
            ScreenSpec(
                id: "s", size: Size(9, 9),
                windows: [
                    Script.region(
                        "a", 0, 0, 9, 9, [Script.region("b", 0, 0, 9, 9, [Script.region("ab", 0, 0, 9, 9)]), Script.region("ba", 0, 0, 9, 9)]),
                    Script.region("c", 0, 0, 9, 9, [Script.region("d", 0, 0, 9, 9, [Script.region("e", 0, 0, 9, 9)])]),
                ])
        ])
        for pattern in ["**", "*", "a", "a/*", "a/**", "**/*b", "**/b/**", "c/**/e", "c/*/e", "*/*/*", "**/**", "a/b/ab/**", "?", "", "a//b", "**/x"]
        {
            let matches = tree.directory.matches([RegionGlob(pattern)])
            for (record, match) in zip(tree.records, matches) {
                #expect(RegionGlob(pattern).matches(record.path) == match, "\(pattern) \(record.path)")
            }
        }
        let deep = RegionGlob(Array(repeating: "*", count: 100).joined(separator: "/"))
        #expect(tree.directory.matches([deep]).allSatisfy { !$0 })
    }

    @Test func `a glob matches the paths that it describes`() {
        func m(_ g: String, _ p: String) -> Bool { RegionGlob(g).matches(p) }
        #expect(m("**", "a") && m("**", "a/b/c") && m("a/**", "a") && m("a/**", "a/b/c") && m("a/*", "a/b"))
        #expect(!m("a/*", "a") && !m("a/*", "a/b/c") && m("**/c", "a/b/c") && m("**/c", "c") && m("a/**/c", "a/c"))
        #expect(!m("a", "ab") && m("a*", "ab") && !m("a/**", "b/a") && m("**/b/**/d", "a/b/x/b/d"))
    }
}
