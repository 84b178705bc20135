import FakePlatform
import JSON
import Testing
import TouchCore

@testable import Service

/// Profiles that show a region over a claimed sensitive one: the claim ends, as after an edit by somebody else (contract 2.10).
@Suite struct ProfileClaimTests {
    private static func region(_ id: String, _ frame: Rect, _ change: (inout RegionSpec) -> Void = { _ in }) -> RegionSpec {
        var region = RegionSpec(id: id, geometry: RegionGeometry(frame: frame))
        change(&region)
        return region
    }

    /// A bench with a claimed sensitive region `pad`, and with a profile `low` that shows a menu.
    private func bench(menu frame: Rect, _ one: FakeTouchscreen) throws -> Bench {
        var settings = Bench.settings([Bench.panel { $0.grab = true }])
        settings.screens[0].spec.windows[0].children = [
            Self.region("pad", Rect(0, 0, 500, 500)) { $0.isSensitive = true },
            Self.region("menu", frame) { $0.hidden = true },
        ]
        var low = ProfileRule(id: "low")
        low.show = ["menu"]
        settings.screens[0].spec.accessibility = AccessibilityRules(profiles: [low])
        let bench = try Bench(settings: settings, one)
        bench.send(#"{"type":"claim","id":1,"receivers":["pad"]}"#)
        #expect(bench.service.touches.claims.owners.count == 1)
        _ = bench.heard()
        return bench
    }

    @Test func `the claim ends with the touches in the region, and its owner learns it`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(menu: Rect(0, 0, 300, 300), one)
        bench.touch(one, (400, 400))
        #expect(bench.heard().contains("began on s-0"))
        _ = bench.system.takeLog()
        bench.send(#"{"type":"accessibility","id":2,"screen":"s","profile":"low","on":true}"#)
        let heard = bench.heard()
        #expect(heard.contains("cancelled reload on s-0") && heard.contains("released"), "\(heard)")
        #expect(bench.service.touches.claims.isEmpty)
        #expect(bench.log().contains { $0.contains("has lost its claim of pad: the configuration now in force") })
    }

    @Test func `a region that is shown elsewhere leaves the claim alone`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(menu: Rect(600, 600, 300, 300), one)
        bench.touch(one, (400, 400))
        bench.send(#"{"type":"accessibility","id":2,"screen":"s","profile":"low","on":true}"#)
        let heard = bench.heard()
        #expect(!heard.contains("released") && !heard.contains { $0.hasPrefix("cancelled") })
        #expect(bench.service.touches.claims.owners.count == 1)
    }
}
