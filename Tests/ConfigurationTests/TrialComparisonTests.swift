import Testing
import TouchCore

@testable import Configuration

/// The differences from the file's configuration that a trial may have (contract 5).
@Suite struct TrialComparisonTests {
    private static let file = """
        version: 1
        screens:
          - id: main
            size: [1000, 1000]
            controllers: { pin: { responds: forward } }
            panels: [{ match: { name: one }, grab: exclusive, calibration: [1, 0, 0, 0, 1, 0] }]
            kiosk: { idle: [60], staff: [{ id: service, corner: topLeft }] }
            windows:
              - id: back
                frame: [0, 0, 1000, 1000]
              - id: w
                frame: [0, 0, 1000, 1000]
                hitTest: { kind: passThrough }
                intercept: [{ id: spy, insideOf: menu, verdict: observe }]
                children:
                  - { id: menu, frame: [0, 0, 1000, 300], children: [{ id: go, kind: button, frame: [0, 0, 100, 100] }] }
                  - { id: beside, frame: [0, 400, 400, 600] }
                  - id: pad
                    frame: [500, 500, 500, 500]
                    sensitive: true
                    controller: pin
                    children:
                      - { id: one, kind: button, frame: [0, 0, 250, 500] }
                      - { id: two, kind: button, frame: [250, 0, 250, 500] }
                  - { id: badge, frame: [950, 450, 50, 100] }
              - id: front
                frame: [0, 0, 1000, 1000]
                hidden: true
          - id: other
            size: [500, 500]
            panels: [{ match: { name: two } }]
            windows: [{ id: free, frame: [0, 0, 500, 500] }]
        server: { trusted: [], socketMode: "0660" }
        access:
          - { user: root, regions: ["w/pad/**"], allow: [receive, claim] }
          - { group: root, regions: ["w/menu/**"], allow: [receive, claim, edit] }
          - { token: page, allow: [observe] }
        """

    private static func settings(_ text: String) throws -> Settings {
        let result = readConfiguration(Array(text.utf8), file: "f")
        return try #require(result.settings, "\(result.diagnostics)")
    }

    /// The reason why the file with this change may not be tried, or nil if it may.
    private static func refusal(_ changes: [(String, String)], file: String = file) throws -> TrialRefusal? {
        var text = file
        for (old, new) in changes {
            #expect(text.contains(old), "the file has no \(old)")
            text = text.replacing(old, with: new)
        }
        do { try TrialComparison(file: settings(file), trial: settings(text)).check() } catch let error as TrialRefusal { return error }
        return nil
    }

    @Test(arguments: [
        ("corner: topLeft }]", "corner: topLeft, do: { unit: true } }]", true),
        ("kiosk: { idle", "kiosk: { gestures: [{ id: a, corner: topRight, do: { unit: true } }], idle", true),
        ("corner: topLeft }]", "corner: topLeft, do: { unit: false } }]", false),
        ("corner: topLeft }]", "corner: topRight, size: 99, hold: 1 }]", false),
        ("kiosk: { idle", "kiosk: { gestures: [{ id: a, corner: topRight }], idle", false),
    ])
    func `a trial changes when gestures are made, but not what they do`(old: String, new: String, isRefused: Bool) throws {
        let refusal = try Self.refusal([(old, new)])
        #expect((refusal?.key == "do") == isRefused && (refusal != nil) == isRefused, "\(String(describing: refusal))")
    }

    @Test func `a trial cannot take an action from a gesture nor give it to another`() throws {
        let file = Self.file.replacing("corner: topLeft }]", with: "corner: topLeft, do: { unit: true } }]")
        #expect(try Self.refusal([("id: service, corner", "id: other, corner")], file: file)?.key == "do")
        #expect(try Self.refusal([(", do: { unit: true }", "")], file: file)?.key == "do")
        #expect(try Self.refusal([("corner: topLeft, do", "corner: topLeft, hold: 5, do")], file: file) == nil)
    }

    /// A part of the sensitive region lets touches through. So the comparison looks at the regions behind it, too, and finds the same ones.
    @Test func `a region that lay behind a sensitive one may not come to lie over it`() throws {
        let behind = "          - { id: behind, frame: [500, 500, 500, 500] }\n"
        let one = "{ id: one, kind: button, frame: [0, 0, 250, 500] }"
        let file = Self.file.replacing("          - id: pad", with: behind + "          - id: pad")
            .replacing(one, with: "{ id: one, frame: [0, 0, 250, 500], hitTest: { kind: passThrough } }")
        let over = "          - { id: badge,"
        let refusal = try Self.refusal([(behind, ""), (over, behind + over)], file: file)
        #expect(refusal?.key == "children" && refusal?.region == "w/behind")
    }

