import Testing
@testable import TouchCore

@Suite struct TransformPartsTests {
    @Test(arguments: ["translation", "scale", "rotation"])
    func `a transform tells of its parts only`(_ part: String) throws {
        var region = Script.region("a", 0, 0, 1000, 1000)
        region.gestures = [GestureSpec(id: "g", type: "transform")]
        region.gestures[0].properties["parts"] = .words([part])
        var s = Script(regions: [region])
        s.down(0, id: 1, 100, 200); s.down(1, id: 2, 200, 200); s.frame()
        s.slot(0); s.at(150, 150); s.slot(1); s.at(150, 350); s.frame()
        guard case .gesture(let action) = try #require(s.frame.actions.first).content else { return }
        let values = action.values
        #expect((values.translation != nil) == (part == "translation") && (values.velocity != nil) == (part == "translation"))
        #expect((values.scale != nil) == (part == "scale") && (values.scaleRate != nil) == (part == "scale"))
        #expect((values.rotation != nil) == (part == "rotation") && (values.rotationRate != nil) == (part == "rotation"))
    }
}
