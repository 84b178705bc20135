import Testing

@testable import TouchCore

/// Regions in front of a spared one, while the screen is locked (contract 8).
@Suite struct SparedRegionTests {
    @Test func `a region that watches for touches elsewhere learns nothing of them in a lock, unless it is spared too`() {
        for isSensitive in [false, true] {
            var help = RegionSpec(id: "help", geometry: RegionGeometry(frame: Rect(0, 0, 500, 500)))
            (help.spared, help.isSensitive) = ([.locked], isSensitive)
            let watchers = [SparedRules.locked, []].map { spared in
                var menu = RegionSpec(id: spared.isEmpty ? "menu" : "spared", geometry: RegionGeometry(frame: Rect(600, 600, 100, 100)))
                (menu.watchesOutside, menu.spared) = (true, spared)
                return menu
            }
            let window = RegionSpec(
                id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: [help] + watchers)
            let pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
            let kind = PanelKind.slots(10)
            let panel = pipeline.addPanel(
                "s-0", screen: 0, kind: kind, mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(1000, 1000)),
                rules: PanelRules())
            var notified: [[String]] = []
            for mode in [ScreenMode.normal, .locked] {
                var output = FrameBuffer()
                pipeline.setMode(mode, screen: 0, time: { _ in 0 }, into: &output)
                for phase in [TouchPhase.began, .ended] {
                    pipeline.handle([ContactChange(slot: 0, phase: phase, location: Point(100, 100))], panel: panel, at: 0, into: &output)
                }
                notified.append(output.flatMap { $0.outside.map { pipeline.tree[$0.region].id } })
            }
            #expect(notified == [["spared", "menu"], ["spared"]] || notified == [["menu", "spared"], ["spared"]], "\(isSensitive): \(notified)")
        }
    }
}