    private static let pad = "frame: [500, 500, 500, 500]"
    private static let free = "windows: [{ id: free, frame: [0, 0, 500, 500]"

    @Test(
        arguments: [
            // The region itself.
            ("sensitive: true", "sensitive: false", "sensitive", "w/pad"), ("            sensitive: true\n", "", "sensitive", "w/pad"),
            ("id: pad", "id: pod", "sensitive", "w/pad"), (pad, "frame: [0, 500, 500, 500]", "frame", "w/pad"),
            (pad, "frame: [500, 500, 400, 500]", "frame", "w/pad"), (pad, "\(pad)\n            hidden: true", "hidden", "w/pad"),
            (pad, "\(pad)\n            hitInsets: [9, 9, 9, 9]", "hitInsets", "w/pad"),
            (pad, "center: [750, 750]\n            bounds: [0, 0, 500, 500]\n            transform: [1, 0, 0, 1, 200, 0]", "transform", "w/pad"),
            (pad, "\(pad)\n            hitTest: { kind: translucent }", "hitTest", "w/pad"),
            (pad, "\(pad)\n            hitTest: { kind: redirect, to: beside }", "hitTest", "w/pad"),
            (pad, "\(pad)\n            fallback: beside", "fallback", "w/pad"),
            (pad, "\(pad)\n            exclusiveTouch: true", "exclusiveTouch", "w/pad"),
            (pad, "\(pad)\n            userInteractionEnabled: false", "userInteractionEnabled", "w/pad"),
            (pad, "\(pad)\n            undecidedFor: 1", "undecidedFor", "w/pad"), ("controller: pin", "controller: other", "controller", "w/pad"),
            // Its descendants.
            ("{ id: one, kind: button, frame: [0, 0, 250, 500] }", "{ id: one, kind: button, frame: [0, 0, 9, 9] }", "frame", "w/pad/one"),
            ("id: two, kind: button", "id: two, kind: button, hitTest: { kind: redirect, to: beside }", "hitTest", "w/pad/two"),
            (
                "frame: [250, 0, 250, 500] }", "frame: [250, 0, 250, 500] }\n              - { id: three, frame: [0, 0, 500, 500] }", "children",
                "w/pad"
            ),
            ("responds: forward", "responds: none", "controllers", "w/pad"),
            // Its ancestors.
            ("hitTest: { kind: passThrough }", "hitInsets: [9, 9, 9, 9]\n        hitTest: { kind: passThrough }", "hitInsets", "w"),
            ("hitTest: { kind: passThrough }", "undecidedFor: 1\n        hitTest: { kind: passThrough }", "undecidedFor", "w"),
            (
                "hitTest: { kind: passThrough }", "userInteractionEnabled: false\n        hitTest: { kind: passThrough }", "userInteractionEnabled",
                "w"
            ),
            ("hitTest: { kind: passThrough }", "sensitive: true\n        hitTest: { kind: passThrough }", "sensitive", "w"),
            // Regions over it.
            ("{ id: badge, frame: [950, 450, 50, 100] }", "{ id: badge, frame: [900, 450, 100, 100] }", "frame", "w/badge"),
            ("{ id: badge, frame: [950, 450, 50, 100] }", "{ id: badge, frame: [950, 450, 50, 100], hidden: true }", "hidden", "w/badge"),
            ("          - { id: badge, frame: [950, 450, 50, 100] }\n", "", "children", "w/badge"),
            ("hidden: true", "hidden: false", "hidden", "front"), ("hidden: true", "hidden: true\n        level: -1", "children", "front"),
            ("id: back\n", "id: back\n        level: 1\n", "level", "back"),
            ("{ id: badge,", "{ id: cover, frame: [500, 500, 500, 500] }\n          - { id: badge,", "children", "w/cover"),
            ("{ id: badge,", "{ id: cover, frame: [0, 0, 9, 9], hitInsets: [0, 0, -999, -999] }\n          - { id: badge,", "children", "w/cover"),
            (
                "{ id: badge,",
                "{ id: cover, frame: [0, 0, 9, 9], hitTest: { kind: overflow }, children: [{ id: in, frame: [500, 500, 9, 9] }] }\n          - { id: badge,",
                "children", "w/cover"
            ),
            ("{ id: badge,", "{ id: cover, frame: [0, 0, 9, 9], behaviour: dragSelf }\n          - { id: badge,", "children", "w/cover"),
            ("id: front\n", "id: top\n        frame: [600, 600, 9, 9]\n      - id: front\n", "children", "top"),
            // Other receivers of its touches.
            ("insideOf: menu", "insideOf: pad", "intercept", "w/pad"), ("insideOf: menu", "insideOf: w", "intercept", "w/pad"),
            ("intercept: [", "intercept: [{ id: thief, insideOf: w, verdict: redirect, deliverTo: beside }, ", "intercept", "w/pad"),
            ("frame: [0, 0, 1000, 300], ", "frame: [0, 0, 1000, 1000], ", "intercept", "w/pad"),
            ("frame: [0, 400, 400, 600] }", "frame: [0, 400, 400, 600], hitTest: { kind: redirect, to: one } }", "hitTest", "w/beside"),
            (
                "frame: [0, 400, 400, 600] }", "frame: [0, 400, 400, 600], gestures: [{ id: tap, type: tap, shouldReceiveNot: [one] }] }", "gestures",
                "w/beside"
            ),
            // The panel.
            ("grab: exclusive", "grab: none", "grab", "w/pad"), ("grab: exclusive, ", "", "grab", "w/pad"),
            ("calibration: [1, 0, 0, 0, 1, 0]", "calibration: [0.5, 0, 0, 0, 1, 0]", "calibration", "w/pad"),
            ("grab: exclusive", "grab: exclusive, rotation: 180", "rotation", "w/pad"),
            ("grab: exclusive", "grab: exclusive, grabEscape: 1", "panels", "w/pad"),
            ("grab: exclusive", "grab: exclusive, area: [0, 0, 500, 1000]", "panels", "w/pad"),
            ("grab: exclusive", "grab: exclusive, filters: { mask: [[0, 0, 500, 500]] }", "panels", "w/pad"),
            ("size: [1000, 1000]", "size: [900, 1000]", "size", "w/pad"),
            ("name: one", "name: three", "panels", "w/pad"), ("name: two", "name: \"*\"", "match", nil), ("name: two", "idPath: x", "match", nil),
            (
                "panels: [{ match: { name: two } }]", "panels: [{ match: { name: two } }, { match: { idPath: x } }]", "match", nil
            ),
            // Access rights.
            ("regions: [\"w/menu/**\"]", "regions: [\"w/**\"]", "access", "w/pad"), ("regions: [\"w/menu/**\"], ", "", "access", "w/pad"),
            ("allow: [receive, claim] }", "allow: [receive, claim, sensitive] }", "access", "w/pad"),
            ("{ user: root,", "{ group: root,", "access", "w/pad"), ("{ user: root,", "{", "access", "w/pad"),
            ("{ token: page, allow: [observe] }", "{ token: page, allow: [observe, sensitive] }", "access", "w/pad"),
            ("{ token: page, allow: [observe] }", "{ token: page, regions: [w/pad/one], allow: [claim] }", "access", "w/pad/one"),
            ("{ token: page, allow: [observe] }", "{ token: page, regions: [w/pad/pin], allow: [claim] }", "access", "w/pad/pin"),
            // Keys that only the file may set.
            ("trusted: []", "trusted: [daemon]", "server", nil), ("trusted: []", "trusted: [], bridges: [daemon]", "server", nil),
            ("\"0660\"", "\"0666\"", "server", nil), ("server: { trusted: [], socketMode: \"0660\" }\n", "", "server", nil),
            ("{ match: { name: two } }", "{ match: { name: two }, recovery: { silentAfter: 1, command: [/bin/true] } }", "recovery", nil),
            ("grab: exclusive", "grab: exclusive, recovery: { silentAfter: 1 }", "recovery", nil),
        ] as [(String, String, String, String?)])
    func `what would lead touches of a sensitive region elsewhere, or trust others, is refused`(
        _ old: String, _ new: String, _ key: String, _ region: String?
    ) throws {
        let refusal = try Self.refusal([(old, new)])
        #expect(refusal?.key == key && refusal?.region == region, "\(old) -> \(new): \(refusal.map { "\($0.region ?? ""): \($0)" } ?? "accepted")")
        #expect(refusal?.description.contains("\"\(key)\"") ?? false)
    }

