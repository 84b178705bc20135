import Testing
import TouchCore

@testable import Configuration

/// Regions that no touch can hit.
@Suite struct NeverHitTests {
    @Test func `a region off the screen is a warning, once with all that is in it`() {
        let found = warnings(
            """
            - id: lost
              frame: [1080, 0, 100, 100]
              children: [{ id: in, frame: [0, 0, 10, 10] }]
            - { id: edge, frame: [1079, 0, 100, 100] }
            - { id: above, frame: [0, -100, 100, 100] }
            """)
        #expect(
            found == [
                "f:10:13: warning: region \"lost\" can never be hit: it lies outside the screen, which is 1080 × 1920 points [never-hit]",
                "f:13:26: warning: region \"above\" can never be hit: it lies outside the screen, which is 1080 × 1920 points [never-hit]",
            ])
    }

    @Test func `a region outside one that does not let touches beyond its edges is a warning`() {
        func tree(_ properties: String) -> [String] {
            warnings("- id: menu\n  frame: [0, 0, 100, 100]\(properties)\n  children: [{ id: in, frame: [100, 0, 10, 10] }]")
        }
        #expect(
            tree("") == [
                """
                f:11:34: warning: region "in" can never be hit: it lies outside "menu" (line 9), which takes no touches beyond its edges without \
                "hitTest: { kind: overflow }" [never-hit]
                """
            ])
        #expect(tree("\n  hitInsets: [0, 0, 0, -20]") == [])
        #expect(tree("\n  hitTest: { kind: overflow }") == [])
        #expect(tree("\n  hitTest: { kind: redirect, to: menu, when: always }") == [])
        #expect(ids(tree("\n  hitTest: { kind: passThrough }")) == ["never-hit"])
        #expect(tree("\n  hitTest: { kind: overflow }\n  clipsToBounds: true").first?.contains("which has \"clipsToBounds\"") == true)
    }

    @Test func `a region without width or height, and one that its insets leave nothing of, is a warning`() {
        let found = warnings("- { id: flat, frame: [0, 0, 100, 0] }\n- { id: thin, frame: [0, 0, 20, 20], hitInsets: [10, 0, 10, 0] }")
        #expect(found.first?.contains("region \"flat\" can never be hit: its width or height is 0") == true)
        #expect(found.last?.hasPrefix("f:10:48: warning: region \"thin\" can never be hit: its \"hitInsets\" leave no area") == true)
        #expect(warnings("- { id: flat, frame: [0, 0, 100, 0], hitInsets: [0, 0, -10, 0] }") == [])
    }

    @Test(arguments: [
        "", ", hitTest: { kind: absorb }", ", hitTest: { kind: redirect, to: beside }", ", enabled: false, kind: button",
        ", hitTest: { kind: overflow }", ", hitTest: { kind: redirect, to: front, when: always }",
    ])
    func `a region that another one covers is a warning`(cover: String) {
        let found = warnings(
            """
            - { id: behind, frame: [10, 10, 50, 50], children: [{ id: in, frame: [0, 0, 10, 10] }] }
            - { id: beside, frame: [100, 0, 50, 50] }
            - { id: front, frame: [0, 0, 100, 100]\(cover) }
            """)
        let expected =
            "f:9:27: warning: region \"behind\" can never be hit: \"front\" (line 11) lies in front of all of it and takes its touches [never-hit]"
        // A region that always redirects takes all touches.
        #expect(found.first == expected)
        #expect(found.count == (cover.contains("always") ? 2 : 1), "\(found)")
    }

    @Test(arguments: [
        "hitTest: { kind: passThrough }", "hitTest: { kind: translucent }", "hitTest: { kind: ignore }", "hidden: true", "alpha: 0",
        "userInteractionEnabled: false", "kind: label", "shape: { kind: ellipse }", "behaviour: dragSelf", "hitInsets: [0, 0, 0, 41]",
        "hitTest: { kind: redirect, to: behind }", "hitTest: { kind: redirect, to: in, when: always }", "fallback: behind",
        "kind: scrollView, contentSize: [100, 200], hitTest: { kind: passThrough }, children: [{ id: card, frame: [0, 0, 100, 100] }]",
    ])
    func `one that is not there, that lets touches through, that is moved or that leads touches to it covers nothing`(properties: String) {
        let tree = """
            - { id: behind, frame: [10, 10, 50, 50], children: [{ id: in, frame: [0, 0, 50, 50] }] }
            - { id: front, frame: [0, 0, 100, 100], \(properties) }
            """
        // A fallback and a redirect refer to a region directly.
        let found = warnings(tree)
        #expect(found.allSatisfy { $0.contains("region \"in\" can never be hit") && properties.contains("behind") }, "\(found)")
    }

    @Test func `what lies in one that lets touches through covers`() {
        let tree = """
            - { id: behind, frame: [10, 10, 50, 50] }
            - id: glass
              frame: [0, 0, 100, 100]
              hitTest: { kind: passThrough }
              children: [{ id: card, frame: [10, 10, 50, 50] }]
            """
        #expect(warnings(tree).first?.contains("\"card\" (line 13) lies in front of all of it") == true)
        #expect(warnings(tree.replacing("children: [{ id: card", with: "children: [{ hidden: true, id: card")) == [])
    }

    @Test func `windows cover each other by their levels`() {
        func windows(_ level: Int) -> [String] {
            check(
                """
                version: 1
                screens:
                  - id: main
                    size: [100, 100]
                    windows:
                      - { id: alarm, frame: [0, 0, 100, 100], level: \(level) }
                      - { id: kiosk, frame: [0, 0, 100, 100], children: [{ id: ok, frame: [0, 0, 10, 10] }] }
                """)
        }
        #expect(windows(0).map { $0.prefix(46) } == ["f:6:22: warning: region \"alarm\" can never be h"])
        #expect(windows(1).map { $0.prefix(46) } == ["f:7:22: warning: region \"kiosk\" can never be h"])
    }

    @Test func `in a region that is covered others may be misplaced, and are not covered once more`() {
        let found = warnings(
            """
            - id: kiosk
              frame: [0, 0, 500, 500]
              children:
                - { id: lost, frame: [600, 0, 10, 10] }
                - { id: ok, frame: [0, 0, 10, 10] }
            - { id: attract, frame: [0, 0, 500, 500] }
            """)
        #expect(found.count == 2 && found[0].contains("\"kiosk\" can never be hit: \"attract\"") && found[1].contains("\"lost\""), "\(found)")
    }

    @Test func `children that cover what they are in are no warning`() {
        #expect(warnings("- { id: a, frame: [0, 0, 100, 100], children: [{ id: b, frame: [0, 0, 100, 100] }] }") == [])
    }

    @Test func `a region that is hidden or takes no touches may be shown, moved and enlarged`() {
        for property in ["hidden: true", "alpha: 0", "userInteractionEnabled: false", "kind: label", "hitTest: { kind: ignore }"] {
            #expect(
                warnings("- { id: a, frame: [-500, 0, 100, 100], \(property), children: [{ id: b, frame: [500, 0, 0, 0] }] }") == [], "\(property)")
        }
    }

    @Test func `areas of interceptors, targets of redirects and fallbacks need not be hit`() {
        let text = """
            version: 1
            screens:
              - id: main
                size: [100, 100]
                windows:
                  - id: w
                    frame: [0, 0, 100, 100]
                    intercept: [{ id: i, insideOf: area, verdict: redirect, deliverTo: far }]
                    children:
                      - { id: area, frame: [0, 0, 20, 100] }
                      - { id: glass, frame: [0, 0, 20, 100], hitTest: { kind: passThrough } }
                      - { id: far, frame: [500, 0, 20, 100] }
                      - { id: farther, frame: [600, 0, 20, 100] }
                      - { id: away, frame: [700, 0, 20, 100], children: [{ id: target, frame: [0, 0, 10, 10] }] }
                      - { id: link, frame: [20, 0, 20, 100], hitTest: { kind: redirect, to: target } }
                      - { id: pages, frame: [0, 0, 100, 100], fallback: farther }
            """
        let found = check(text)
        // Behind the pages.
        #expect(found.count == 1 && found[0].contains("region \"link\" can never be hit: \"pages\""), "\(found)")
    }

    @Test func `what scrolls into view is hit, and what does not is not`() {
        func list(_ y: Int, _ properties: String = "contentSize: [500, 900]", row: String? = nil) -> [String] {
            warnings(
                "- id: list\n  kind: scrollView\n  frame: [0, 0, 500, 500]\n  \(properties)\n  children: [{ id: row, frame: [0, \(y), 500, 50]"
                    + "\(row.map { ", " + $0 } ?? "") }]")
        }
        #expect(list(899) == [])
        #expect(
            list(900) == [
                "f:13:35: warning: region \"row\" can never be hit: it lies outside the \"contentSize\" of \"list\" (line 9), and never scrolls into view [never-hit]"
            ])
        #expect(list(900, "contentSize: [500, 900]\n  scrollEnabled: false") == [])
        #expect(list(900, "contentSize: [500, 900]\n  contentInset: [0, 0, 10, 0]") == [])
        #expect(list(900, "contentSize: [500, 900]\n  bounces: true") == [])
        // A finger moves it back, or touches a child that reaches into the content.
        #expect(list(900, "contentSize: [500, 900]", row: "behaviour: dragSelf") == [])
        #expect(list(900, "contentSize: [500, 900]", row: "hitTest: { kind: overflow }, children: [{ id: up, frame: [0, -60, 500, 50] }]") == [])
        // A missing content size has a separate warning.
        #expect(ids(list(900, "pagingEnabled: true")) == ["cannot-scroll"])
    }

    @Test func `rows that scroll under a button are hit beside it, rows that lie in each other are not`() {
        let tree = """
            - id: list
              kind: scrollView
              frame: [0, 0, 500, 500]
              contentSize: [500, 900]
              children:
                - { id: row, frame: [0, 700, 500, 50] }
                - { id: same, frame: [0, 700, 500, 50] }
            - { id: button, frame: [0, 0, 500, 200] }
            """
        #expect(warnings(tree).map { $0.prefix(33) } == ["f:14:28: warning: region \"row\" ca"])
    }
}
