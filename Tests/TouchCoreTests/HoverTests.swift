import Support
import Testing

@testable import TouchCore

/// A hovering pen: no touch, as panels report it.
@Suite struct HoverTests {
    private func region(_ id: String, _ x: Double) -> RegionSpec {
        var spec = RegionSpec(id: id, kind: .view, geometry: RegionGeometry(frame: Rect(x, 0, 500, 1000)))
        spec.gestures = [GestureSpec(id: "over " + id, type: "hover")]
        return spec
    }

    /// Two halves, `l` and `r`, each with a hover gesture.
    private func script(_ description: PanelDescription, rules: PanelRules = PanelRules()) -> Script {
        Script(description, regions: [region("l", 0), region("r", 500)], rules: rules)
    }

    private static var withDistance: PanelDescription {
        var panel = Script.tenSlots
        panel[axis: AbsCode.mtDistance] = AxisInfo(minimum: 0, maximum: 63)
        return panel
    }

    /// A frame's touches, followed by its gestures.
    private func frame(_ s: inout Script) -> [String] {
        let touches = s.frame()
        return touches + actions(s)
    }

    private func actions(_ s: borrowing Script) -> [String] {
        s.frame.actions.map { action in
            guard case .gesture(let action) = action.content else { return "?" }
            #expect(action.touches.isEmpty)
            return "\(s.pipeline.tree.gestures.records[action.gesture.slot].id) \(action.state) \(Int(action.local.x)),\(Int(action.local.y))"
        }
    }

    @Test func `a contact at a distance hovers, and is a touch when it comes down`() {
        var s = script(Self.withDistance)
        s.abs(AbsCode.mtDistance, 20); s.down(0, id: 0, 100, 50)
        #expect(frame(&s) == ["over l began 100,50"])
        s.at(110, 50)
        #expect(frame(&s) == ["over l changed 110,50"])
        s.abs(AbsCode.mtDistance, 0)
        #expect(frame(&s) == ["A began l 110,50", "over l ended 110,50"])
        s.at(120, 50)
        #expect(frame(&s) == ["A moved l 120,50"])
        s.abs(AbsCode.mtDistance, 5); s.at(121, 50)
        #expect(frame(&s) == ["A ended l 120,50", "over l began 121,50"], "it has lifted where it last touched")
        s.up(0)
        #expect(frame(&s) == ["over l ended 121,50"])
    }

    @Test func `what goes from region to region is over one after the other`() {
        var s = script(Self.withDistance)
        s.down(0, id: 0, 100, 50); s.abs(AbsCode.mtDistance, 20)
        #expect(frame(&s) == ["over l began 100,50"])
        s.at(600, 50)
        #expect(Set(frame(&s)) == ["over l ended 100,50", "over r began 100,50"])
        #expect(s.pipeline.nextID == TouchID.first, "one that hovers has no touch's id")
    }

    @Test func `of two that hover the first counts until it goes`() {
        var s = script(Self.withDistance)
        s.down(1, id: 0, 100, 50); s.abs(AbsCode.mtDistance, 20)
        #expect(frame(&s) == ["over l began 100,50"])
        s.down(0, id: 1, 600, 50); s.abs(AbsCode.mtDistance, 20)
        #expect(frame(&s) == [])
        s.up(1)
        #expect(Set(frame(&s)) == ["over l ended 100,50", "over r began 100,50"])
    }

    @Test func `a single-touch pen in range hovers until it touches`() {
        var description = Script.single(button: KeyCode.btnTouch)
        description.keys.insert(0x140)
        var s = script(description)
        s.send(EventType.key, 0x140, 1); s.abs(AbsCode.x, 100); s.abs(AbsCode.y, 50)
        #expect(frame(&s) == ["over l began 100,50"])
        s.abs(AbsCode.x, 120)
        #expect(frame(&s) == ["over l changed 120,50"])
        s.send(EventType.key, KeyCode.btnTouch, 1)
        #expect(frame(&s) == ["A began l 120,50", "over l ended 120,50"])
        s.send(EventType.key, KeyCode.btnTouch, 0)
        #expect(frame(&s) == ["A ended l 120,50", "over l began 120,50"])
        s.send(EventType.key, 0x140, 0)
        #expect(frame(&s) == ["over l ended 120,50"])
        // In range and on the glass in one report, as panels without range reports send it.
        s.send(EventType.key, 0x140, 1); s.send(EventType.key, KeyCode.btnTouch, 1)
        #expect(frame(&s) == ["B began l 120,50"])
        s.send(EventType.key, 0x140, 0); s.send(EventType.key, KeyCode.btnTouch, 0)
        #expect(frame(&s) == ["B ended l 120,50"])
    }

