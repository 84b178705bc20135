import Testing
import TouchCore

@testable import Configuration

/// The warnings of a check, rule by rule; `NeverHitTests` and `NeverWinsTests` have the larger ones.
@Suite struct WarningTests {
    // MARK: Globs and names

    private static let menu = """
        - id: menu
          frame: [0, 0, 1080, 320]
          children: [{ id: ok, kind: button, frame: [0, 0, 200, 200] }]
        """

    @Test func `a pattern of an access rule that nothing fits is a warning at its place`() {
        let rest = "access:\n  - { group: users, regions: [\"w/menu/**\", \"w/mneu/**\"], allow: [receive] }"
        #expect(
            warnings(Self.menu, rest: rest) == [
                "f:14:44: warning: \"w/mneu/**\" matches no region, controller or interceptor; did you mean \"w/menu/**\"? [unmatched-glob]"
            ])
    }

    @Test(arguments: [("menu", "w/menu"), ("ok", "w/menu/ok"), ("menu/**", "w/menu/**"), ("w/manu", "w/menu")])
    func `an id where a path is wanted gets the path`(pattern: String, meant: String) {
        let found = warnings(Self.menu, rest: "access:\n  - { group: users, regions: [\"\(pattern)\"], allow: [receive] }")
        #expect(found.count == 1 && found[0].contains("did you mean \"\(meant)\"? [unmatched-glob]"), "\(found)")
    }

    @Test func `patterns of controllers and interceptors fit them`() {
        let text = """
            version: 1
            screens:
              - id: main
                size: [100, 100]
                windows:
                  - id: w
                    frame: [0, 0, 100, 100]
                    controller: c
                    controllers: { c: {} }
                    intercept: [{ id: spy, insideOf: w, verdict: observe }]
            access:
              - { group: users, regions: [w/c, w/spy], allow: [receive] }
            """
        #expect(check(text) == [])
    }

    @Test func `a gesture names one with which it has no touch in common`() {
        let found = warnings(
            """
            - { id: a, frame: [0, 0, 100, 100], gestures: [{ id: ta, type: tap, requireToFail: [tb] }] }
            - { id: b, frame: [100, 0, 100, 100], gestures: [{ id: tb, type: tap, simultaneousWith: [ta] }] }
            """)
        #expect(ids(found) == ["unmatched-reference", "unmatched-reference"])
        #expect(
            found[0].hasPrefix("f:9:95: warning: \"requireToFail\" of gesture \"ta\" has no effect: gesture \"tb\" belongs to region \"b\" (line 10)")
        )
        let around = """
            - id: a
              frame: [0, 0, 100, 100]
              gestures: [{ id: ta, type: tap, requireToFail: [tb] }]
              children: [{ id: b, frame: [0, 0, 50, 50], gestures: [{ id: tb, type: pan, simultaneousWith: [ta] }] }]
            """
        #expect(warnings(around) == [])
    }

    @Test func `lists of regions name regions whose touches come there`() {
        let found = warnings(
            """
            - id: list
              kind: scrollView
              frame: [0, 0, 500, 500]
              contentSize: [500, 900]
              touchesShouldCancelYes: [in, beside]
              touchesShouldBeginNo: [list]
              gestures: [{ id: t, type: tap, shouldReceiveNot: [in, list, beside] }]
              children: [{ id: in, frame: [0, 0, 50, 50] }]
            - { id: beside, frame: [500, 0, 100, 100] }
            """)
        #expect(found.map { $0.prefix(7) } == ["f:13:42", "f:14:36", "f:15:73"], "\(found)")
        #expect(Set(ids(found)) == ["unmatched-reference"])
    }

    // MARK: Sensitive regions

    private func access(_ rule: String) -> [String] {
        warnings("- { id: pad, frame: [0, 0, 100, 100], sensitive: true }", rest: "access:\n  - \(rule)")
    }

    @Test(arguments: ["claim", "sensitive"])
    func `a rule that opens a sensitive region to all is a warning at the right`(right: String) {
        let found = access("{ regions: [\"w/**\"], allow: [receive, \(right)] }")
        #expect(ids(found) == ["sensitive-open-to-all"])
        #expect(found[0].hasPrefix("f:12:43: warning: everybody who may connect may") && found[0].contains("\"pad\" (line 9)"), "\(found)")
    }

    @Test func `a rule that lets a group claim a sensitive region is a warning`() {
        let found = access("{ group: users, regions: [w/pad], allow: [receive, claim] }")
        #expect(ids(found) == ["sensitive-open-to-group"])
        #expect(
            found.first?.hasPrefix(#"f:12:56: warning: each user of group "users" may claim the sensitive region "pad" (line 9)"#) == true, "\(found)"
        )
    }

    @Test(arguments: [
        "{ group: users, allow: [receive, sensitive] }", "{ user: root, allow: [claim, sensitive] }",
        "{ group: users, user: root, allow: [claim] }", "{ group: users, token: page, allow: [claim] }", "{ token: page, allow: [claim] }",
        "{ group: users, regions: [w], allow: [claim] }", "{ regions: [w], allow: [claim, sensitive] }", "{ allow: [receive, observe, edit] }",
    ])
    func `one for some, for other regions and of other rights is none`(rule: String) {
        #expect(access(rule) == [])
    }

    // MARK: Sizes

    private static let scale = ["main-0": Size(4, 4)]
    private static let panel = #"[{ match: { name: "*" } }]"#

    @Test func `a button, a switch and a knob smaller than a finger are warnings where the panel's size is known`() {
        let tree = """
            - { id: ok, kind: button, frame: [0, 0, 20, 80] }
            - { id: light, kind: switch, frame: [0, 100, 80, 35] }
            - { id: volume, kind: slider, frame: [0, 200, 400, 30] }
            - { id: nine, kind: button, frame: [0, 300, 36, 36] }
            - { id: large, kind: button, frame: [0, 400, 20, 20], hitInsets: [-8, -8, -8, -8] }
            - { id: view, frame: [0, 500, 2, 2] }
            """
        let found = warnings(tree, scales: Self.scale, panels: Self.panel)
        #expect(ids(found) == ["small-button", "small-button", "small-button"])
        #expect(found[0].hasPrefix("f:9:37: warning: button \"ok\" is 5 × 20 mm on panel \"main-0\", and a finger needs 9 mm"), "\(found)")
        #expect(found[2].contains("the knob of slider \"volume\" is 7.5 × 7.5 mm"), "\(found)")
        #expect(warnings(tree, panels: Self.panel) == [])
    }

    @Test func `a button is as large as it is on the screen, and on the panels that lie under it`() {
        let zoomed = """
            - id: list
              kind: scrollView
              frame: [0, 0, 500, 500]
              contentSize: [500, 900]
              zoomScale: 2
              maximumZoomScale: 2
              children: [{ id: ok, kind: button, frame: [0, 0, 20, 20] }]
            """
        #expect(warnings(zoomed, scales: Self.scale, panels: Self.panel) == [])
        #expect(warnings(zoomed, scales: ["main-0": Size(5, 4)], panels: Self.panel).first?.contains("8 × 10 mm") == true)
        let halves = #"[{ match: { name: a }, area: [0, 0, 540, 1920] }, { match: { name: b }, area: [540, 0, 540, 1920] }]"#
        let button = "- { id: ok, kind: button, frame: [600, 0, 40, 40] }"
        #expect(warnings(button, scales: ["main-0": Size(9, 9), "main-1": Size(4, 4)], panels: halves) == [])
        #expect(ids(warnings(button, scales: ["main-0": Size(4, 4), "main-1": Size(9, 9)], panels: halves)) == ["small-button"])
    }

    // MARK: Filters

    @Test func `a filter that waits longer than a tap is a warning`() {
        func panel(_ filters: String) -> [String] {
            warnings("- { id: a, frame: [0, 0, 9, 9] }", panels: "[{ match: { name: A }, filters: \(filters) }]")
        }
        let found = panel("{ minimumTap: 20 }")
        #expect(ids(found) == ["slow-filter"] && found[0].contains("minimumTap of panel \"main-0\" waits for 20 s"), "\(found)")
        #expect(ids(panel("{ bounce: { seconds: 60, distance: 5 }, bridge: { seconds: 1.1, distance: 5 } }")) == ["slow-filter", "slow-filter"])
        #expect(panel("{ minimumTap: 1, bounce: { seconds: 0.06, distance: 5 } }") == [])
    }

    // MARK: Edges

    private func edge(_ properties: String, frame: String = "[0, 0, 1080, 1920]", rest: String = "") -> [String] {
        warnings("- { id: a, frame: \(frame), gestures: [{ id: back, type: edge\(properties) }] }", rest: rest)
    }

    @Test func `a gesture of the edge without edges is a warning`() {
        #expect(
            edge("") == [
                "f:9:60: warning: gesture \"back\" is never recognized, because it has no \"edges\"; write, for example, edges: [left] [edge-without-edges]"
            ])
        #expect(ids(edge(", edges: []")) == ["edge-without-edges"])
        #expect(edge(", edges: [left]") == [])
        #expect(edge("", rest: "gestureDefaults: { edge: { edges: [top] } }") == [])
    }

    @Test func `one of a region that does not come to its edges is a warning`() {
        let found = edge(", edges: [left, top]", frame: "[30, 30, 500, 500]")
        #expect(ids(found) == ["edge-out-of-reach"])
        #expect(found[0].contains("region \"a\" does not reach the strip of 20 points (\"edgeWidth\") at the screen's left, top edge"), "\(found)")
        #expect(edge(", edges: [left, top]", frame: "[30, 0, 500, 500]") == [])
        #expect(edge(", edges: [left], edgeWidth: 40", frame: "[30, 30, 500, 500]") == [])
        #expect(ids(edge(", edges: [all]", frame: "[30, 30, 500, 500]")) == ["edge-out-of-reach"])
        #expect(edge(", edges: [all]", frame: "[570, 30, 500, 500]") == [])
    }

    // MARK: Scroll views

    @Test func `a scroll view that cannot scroll is a warning`() {
        func list(_ properties: String) -> [String] { warnings("- { id: list, kind: scrollView, frame: [0, 0, 500, 500]\(properties) }") }
        #expect(list("").first?.hasPrefix("f:9:13: warning: scroll view \"list\" cannot scroll: it has no \"contentSize\"") == true)
        #expect(
            list(", contentSize: [500, 400], bounces: true").first?.hasPrefix(
                "f:9:68: warning: scroll view \"list\" cannot scroll: its \"contentSize\", 500 × 400, is not larger than its size, 500 × 500") == true
        )
        for properties in [
            ", contentSize: [500, 501]", ", contentSize: [501, 0]", ", contentInset: [10, 0, 491, 0]", ", bounces: true, alwaysBounceVertical: true",
            ", maximumZoomScale: 2", ", scrollEnabled: false", ", contentSize: [500, 300], zoomScale: 2, minimumZoomScale: 2, maximumZoomScale: 2",
        ] { #expect(list(properties) == [], "\(properties)") }
        #expect(ids(list(", alwaysBounceVertical: true")) == ["cannot-scroll"])
    }

    // MARK: Others

    @Test func `the warnings of each reading have ids, too`() {
        let text = """
            version: 1
            screens:
              - { id: a, size: [100, 100], windows: [{ id: w, frame: [0, 0, 100, 100], controllers: { c: {} } }] }
              - { id: b, size: [100, 100] }
            access: [{ user: nobody-of-this-name, allow: [receive] }]
            """
        #expect(ids(check(text)) == ["controller-without-region", "no-windows", "unknown-account"])
        #expect(ids(diagnostics(text)) == ["controller-without-region", "no-windows"])
    }

    @Test func `an unknown user is an error where touchd would refuse it, and no comment allows it`() {
        let text = """
            version: 1
            screens: [{ id: a, size: [100, 100], windows: [{ id: w, frame: [0, 0, 100, 100] }] }]
            access:
              - { user: nobody-of-this-name, allow: [receive] }  # touchctl: allow unknown-account
            """
        #expect(check(text) == [])
        let result = checkConfiguration(Array(text.utf8), file: "f", isForThisSystem: true)
        #expect(result.settings == nil)
        #expect(
            result.diagnostics.map(\.description) == [
                "f:4:13: error: there is no user \"nobody-of-this-name\" on this system; create it, or correct the name"
            ])
    }

    @Test func `nothing is looked for in a configuration with errors`() {
        #expect(check("version: 1\nscreens: [{ id: a, size: [1, 1], windows: [{ id: w, frame: [9, 9, 1, 1] }] }]").count == 1)
        let found = check("version: 1\nscreens: [{ id: a, size: [1, 0], windows: [{ id: w, frame: [9, 9, 1, 1] }] }]")
        #expect(found.count == 1 && found[0].contains("error:"), "\(found)")
    }

    @Test func `a surface on a screen of which no panel is grabbed is a warning`() {
        let surface = "- { id: apps, kind: surface, frame: [0, 0, 10, 10] }"
        let said =
            "f:9:26: warning: \"apps\" is a surface, but panel \"main-0\" (line 10) is not grabbed, so touchd passes none of the surface's touches on to applications; "
        #expect(
            warnings(surface, panels: "[{ match: { name: a } }]").map { $0.drop { $0 != "\"" } } == [
                (said + "set \"grab: exclusive\" for the panel [surface-not-grabbed]").drop { $0 != "\"" }
            ])
        #expect(warnings(surface, panels: "[{ match: { name: a } }, { match: { name: b }, grab: exclusive }]") == [])
        #expect(warnings(surface, panels: "[{ match: { recording: a } }]") == [])
        #expect(
            warnings(surface).map { $0.drop { $0 != "\"" } } == [
                "\"apps\" is a surface, but its screen has no panel, so applications get none of its touches; add a panel with \"grab: exclusive\" [surface-not-grabbed]"
            ])
    }
}