    @Test(arguments: [
        ("frame: [0, 400, 400, 600]", "frame: [0, 310, 300, 100], hidden: true"),
        ("kind: button, frame: [0, 0, 100, 100]", "frame: [0, 0, 900, 300]"),
        ("{ id: go, ", "{ id: stop, "), ("id: back\n", "id: behind\n"), ("      - id: back\n        frame: [0, 0, 1000, 1000]\n", ""),
        ("intercept: [", "multipleTouchEnabled: false\n        intercept: [{ id: more, insideOf: beside, verdict: consume }, "),
        ("frame: [0, 400, 400, 600] }", "frame: [0, 400, 400, 600], gestures: [{ id: tap, type: tap }] }"),
        ("hitTest: { kind: passThrough }", "gestures: [{ id: pan, type: pan }]\n        hitTest: { kind: passThrough }"),
        ("idle: [60]", "idle: [30], wake: { grace: 1 }, cleaning: { holdToLeave: 3 }, edges: { sides: [left] }"),
        ("corner: topLeft }", "corner: topRight, taps: 3 }, { id: more, corner: topLeft }"),
        (free, "windows: [{ id: freed, frame: [0, 0, 9, 9]"),
        ("name: two }", "name: two }, rotation: 90, filters: { ghost: { times: 4, seconds: 1 } }"),
        ("regions: [\"w/menu/**\"]", "regions: [\"w/beside\"]"),
        ("{ token: page, allow: [observe] }", "{ token: page, allow: [receive, status, screen] }"),
        ("{ token: page, allow: [observe] }", "{ user: root, regions: [w/pad/one], allow: [claim] }"),
        ("allow: [receive, claim] }", "allow: [receive] }"),
        ("version: 1\n", "version: 1\n# a comment moves all lines\n"),
        ("server: { trusted", "gestureDefaults: { longPress: { minimumPressDuration: 0.8 } }\nserver: { trusted"),
        ("grab: exclusive", "grab: exclusive, virtual: { space: screen }"),
    ])
    func `what leaves the touches of the sensitive region alone may be tried`(_ old: String, _ new: String) throws {
        #expect(try Self.refusal([(old, new)]) == nil, "\(old) -> \(new)")
    }

