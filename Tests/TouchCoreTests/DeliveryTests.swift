import Support
import Testing
@testable import TouchCore

/// The order in which one frame calls its receivers (routing 3), which scenarios leave open.
@Suite struct DeliveryTests {
    @Test func `interceptors come first, then views with their chains, then translucent regions`() {
        var a = Script.region("a", 0, 0, 100, 100)
        a.responds = .forward
        a.isMultipleTouchEnabled = true
        var pane = Script.region("pane", 0, 0, 1000, 1000)
        pane.hitTest = .translucent
        pane.isMultipleTouchEnabled = true
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [a, Script.region("b", 100, 0, 100, 100), pane]
        window.interceptors = [InterceptorSpec(id: "eye", insideOf: "w", verdict: .observe)]
        var s = Script()
        s.pipeline.replaceTree(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]), time: 0)
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 110, 10); s.down(2, id: 3, 20, 10); s.frame()
        #expect(calls(s) == ["eye began 3", "a began 2", "w began 2", "b began 1", "pane began 3"])
        s.up(0); s.slot(2); s.at(30, 10); s.slot(1); s.at(120, 10); s.frame()
        #expect(
            calls(s) == [
                "eye moved 2", "eye ended 1", "a moved 1", "w moved 1", "a ended 1", "w ended 1", "b moved 1", "pane moved 2",
                "pane ended 1",
            ])
    }

    private func calls(_ s: borrowing Script) -> [String] {
        let tree = s.pipeline.tree
        let delivery = Delivery(s.frame, in: tree)
        return (delivery.interceptions + delivery.calls).map { "\(tree[$0.receiver].id) \($0.phase.rawValue) \($0.events.count)" }
    }
}
