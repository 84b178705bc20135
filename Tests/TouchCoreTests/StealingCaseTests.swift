import Support
import Testing
@testable import TouchCore

/// Observing, stealing and delayed begins: cases C11.
@Suite struct StealingCaseTests {
    private static let eye = InterceptorSpec(id: "eye", insideOf: "w", verdict: .observe)
    private static let thief = InterceptorSpec(id: "thief", insideOf: "left", verdict: .observe, maySteal: true)

    /// An interceptor that steals on the left half, with an observing one before it.
    private static func script(undecidedFor: Int64? = nil, interceptors: [InterceptorSpec] = [eye, thief]) -> Script {
        var halves = [Script.region("left", 0, 0, 500, 1000), Script.region("right", 500, 0, 500, 1000)]
        for half in halves.indices { halves[half].isMultipleTouchEnabled = true }
        let script = Script(regions: halves) {
            $0.undecidedFor = undecidedFor
            $0.interceptors = interceptors
        }
        script.pipeline.setClaimed(Set(interceptors.map(\.id)))
        return script
    }

    @Test func `for an interceptor that no client has claimed nothing waits`() {
        var s = Self.script(undecidedFor: 100_000)
        s.pipeline.setClaimed(["left"])
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began eye 10,10", "A began thief 10,10", "A began left 10,10"])
    }

    @Test func `who only looks on and is gone is told so, alone`() {
        var s = Self.script()
        s.down(0, id: 1, 10, 10); s.frame()
        #expect(s.abandon("thief") == ["A cancelled(clientGone) thief 10,10"])
        s.at(20, 20)
        #expect(s.frame() == ["A moved eye 20,20", "A moved left 20,20"])
    }

    @Test func `a withheld tap is told when its panel goes`() {
        var s = Self.script(undecidedFor: 100_000)
        s.down(0, id: 1, 10, 10); s.frame()
        s.up(0); s.frame()
        #expect(s.unplug() == ["A began eye 10,10", "A ended eye 10,10", "A began left 10,10", "A ended left 10,10"])
    }

    @Test func `who takes a touch over gets the rest alone, the others a cancel`() throws {
        var s = Self.script()
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began eye 10,10", "A began thief 10,10", "A began left 10,10"])
        #expect(try s.steal("A", by: "thief") == ["A cancelled(stolen) eye 10,10", "A cancelled(stolen) left 10,10"])
        s.at(20, 20); s.frame()
        s.up(0); s.frame()
        #expect(s.lines.suffix(2) == ["A moved thief 20,20", "A ended thief 20,20"])
    }

