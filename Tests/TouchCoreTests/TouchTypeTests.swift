import Testing
@testable import TouchCore

/// UIGestureRecognizer.requiresExclusiveTouchType.
@Suite struct TouchTypeTests {
    @Test(arguments: [true, false])
    func `fingers and pens are mixed only where they may be`(_ isExclusive: Bool) {
        var region = Script.region("a", 0, 0, 1000, 1000)
        region.gestures = [GestureSpec(id: "g", type: "pan")]
        region.gestures[0].properties["minimumNumberOfTouches"] = .number(2)
        region.gestures[0].requiresExclusiveTouchType = isExclusive
        var rules = PanelRules()
        rules.stylus = .shared
        var s = Script(regions: [region], rules: rules)
        s.down(0, id: 1, 100, 100); s.frame()
        s.slot(1); s.abs(AbsCode.mtToolType, ToolType.pen); s.down(1, id: 2, 200, 100); s.frame()
        s.slot(0); s.at(100, 200); s.slot(1); s.at(200, 200); s.frame()
        #expect(s.frame.actions.isEmpty == isExclusive)
        // Touches of the same type are always accepted.
        s.slot(1); s.at(200, 210); s.up(1); s.up(0); s.frame()
        s.slot(1); s.abs(AbsCode.mtToolType, ToolType.finger); s.down(0, id: 3, 100, 100); s.down(1, id: 4, 200, 100); s.frame()
        s.slot(0); s.at(100, 200); s.slot(1); s.at(200, 200); s.frame()
        #expect(!s.frame.actions.isEmpty)
    }
}