    @Test(arguments: [
        ("    windows:\n      - id: back", "    keyboard: { allow: [KEY_A] }\n    windows:\n      - id: back", "keyboard"),
        ("keyboard: { allow: [KEY_B] }", "keyboard: { allow: [KEY_B, KEY_C] }", "keyboard"),
        ("keyboard: { allow: [KEY_B] }", "panels: []", "keyboard"),
        ("- { token: page, allow: [observe] }", "- { token: page, allow: [observe, inject] }", "access"),
        ("- { token: page, allow: [observe] }", "- { token: page, allow: [observe, type] }", "access"),
        ("allow: [type], screens: [main]", "allow: [type], screens: [main, third]", "access"),
    ])
    func `a trial changes no keyboard, and nobody's right to type or to inject`(old: String, new: String, key: String) throws {
        let file =
            Self.file.replacing(
                "server: {",
                with: "  - { id: third, size: [9, 9], keyboard: { allow: [KEY_B] }, windows: [{ id: t, frame: [0, 0, 9, 9] }] }\nserver: {")
            + "\n  - { user: root, allow: [type], screens: [main] }"
        #expect(try Self.refusal([(old, new)], file: file)?.key == key)
    }

    @Test func `without access rules nobody is newly allowed to claim`() throws {
        let access = try #require(Self.file.firstRange(of: "access:"))
        #expect(try Self.refusal([(String(Self.file[access.lowerBound...]), "")]) == nil)
    }

