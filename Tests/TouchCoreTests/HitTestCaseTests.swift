import Support
import Testing
@testable import TouchCore

/// Hit test and capture: cases C8 and C9.
@Suite struct HitTestCaseTests {
    private static func region(
        _ id: String, _ x: Double, _ y: Double, _ w: Double, _ h: Double, _ children: [RegionSpec] = []
    ) -> RegionSpec {
        Script.region(id, x, y, w, h, children)
    }

    @Test func `the region in front is hit; without it, the one behind`() throws {
        var s = Script(regions: [Self.region("back", 0, 0, 100, 100), Self.region("front", 50, 0, 100, 100)])
        s.down(0, id: 1, 60, 10)
        #expect(s.frame() == ["A began front 60,10"])
        s.up(0); s.frame()
        try s.edit(.remove("front"))
        s.down(0, id: 2, 60, 10)
        #expect(s.frame() == ["B began back 60,10"])
    }

    @Test func `regions side by side share no point and leave no gap`() {
        let tree = RegionTree([
            ScreenSpec(
                id: "s", size: Size(30, 10),
                windows: [
                    Self.region("a", 0, 0, 10, 10), Self.region("b", 10, 0, 10, 10), Self.region("c", 20, 0, 10, 10),
                ])
        ])
        for x in stride(from: 0.0, to: 30, by: 0.25) {
            let containing = ["a", "b", "c"].filter { tree.contains(Point(x, 5), tree.index(ofID: $0)!) }
            #expect(containing.count == 1)
            #expect(tree.hitTest(Point(x, 5), screen: 0) == tree.index(ofID: containing[0]))
        }
    }

    @Test func `a touch that hits nothing has no receiver, and the next finger is not affected`() {
        var s = Script(regions: [Self.region("a", 0, 0, 100, 100)]) { $0.hitTest = .passThrough }
        s.down(0, id: 1, 500, 500)
        #expect(s.frame() == ["A began - 500,500"])
        s.down(1, id: 2, 10, 10)
        #expect(s.frame() == ["B began a 10,10"])
        s.up(0)
        #expect(s.frame() == ["A ended - 500,500"])
    }

    @Test func `a region of another screen is not hit`() {
        let tree = RegionTree([
            ScreenSpec(id: "s", size: Size(100, 100), windows: [Self.region("a", 0, 0, 50, 100)]),
            ScreenSpec(id: "t", size: Size(100, 100), windows: [Self.region("b", 0, 0, 100, 100)]),
        ])
        #expect(tree.hitTest(Point(60, 5), screen: 0) == nil)
        #expect(tree.hitTest(Point(60, 5), screen: 1) == tree.index(ofID: "b"))
    }

    @Test func `a finger on another region is that one's first`() {
        var s = Script(regions: [Self.region("a", 0, 0, 100, 100), Self.region("b", 100, 0, 100, 100)])
        s.down(0, id: 1, 10, 10); s.frame()
        s.down(1, id: 2, 110, 10)
        #expect(s.frame() == ["B began b 110,10"])
        s.up(0)
        #expect(s.frame() == ["A ended a 10,10"])
        s.slot(1); s.at(120, 10)
        #expect(s.frame() == ["B moved b 120,10"])
    }

    @Test func `two people with ten fingers do not keep each other waiting`() {
        var halves = [Self.region("left", 0, 0, 500, 1000), Self.region("right", 500, 0, 500, 1000)]
        for half in halves.indices { halves[half].isMultipleTouchEnabled = true }
        var s = Script(regions: halves)
        var expected: [String] = []
        for finger in 0..<10 {
            let isLeft = finger % 2 == 0
            s.down(Int32(finger), id: Int32(finger), isLeft ? 100 : 600, Int32(finger))
            expected.append("\(Character(UnicodeScalar(UInt8(65 + finger)))) began \(isLeft ? "left 100" : "right 600"),\(finger)")
        }
        #expect(s.frame() == expected)
        // The left hand lifts; the right one continues.
        for finger in stride(from: 0, to: 10, by: 2) { s.up(Int32(finger)) }
        #expect(s.frame().count == 5)
        s.slot(1); s.at(700, 1)
        #expect(s.frame() == ["B moved right 700,1"])
    }

    @Test func `of nested translucent regions the inner one is in front`() {
        var inner = Self.region("inner", 0, 0, 100, 100)
        inner.hitTest = .translucent
        var outer = Self.region("outer", 0, 0, 100, 100, [inner])
        outer.hitTest = .translucent
        var s = Script(regions: [Self.region("behind", 0, 0, 100, 100), outer])
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began behind 10,10", "A began inner 10,10", "A began outer 10,10"])
    }

    @Test func `a translucent region that does not respond gets nothing besides`() {
        var glass = Self.region("glass", 0, 0, 100, 100)
        glass.hitTest = .translucent
        glass.responds = .none
        var s = Script(regions: [Self.region("behind", 0, 0, 100, 100), glass])
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began behind 10,10"])
    }

