import Testing
import TouchCore
import TreeFormat

@testable import Configuration

@Suite struct SettingsTests {
    private func settings(_ text: String) throws -> Settings {
        let result = readConfiguration(Array(text.utf8), file: "f")
        #expect(errors(result) == [])
        return try #require(result.settings)
    }

    private func window(_ text: String) throws -> RegionSpec {
        try #require(
            settings("version: 1\nscreens: [{ id: main, size: [1, 1], windows: [{ id: w, \(text) }] }]")
                .screens[0].spec.windows.first)
    }

    private func region(_ text: String) throws -> RegionSpec {
        try #require(window("frame: [0, 0, 1, 1], children: [{ id: r, \(text) }]").children.first)
    }

    @Test func `every filter of a panel arrives`() throws {
        func filters(_ text: String) throws -> FilterRules? {
            try settings("version: 1\nscreens: [{ id: s, size: [9, 9], panels: [{ match: { name: n }, \(text) }] }]")
                .screens[0].panels[0].rules.filters
        }
        var all = FilterRules()
        all.pressure = FilterRules.Pressure(begin: 0.5, end: 0.25)
        all.bridge = FilterRules.Nearness(time: 20_000, distance: 1)
        all.bounce = FilterRules.Nearness(time: 60_000, distance: 2)
        all.minimumTap = 30_000
        all.fuzz = 3
        all.smoothing = FilterRules.Smoothing(minCutoff: 4, beta: 0.5)
        all.edge = 6
        all.mask = [Rect(1, 2, 3, 4), Rect(5, 6, 7, 8)]
        all.ghost = FilterRules.Ghost(times: 5, pause: 1_500_000)
        all.origin = true
        #expect(
            try filters(
                """
                filters: { pressure: { begin: 0.5, end: 0.25 }, bridge: { seconds: 0.02, distance: 1 }, bounce: { seconds: 0.06, distance: 2 }, minimumTap: 0.03, \
                fuzz: 3, smooth: { minCutoff: 4, beta: 0.5 }, edge: { distance: 6 }, mask: [[1, 2, 3, 4], [5, 6, 7, 8]], \
                ghost: { times: 5, seconds: 1.5 }, origin: true }
                """) == all)
        #expect(try filters("grab: false") == nil)
        #expect(try filters("filters: {}") == nil)
        #expect(try filters("filters: { mask: [], origin: false }") == nil)
    }

    @Test func `every rule of a panel arrives`() throws {
        var all = PanelRules()
        (all.outside, all.opening, all.palm, all.stylus) = (.clamp, .resume, .all, .shared)
        (all.maximumContacts, all.excess, all.stuckAfter) = (3, .cancelAll, 4_500_000)
        let rules = try settings(
            """
            version: 1
            screens:
              - id: s
                size: [9, 9]
                panels: [{ match: { name: n }, outside: clamp, contactsAtOpen: resume, palm: all, stylus: shared, maximumContacts: 3,
                    excessContacts: cancelAll, stuckAfter: 4.5 }]
            """
        ).screens[0].panels[0].rules
        #expect(rules == all)
    }

    @Test func `every key of a configuration arrives where it belongs`() throws {
        let text = """
            version: 1
            screens:
              - id: main
                size: [1080, 1920.5]
                panels:
                  - match: { idPath: "pci*", name: n, vendor: 0eef, product: "0xABCD", serial: s, phys: p, recording: r }
                    calibration: [1, 2, 3, 4, 5, 6]
                    rotation: 90
                    grab: true
                    output: HDMI-A-1
                    quirks: false
                  - match: { vendor: 1234 }
                windows:
                  - id: back
                    frame: [0, 0, 1080, 1920]
                  - id: front
                    frame: [10, 20, 100, 200]
                    level: 1.5
              - { id: other, size: [1, 1] }
            server:
              socket: /run/t.sock
            """
        let match = PanelMatch(
            idPath: "pci*", name: "n", serial: "s", phys: "p", recording: "r", vendor: 0x0eef, product: 0xabcd)
        var front = RegionSpec(id: "front", kind: .window, geometry: RegionGeometry(frame: Rect(10, 20, 100, 200)))
        front.level = 1.5
        let back = RegionSpec(id: "back", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1080, 1920)))
        var first = PanelSettings(
            id: "main-0", match: match,
            calibration: AffineTransform(a: 1, b: 4, c: 2, d: 5, tx: 3, ty: 6), rotation: .quarter, grab: true)
        first.output = "HDMI-A-1"
        first.quirks = false
        let main = ScreenSettings(
            spec: ScreenSpec(id: "main", size: Size(1080, 1920.5), windows: [back, front]),
            panels: [first, PanelSettings(id: "main-1", match: PanelMatch(vendor: 0x1234))])
        let other = ScreenSettings(spec: ScreenSpec(id: "other", size: Size(1, 1), windows: []))
        let settings = try settings(text)
        #expect(settings == Settings(screens: [main, other], server: ServerSettings(socket: "/run/t.sock")))
        #expect(settings.screens[0].panels.map(\.mark) == [Mark(line: 6, column: 9), Mark(line: 12, column: 9)])
    }

    @Test(arguments: [("false", false), ("true", true), ("none", false), ("exclusive", true), ("\"exclusive\"", true)])
    func `a grab is said by a word or a boolean`(text: String, isGrabbed: Bool) throws {
        let panel = "{ match: { name: x }, grab: \(text) }"
        #expect(try settings("version: 1\nscreens: [{ id: m, size: [1, 1], panels: [\(panel)] }]").screens[0].panels[0].grab == isGrabbed)
    }

    @Test func `calibration rows are a b c and d e f`() throws {
        let text =
            "version: 1\nscreens: [{ id: m, size: [1, 1], panels: [{ match: { name: x }, calibration: [0, -1, 1, 1, 0, 0] }] }]"
        let calibration = try settings(text).screens[0].panels[0].calibration
        #expect(calibration.apply(Point(0.25, 0.5)) == Point(0.5, 0.25))
    }

    @Test func `a panel that only moved in the file is the same panel`() {
        let match = PanelMatch(name: "*")
        let first = PanelSettings(id: "main-0", match: match, mark: Mark(line: 1, column: 1))
        let moved = PanelSettings(id: "main-0", match: match, mark: Mark(line: 9, column: 9))
        #expect(first == moved)
        #expect(first != PanelSettings(id: "main-0", match: match, grab: true))
        #expect(first != PanelSettings(id: "main-0", match: match, rotation: .half))
        var other = first
        other.quirks = false
        #expect(first != other)
    }

    @Test func `every key of a region arrives where it belongs`() throws {
        let given = try region(
            """
            kind: button, frame: [1, 2, 3, 4], hidden: true, alpha: 0.5, userInteractionEnabled: false,
                clipsToBounds: true, multipleTouchEnabled: true, exclusiveTouch: true, enabled: false,
                hitInsets: [1, 2, 3, -4], hitTest: { kind: absorb }, children: [{ id: c, frame: [0, 0, 0, 0] }]
            """)
        var expected = RegionSpec(id: "r", kind: .button, geometry: RegionGeometry(frame: Rect(1, 2, 3, 4)))
        expected.hidden = true
        expected.alpha = 0.5
        expected.isUserInteractionEnabled = false
        expected.clipsToBounds = true
        expected.isMultipleTouchEnabled = true
        expected.isExclusiveTouch = true
        expected.isEnabled = false
        expected.hitInsets = Insets(top: 1, left: 2, bottom: 3, right: -4)
        expected.hitTest = .absorb
        expected.children = [RegionSpec(id: "c", geometry: RegionGeometry(frame: Rect(0, 0, 0, 0)))]
        #expect(given == expected)
    }

    @Test func `every key of a knob arrives where it belongs`() throws {
        let slider = try region(
            "kind: slider, frame: [1, 2, 3, 4], value: 6, minimumValue: 5, maximumValue: 7, isContinuous: false, step: 0.5, trackTap: true, "
                + "axis: vertical, knobSize: 2")
        var expected = KnobSpec()
        (expected.value, expected.minimumValue, expected.maximumValue) = (6, 5, 7)
        expected.isContinuous = false
        (expected.step, expected.tracksTap) = (0.5, true)
        expected.axis = .vertical
        expected.size = 2
        #expect(slider.knob == expected)
        #expect(try region("kind: slider, frame: [0, 0, 1, 1], minimumValue: 5, maximumValue: 7").knob?.value == 5)
        #expect(try region("kind: switch, frame: [0, 0, 1, 1]").knob?.isOn == false)
        #expect(try region("kind: switch, frame: [0, 0, 1, 1], isOn: true").knob?.isOn == true)
        #expect(try region("kind: button, frame: [0, 0, 1, 1]").knob == nil)
    }

    @Test func `the kind decides the defaults`() throws {
        #expect(try region("frame: [0, 0, 1, 1]").kind == .view)
        #expect(try region("frame: [0, 0, 1, 1], kind: label").isUserInteractionEnabled == false)
        #expect(try region("frame: [0, 0, 1, 1], kind: imageView").isUserInteractionEnabled == false)
        #expect(
            try region("frame: [0, 0, 1, 1], kind: imageView, userInteractionEnabled: true").isUserInteractionEnabled)
        #expect(try region("frame: [0, 0, 1, 1], kind: scrollView").clipsToBounds)
        #expect(try region("frame: [0, 0, 1, 1], kind: scrollView, clipsToBounds: false").clipsToBounds == false)
    }

    @Test func `a member of windows is a window whatever it calls itself`() throws {
        #expect(try window("frame: [0, 0, 1, 1]").kind == .window)
        #expect(try window("frame: [0, 0, 1, 1], kind: view").kind == .window)
        #expect(try window("frame: [0, 0, 1, 1], kind: window").kind == .window)
    }

    @Test func `geometry is a frame, a frame with a bounds origin, or the long form`() throws {
        #expect(
            try region("frame: [10, 20, 30, 40], bounds: [5, 6, 30, 40]").geometry
                == RegionGeometry(frame: Rect(10, 20, 30, 40), boundsOrigin: Point(5, 6)))
        #expect(
            try region("center: [10, 20], bounds: [5, 6, 30, 40], transform: [0, 1, -1, 0, 7, 8]").geometry
                == RegionGeometry(
                    bounds: Rect(5, 6, 30, 40), center: Point(10, 20),
                    transform: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 7, ty: 8)))
        #expect(
            try region("center: [10, 20], bounds: [5, 6, 30, 40]").geometry
                == RegionGeometry(bounds: Rect(5, 6, 30, 40), center: Point(10, 20)))
    }

    @Test func `hit test overrides`() throws {
        func override(_ text: String) throws -> HitTestOverride? {
            try region("frame: [0, 0, 1, 1], hitTest: { \(text) }").hitTest
        }
        #expect(try region("frame: [0, 0, 1, 1]").hitTest == nil)
        #expect(try override("kind: passThrough") == .passThrough)
        #expect(try override("kind: ignore") == .ignore)
        #expect(try override("kind: overflow") == .overflow)
        #expect(try override("kind: redirect, to: w") == .redirect(to: "w", always: false))
        #expect(try override("kind: redirect, to: w, when: always") == .redirect(to: "w", always: true))
    }

    @Test func `types come from the key, so words that YAML guesses are ids`() throws {
        let text =
            "version: 1\nscreens: [{ id: on, size: [1, 1], windows: [{ id: 12, frame: [0, 0, 1, 1], children: [{ id: true, frame: [0, 0, 1, 1] }] }] }]"
        let screen = try settings(text).screens[0].spec
        #expect(screen.id == "on")
        #expect(screen.windows[0].id == "12")
        #expect(screen.windows[0].children[0].id == "true")
    }

    @Test func `a byte order mark and Windows line ends do no harm`() {
        let text =
            "\u{feff}version: 1\r\nscreens: [{ id: main, size: [1, 1], windows: [{ id: w, frame: [0, 0, 1, 1] }] }]\r\nx: 1\r\n"
        let message = "error: unknown key \"x\" in the configuration; the keys are version, screens, gestureDefaults, server, access"
        #expect(diagnostics(text) == ["f:3:1: " + message])
        #expect(diagnostics("\u{feff}x: 1")[0] == "f:1:1: " + message)
    }

    @Test func `JSON's escapes for characters beyond U+FFFF are read, and move no column`() throws {
        let text =
            #"{"version": 1, "screens": [{"id": "a\\ud83d\ud83d\ude00\uD83D\uDE01b", "size": [1, 1], "windows": [], "x": 1}]}"#
        let window = text.replacing("\"windows\": [], \"x\": 1", with: "\"windows\": []")
        #expect(try settings(window).screens[0].spec.id == "a\\ud83d😀😁b")
        let column = text.distance(from: text.startIndex, to: text.firstRange(of: "\"x\"")!.lowerBound) + 1
        #expect(
            errors(readConfiguration(Array(text.utf8), file: "f")).first?.hasPrefix(
                "f:1:\(column): error: unknown key \"x\"") == true)
        #expect(
            diagnostics(#"{"version": "\ud83d"}"#) == [
                #"f:1:16: error: found invalid Unicode character escape code while parsing a quoted scalar"#
            ])
    }

    @Test func `kinds are those of the region tree`() {
        let responders = ["controller", "interceptor"]  // in the tree, but no regions
        #expect(Set(TreeShapes.kinds + ["window"] + responders) == Set(RegionKind.allCases.map(\.rawValue)))
    }
}