    @Test func `a sensitive region that leads elsewhere, and what leads into one, stay as the file has them`() throws {
        let file = Self.file.replacing("frame: [0, 400, 400, 600] }", with: "frame: [0, 400, 400, 600], hitTest: { kind: redirect, to: one } }")
        #expect(try Self.refusal([], file: file) == nil)
        #expect(try Self.refusal([(", hitTest: { kind: redirect, to: one }", "")], file: file)?.region == "w/beside")
        #expect(try Self.refusal([("[0, 400, 400, 600]", "[0, 400, 400, 500]")], file: file)?.region == "w/beside")
        #expect(
            try Self.refusal([("{ id: badge,", "{ id: cover, frame: [0, 400, 9, 9] }\n          - { id: badge,")], file: file)?.region == "w/cover")
    }

    @Test(arguments: [
        (", hitTest: { kind: overflow }", ""), (", hitTest: { kind: overflow }", ", hitTest: { kind: overflow }, userInteractionEnabled: false"),
        ("[0, 450, 9, 9]", "[9, 450, 9, 9]"),
    ]) func `what lies over it stays there, also by what is around that and lies beside`(_ change: (String, String)) throws {
        let file = Self.file.replacing(
            "{ id: badge,",
            with: "{ id: shelf, frame: [0, 450, 9, 9], hitTest: { kind: overflow }, "
                + "children: [{ id: book, frame: [600, 100, 9, 9] }] }\n          - { id: badge,")
        let refusal = try Self.refusal([change], file: file)
        #expect(refusal?.description.contains("over the sensitive region \"w/pad\"") == true, "\(String(describing: refusal))")
    }

    @Test func `a redirect in front leads nowhere until its target is there, and has none in a trial either`() throws {
        func tree(_ ids: [String]) -> Settings {
            var pad = RegionSpec(id: "pad", geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
            pad.isSensitive = true
            var lure = RegionSpec(id: "lure", geometry: RegionGeometry(frame: Rect(500, 0, 9, 9)))
            lure.hitTest = .redirect(to: "trap", always: true)
            let others = ids.map { RegionSpec(id: $0, geometry: RegionGeometry(frame: Rect(700, 700, 9, 9))) }
            let window = RegionSpec(
                id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: others + [pad, lure])
            return Settings(screens: [ScreenSettings(spec: ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window]))])
        }
        for (file, trial) in [(tree([]), tree(["trap"])), (tree(["trap"]), tree([]))] {
            #expect(throws: TrialRefusal.self) { try TrialComparison(file: file, trial: trial).check() }
        }
        try TrialComparison(file: tree(["trap"]), trial: tree(["trap", "other"])).check()
    }

    @Test(arguments: ["hitTest", "fallback", "around", "intercept"])
    func `what a sensitive region passes touches on to does not appear or disappear`(_ way: String) throws {
        func tree(_ ids: [String]) -> Settings {
            var pad = RegionSpec(id: "pad", geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
            pad.isSensitive = true
            if way == "hitTest" { pad.hitTest = .redirect(to: "other", always: false) }
            if way == "fallback" { pad.fallback = "other" }
            let others = ids.map { RegionSpec(id: $0, geometry: RegionGeometry(frame: Rect(700, 700, 9, 9))) }
            var window = RegionSpec(
                id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: [pad] + others)
            if way == "around" { window.fallback = "other" }
            if way == "intercept" { window.interceptors = [InterceptorSpec(id: "i", insideOf: "pad", verdict: .redirect, deliverTo: "other")] }
            return Settings(screens: [ScreenSettings(spec: ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window]))])
        }
        for (file, trial) in [(tree([]), tree(["other"])), (tree(["other"]), tree([]))] {
            #expect(throws: TrialRefusal.self) { try TrialComparison(file: file, trial: trial).check() }
        }
        try TrialComparison(file: tree(["other"]), trial: tree(["other", "more"])).check()
    }

    @Test func `a region that a trial has made sensitive may be opened, one of a client's may not`() throws {
        let padless = Self.file.replacing("            sensitive: true\n", with: "")
        let open = padless.replacing("[receive, claim, edit]", with: "[receive, claim, edit, sensitive]")
            .replacing("id: menu,", with: "id: menu, sensitive: true,")
        let (file, trial) = (try Self.settings(padless), try Self.settings(open))
        func check(_ settings: Settings, configured: Settings) throws {
            try TrialComparison(file: file, trial: trial, inForce: (settings.tree.directory, ConfiguredTree(configured.screens.map(\.spec)))).check()
        }
        try check(trial, configured: trial)
        var without = trial
        without.screens[0].spec.windows[1].children.removeFirst()
        #expect(throws: TrialRefusal.self) { try check(trial, configured: without) }
    }
}
