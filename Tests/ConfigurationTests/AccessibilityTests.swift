import Testing
import TouchCore

@testable import Configuration

/// The accessible glass in a configuration: what is read, and what a check warns of.
@Suite struct AccessibilityTests {
    private func settings(_ section: String, _ windows: String = "[]") throws -> Settings {
        let text = "version: 1\nscreens:\n  - id: main\n    size: [100, 100]\n    accessibility: \(section)\n    windows: \(windows)\n"
        let result = readConfiguration(Array(text.utf8), file: "f")
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
        return try #require(result.settings)
    }

    @Test func `a section is read whole`() throws {
        let settings = try settings(
            """
            { profiles: [{ id: speech, start: [{ jack: ear }, { key: KEY_F15 }, { corner: topLeft }, { fingers: 2 }, { region: help }],
                stop: [{ jack: ear, after: 5 }, { idle: 60 }], explore: { wait: 0.5, activate: [splitTap], keys: lift }, idleFactor: 10 },
              { id: low, show: [a], hide: [b], scan: { step: 2 }, touches: { steady: 24, snap: 40 } }],
              keypads: [{ id: pad, match: { name: "Storm*" }, keys: { KEY_UP: previous, KEY_DOWN: next }, switches: { SW_HEADPHONE_INSERT: ear },
                repeat: { delay: 2, every: 2 }, bounce: 0.5 }] }
            """, "[{ id: a, frame: [0, 0, 9, 9] }, { id: b, frame: [0, 0, 9, 9] }, { id: help, kind: view, frame: [0, 0, 9, 9] }]")
        let screen = settings.screens[0]
        let profiles = try #require(screen.spec.accessibility).profiles
        #expect(
            profiles[0].start == [
                .jack("ear", after: 0), .key("KEY_F15"), .corner(.topLeft, hold: 3_000_000), .fingers(2, hold: 5_000_000), .region("help"),
            ])
        #expect(profiles[0].stop == [.jack("ear", after: 5_000_000), .idle(60_000_000)])
        #expect(profiles[0].explore?.wait == 500_000 && profiles[0].explore?.doubleTap == 300_000 && profiles[0].explore?.activate == [.splitTap])
        #expect(profiles[0].explore?.keys == .lift && profiles[0].idleFactor == 10)
        #expect(profiles[1].show == ["a"] && profiles[1].hide == ["b"] && profiles[1].scan == ScanRule(step: 2_000_000, loops: 3))
        #expect(profiles[1].touches?.steady == 24 && profiles[1].touches?.snap == 40 && profiles[1].touches?.maximum == nil)
        let keypad = screen.keypads[0]
        #expect(keypad.keys == ["KEY_UP": .previous, "KEY_DOWN": .next] && keypad.switches == ["SW_HEADPHONE_INSERT": "ear"])
        #expect(keypad.timing == KeyTiming(repetition: KeyTiming.Repetition(delay: 2_000_000, every: 2_000_000), bounce: 500_000))
    }

    @Test func `a screen without the section has no rules`() throws {
        let text = "version: 1\nscreens: [{ id: main, size: [9, 9] }]"
        let settings = try #require(readConfiguration(Array(text.utf8), file: "f").settings)
        #expect(settings.screens[0].spec.accessibility == nil && settings.screens[0].keypads.isEmpty)
    }

    @Test func `a region's description is read whole, and what says nothing is none`() throws {
        let tree = try settings(
            "{}",
            """
            [{ id: w, frame: [0, 0, 9, 9], accessibility: { label: L, hint: H, value: 5, language: de-AT, role: link, element: true, hidden: true,
              modal: true, elements: [a], activationPoint: [1, 2], direct: true, private: true }, children: [
              { id: a, frame: [0, 0, 9, 9], accessibility: { modal: false } }] }]
            """
        ).tree
        let spec = try #require(tree.spec(ofID: "w")?.accessibility)
        #expect(spec.label == "L" && spec.hint == "H" && spec.value == "5" && spec.language == "de-AT" && spec.role == .link)
        #expect(spec.isElement == true && spec.isHidden && spec.isModal && spec.elements == ["a"] && spec.activationPoint == Point(1, 2))
        #expect(spec.isDirect && spec.isPrivate)
        #expect(tree.spec(ofID: "a")?.accessibility == nil)
    }

    // MARK: Warnings

    private func warned(_ section: String, _ children: String) -> [String] {
        ids(
            check(
                """
                version: 1
                screens:
                  - id: main
                    size: [1080, 1920]
                    accessibility: \(section)
                    windows: [{ id: w, frame: [0, 0, 1080, 1920], accessibility: { language: en }, children: [\(children)] }]
                """))
    }

    private static let ok = "{ id: ok, kind: button, frame: [0, 0, 200, 200], accessibility: { label: OK } }"

    @Test func `each warning is found, and a right configuration has none`() {
        let keypads = "keypads: [{ id: k, match: { name: k }, keys: { KEY_A: next, KEY_B: previous, KEY_C: activate } }]"
        #expect(warned("{}", Self.ok) == [])
        #expect(warned("{ profiles: [{ id: s, explore: {} }], \(keypads) }", Self.ok) == [])
        #expect(warned("{ profiles: [{ id: s, explore: {} }] }", Self.ok) == ["no-keypad"])
        #expect(warned("{ profiles: [{ id: s, scan: {}, show: [ok] }], \(keypads) }", Self.ok) == [])
        #expect(warned("{ profiles: [{ id: s, stop: [{ corner: topLeft }, { region: ok }] }] }", Self.ok) == [])
        #expect(warned("{}", "{ id: ok, kind: button, frame: [0, 0, 200, 200] }") == ["no-label"])
        #expect(warned("{}", "{ id: ok, kind: button, frame: [0, 0, 200, 200], accessibility: { element: false } }") == [])
        #expect(warned("{ profiles: [{ id: s, start: [{ fingers: 2 }] }] }", Self.ok) == ["two-finger-only"])
        #expect(warned("{ profiles: [{ id: s, start: [{ fingers: 2 }, { region: ok }] }] }", Self.ok) == [])
        #expect(warned("{}", "{ id: map, frame: [0, 0, 9, 9], gestures: [{ id: zoom, type: pinch }] }") == ["two-finger-only"])
        #expect(warned("{}", Self.ok + ", { id: poster, frame: [0, 0, 300, 90] }, { id: low, frame: [0, 90, 300, 210] }") == ["covered-element"])
        #expect(
            warned("{}", "{ id: ok, kind: button, frame: [0, 0, 200, 200], accessibility: { label: OK, activationPoint: [300, 0] } }")
                == ["covered-element"])
    }

    @Test func `a language is missing once for each window`() {
        let found = check(
            """
            version: 1
            screens:
              - id: main
                size: [1080, 1920]
                accessibility: {}
                windows:
                  - id: w
                    frame: [0, 0, 1080, 1920]
                    children: [\(Self.ok), { id: no, kind: button, frame: [0, 500, 200, 200], accessibility: { label: No } }]
            """)
        #expect(ids(found) == ["no-language"])
    }

    @Test func `a screen without the section has no such warning`() {
        #expect(
            warnings("- { id: ok, kind: button, frame: [0, 0, 200, 200] }\n- { id: map, frame: [0, 0, 9, 9], gestures: [{ id: z, type: pinch }] }")
                == [])
    }
}