    @Test func `a translucent region's finger counts though nobody else gets it`() {
        var glass = Self.region("glass", 0, 0, 100, 100)
        glass.hitTest = .translucent
        var s = Script(regions: [glass]) { $0.responds = .none }
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 20, 20)
        #expect(s.frame() == ["A began glass 10,10", "B began - 20,20"])
    }

    @Test func `an exclusive translucent region keeps others from taking fingers`() {
        var glass = Self.region("glass", 0, 0, 100, 100)
        glass.hitTest = .translucent
        glass.isExclusiveTouch = true
        var s = Script(regions: [Self.region("behind", 0, 0, 50, 100), Self.region("other", 200, 0, 100, 100), glass])
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began behind 10,10", "A began glass 10,10"])
        s.down(1, id: 2, 210, 10)
        #expect(s.frame() == ["B began - 210,10"])
    }

    @Test func `a translucent region on the responder chain is told once`() {
        var handle = Self.region("handle", 200, 0, 10, 10)
        handle.responds = .forward
        var glass = Self.region("glass", 0, 0, 100, 100, [handle])
        glass.hitTest = .translucent
        var s = Script(regions: [glass]) {
            $0.interceptors = [InterceptorSpec(id: "ic", insideOf: "w", verdict: .redirect, deliverTo: "handle")]
        }
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began ic 10,10", "A began handle 10,10", "A began glass 10,10"])
    }

    @Test func `a redirect to what is no region is none`() {
        var a = Self.region("a", 0, 0, 100, 100)
        a.hitTest = .redirect(to: "ic", always: false)
        var s = Script(regions: [a]) { $0.interceptors = [InterceptorSpec(id: "ic", insideOf: "w", verdict: .observe)] }
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began ic 10,10", "A began a 10,10"])
    }

    @Test func `where fallbacks lead in a circle nobody stands in`() {
        var circle = ["a", "b", "c"].map { Self.region($0, 0, 0, 100, 100) }
        for (index, to) in ["b", "c", "a"].enumerated() { circle[index].fallback = to }
        var s = Script(regions: circle)
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began c 10,10"])
    }

    @Test func `a fallback stands in for whoever an interceptor names, and for a translucent region`() {
        var named = Self.region("named", 200, 0, 10, 10)
        named.fallback = "fallbackTarget"
        var glass = Self.region("glass", 100, 0, 100, 100)
        glass.hitTest = .translucent
        glass.fallback = "fallbackTarget"
        let regions = [Self.region("fallbackTarget", 300, 0, 10, 10), named, Self.region("zone", 0, 0, 100, 100), glass]
        for verdict in [InterceptorSpec.Verdict.redirect, .consume] {
            var s = Script(regions: regions) {
                $0.interceptors = [InterceptorSpec(id: "ic", insideOf: "zone", verdict: verdict, deliverTo: "named")]
            }
            s.down(0, id: 1, 10, 10)
            #expect(s.frame() == ["A began ic 10,10", "A began fallbackTarget 10,10"])
            s.up(0); s.frame()
            s.down(0, id: 1, 110, 10)
            #expect(s.frame() == ["B began w 110,10", "B began fallbackTarget 110,10"])
        }
    }

    // MARK: watchesOutside

    @Test func `a menu is told of a gesture's first finger behind it, once`() {
        var menu = Self.region("menu", 0, 0, 100, 100)
        menu.watchesOutside = true
        var s = Script(regions: [Self.region("page", 0, 0, 500, 500), menu])
        func outside() -> [String] { s.frame.outside.map { s.pipeline.tree[$0.region].id } }
        s.down(0, id: 1, 50, 50); s.frame()
        #expect(outside() == [])
        s.up(0); s.frame()
        s.down(0, id: 2, 200, 200); s.frame()
        #expect(outside() == ["menu"])
        s.down(1, id: 3, 200, 200); s.frame()
        #expect(outside() == [])
        s.up(0); s.up(1); s.frame()
        // Its ancestors are behind it as well.
        s.down(0, id: 4, 600, 600); s.frame()
        #expect(outside() == ["menu"])
    }

    @Test func `nobody is told of touches behind it by a screen that a touch has left`() {
        var a = Self.region("a", 0, 0, 100, 100)
        a.fallback = "far"
        var menu = Self.region("menu", 200, 0, 100, 100)
        menu.watchesOutside = true
        let near = ScreenSpec(id: "near", size: Size(1000, 1000), windows: [a, menu])
        let far = ScreenSpec(id: "far", size: Size(1000, 1000), windows: [Self.region("far", 0, 0, 100, 100)])
        for screens in [[near, far], [far, near]] {
            let pipeline = TouchPipeline(tree: RegionTree(screens))
            let kind = PanelKind(Script.tenSlots)
            let panel = pipeline.addPanel(
                "p", screen: screens.firstIndex { $0.id == "near" }!, kind: kind,
                mapping: PanelMapping(panel: Script.tenSlots, kind: kind, screen: Size(1000, 1000)))
            let frames = pipeline.handle([ContactChange(slot: 0, phase: .began, location: Point(10, 10))], panel: panel, at: 1)
            #expect(frames[0].events.map { pipeline.tree[$0.receiver!].id } == ["far"])
            #expect(frames[0].outside.isEmpty)
        }
    }
}