    @Test func `a pen that hovers keeps fingers away, unless they share the panel`() {
        var s = script(Self.withDistance)
        s.down(0, id: 0, 600, 100)
        #expect(frame(&s) == ["A began r 600,100"])
        s.slot(1); s.abs(AbsCode.mtToolType, ToolType.pen); s.abs(AbsCode.mtDistance, 20); s.down(1, id: 1, 100, 50)
        #expect(frame(&s) == ["A cancelled(stylus) r 600,100", "over l began 100,50"])
        s.down(2, id: 2, 700, 100)
        #expect(frame(&s) == [])
        s.slot(1); s.abs(AbsCode.mtDistance, 0)
        #expect(frame(&s) == ["B began l 100,50", "over l ended 100,50"])

        var rules = PanelRules()
        rules.stylus = .shared
        s = script(Self.withDistance, rules: rules)
        s.down(0, id: 0, 600, 100)
        _ = frame(&s)
        s.slot(1); s.abs(AbsCode.mtToolType, ToolType.pen); s.abs(AbsCode.mtDistance, 20); s.down(1, id: 1, 100, 50)
        #expect(frame(&s) == ["over l began 100,50"])
    }

    @Test func `a finger that hovers keeps nobody away`() {
        var s = script(Self.withDistance)
        s.abs(AbsCode.mtDistance, 20); s.down(0, id: 0, 100, 50)
        #expect(frame(&s) == ["over l began 100,50"])
        s.down(1, id: 1, 700, 100)
        #expect(frame(&s) == ["A began r 700,100"])
    }

    @Test func `nothing hovers while the output is off`() {
        var s = script(Self.withDistance)
        s.abs(AbsCode.mtDistance, 20); s.down(0, id: 0, 100, 50)
        _ = frame(&s)
        s.setOutput(isOff: true)
        #expect(actions(s) == ["over l cancelled 100,50"])
        s.at(120, 50)
        #expect(frame(&s) == [])
        s.setOutput(isOff: false)
        s.at(130, 50)
        #expect(frame(&s) == ["over l began 130,50"])
    }

    @Test func `what interrupts the panel cancels it`() {
        var s = script(Self.withDistance)
        s.abs(AbsCode.mtDistance, 20); s.down(0, id: 0, 100, 50)
        _ = frame(&s)
        s.record(s.pipeline.cancelTouches(ofPanel: s.panel, reason: .deviceRemoved, time: 100_000))
        #expect(actions(s) == ["over l cancelled 100,50"])
        #expect(s.pipeline.deadline(ofPanel: s.panel) == nil)
        s.at(120, 50)
        #expect(frame(&s) == ["over l began 120,50"], "it is there, and begins anew")
    }

    @Test func `a lift that a drop has hidden is no lift`() {
        var s = script(Self.withDistance)
        s.down(0, id: 0, 100, 50)
        #expect(frame(&s) == ["A began l 100,50"])
        var values = ContactValues()
        (values.x, values.y, values.distance) = (130, 50, 20)
        s.record(s.pipeline.resynchronise(s.panel, slots: [KernelSlot(trackingID: 0, values: values)], currentSlot: 0, time: 200_000))
        #expect(s.frame.events.map(\.phase) == [.cancelled])
        #expect(s.frame.events.map(\.reason) == [.resync])
        #expect(actions(s) == ["over l began 130,50"])
    }

    @Test func `a pen over the glass at opening touches like any other`() {
        var s = script(Self.withDistance)
        var values = ContactValues()
        (values.x, values.y, values.distance) = (100, 50, 20)
        s.pipeline.open(s.panel, slots: [KernelSlot(trackingID: 0, values: values)], currentSlot: 0)
        s.slot(0); s.abs(AbsCode.mtDistance, 0)
        #expect(frame(&s) == ["A began l 100,50"])
    }

    @Test func `without a gesture made of it nothing is said, and no id is used`() {
        var s = Script(Self.withDistance)
        s.abs(AbsCode.mtDistance, 20); s.down(0, id: 0, 100, 50)
        #expect(frame(&s) == [])
        s.abs(AbsCode.mtDistance, 0)
        #expect(frame(&s) == ["A began w 100,50"])
        #expect(s.pipeline.ids.count == 1)
    }
}