    @Test func `fingers that join a taken touch are the thief's alone, others nobody's business`() throws {
        var s = Self.script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 600, 10); s.frame()
        #expect(try s.steal("A", by: "thief").count == 2)
        s.down(2, id: 3, 20, 20); s.down(3, id: 4, 700, 20)
        #expect(s.frame() == ["C began thief 20,20", "D began eye 700,20", "D began right 700,20"])
        s.slot(1); s.at(610, 10)
        #expect(s.frame() == ["B moved eye 610,10", "B moved right 610,10"])
        s.up(0); s.frame()
        s.down(0, id: 5, 10, 10)
        #expect(s.frame() == ["E began eye 10,10", "E began thief 10,10", "E began left 10,10"])
    }

    @Test func `a redirect does not keep from a thief the fingers that join`() throws {
        let turn = InterceptorSpec(id: "turn", insideOf: "w", verdict: .redirect, deliverTo: "right")
        var s = Self.script(interceptors: [turn, Self.thief])
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began turn 10,10", "A began thief 10,10", "A began right 10,10"])
        try s.steal("A", by: "thief")
        s.down(1, id: 2, 20, 20)
        #expect(s.frame() == ["B began thief 20,20"])
    }

    @Test func `a redirect that leads nowhere decides nothing`() {
        let lost = InterceptorSpec(id: "lost", insideOf: "w", verdict: .redirect, deliverTo: "gone")
        let mouth = InterceptorSpec(id: "mouth", insideOf: "w", verdict: .consume)
        var s = Self.script(interceptors: [lost, mouth])
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began lost 10,10", "A began mouth 10,10"])
    }

    @Test func `taking over is all or nothing, and only what is down and seen`() throws {
        var s = Self.script()
        #expect(throws: RoutingError.self) { try s.steal("A", by: "thief") }
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 600, 10); s.frame()
        #expect(throws: RoutingError.self) { try s.steal("AB", by: "thief") }
        #expect(throws: RoutingError.self) { try s.steal("A", by: "eye") }
        #expect(throws: RoutingError.self) { try s.steal("A", by: "left") }
        s.up(0)
        #expect(s.frame().last == "A ended left 10,10")
        #expect(throws: RoutingError.self) { try s.steal("A", by: "thief") }
    }

    @Test func `fingers on another panel are not taken with it`() throws {
        var s = Self.script()
        let kind = PanelKind(Script.tenSlots)
        let other = s.pipeline.addPanel(
            "s-1", screen: 0, kind: kind, mapping: PanelMapping(panel: Script.tenSlots, kind: kind, screen: Size(1000, 1000)))
        s.down(0, id: 1, 10, 10); s.frame()
        try s.steal("A", by: "thief")
        let frames = s.pipeline.handle([ContactChange(slot: 0, phase: .began, location: Point(20, 20))], panel: other, at: s.time)
        #expect(frames[0].events.map { s.pipeline.tree[$0.receiver!].id } == ["eye", "thief", "left"])
    }

    // MARK: Delayed begins

    @Test func `a tap taken over after the lift was never there for the others`() throws {
        var s = Self.script(undecidedFor: 100_000)
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began thief 10,10"])
        s.up(0)
        #expect(s.frame() == ["A ended thief 10,10"])
        #expect(try s.steal("A", by: "thief") == [])
        #expect(s.pass(200_000) == [])
    }

    @Test func `let go, a begin comes with its own time, its target and the last place, once`() throws {
        var s = Self.script(undecidedFor: 5_000_000)
        s.down(0, id: 1, 10, 10); s.frame()
        let began = s.time
        for x in 11...150 as ClosedRange<Int32> { s.at(x, 10); s.frame() }
        #expect(
            try s.letGo("A", by: "thief") == [
                "A began eye 10,10", "A moved eye 150,10", "A began left 10,10", "A moved left 150,10",
            ])
        #expect(try s.letGo("A", by: "thief") == [])
        s.down(1, id: 2, 20, 20); s.frame()
        let now = s.time
        let frames = try s.pipeline.letGo([TouchID(TouchID.first.rawValue + 1)], by: "thief", time: now)
        #expect(frames[0].events.map { $0.target.map { s.pipeline.tree[$0].id } } == ["left", "left"])
        #expect(frames[0].events.map(\.timestamp) == [now, now] && began < now)
        #expect(s.pass(10_000_000) == [])
    }

    @Test func `a withheld tap ends where it was, coming from where it began`() throws {
        var s = Self.script(undecidedFor: 100_000)
        s.down(0, id: 1, 10, 10); s.frame()
        s.at(20, 20); s.frame()
        s.up(0); s.frame()
        #expect(s.pass(100_000) == ["A began eye 10,10", "A ended eye 20,20", "A began left 10,10", "A ended left 20,20"])
        #expect(s.frame.events[3].previousLocal == Point(10, 10))
    }

    @Test func `who cannot have a finger waits as well for who can decide`() {
        var s = Self.script(undecidedFor: 100_000)
        s.pipeline.context.tree.set(
            s.pipeline.tree.index(ofID: "left")!,
            {
                var left = s.pipeline.tree.spec(ofID: "left")!
                left.isMultipleTouchEnabled = false
                return left
            }())
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 20, 20)
        #expect(s.frame() == ["A began thief 10,10", "B began thief 20,20"])
        #expect(s.pass(100_000) == ["A began eye 10,10", "A began left 10,10", "B began eye 20,20"])
    }
}
