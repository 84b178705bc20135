import Testing
import TouchCore

@testable import Configuration

/// The gestures of the kiosk in a configuration: what they decode to, and the warnings about those that nobody can make.
@Suite struct KioskGestureConfigurationTests {
    private func text(_ kiosk: String) -> String {
        "version: 1\nscreens:\n  - id: main\n    size: [1000, 800]\n    kiosk: { \(kiosk) }\n    windows: [{ id: w, frame: [0, 0, 1000, 800] }]\n"
    }

    private func rules(_ kiosk: String) throws -> KioskRules {
        let result = readConfiguration(Array(text(kiosk).utf8), file: "f")
        return try #require(result.settings, "\(result.diagnostics)").screens[0].spec.kiosk
    }

    @Test func `defaults are those of the contract`() throws {
        let rules = try rules(
            "gestures: [{ id: a, swipe: up, from: bottom }, { id: b, corner: topRight }, { id: c, fingers: 3 }, { id: d, swipe: left, fingers: 2 }]")
        #expect(
            rules.gestures == [
                KioskGestureRule(
                    id: "a", .swipe(KioskGestureRule.Swipe(.up, from: .bottom, distance: 40, travel: 160, within: 500_000)), fingers: 1),
                KioskGestureRule(id: "b", .corner(.topRight, size: 120, hold: 3_000_000), fingers: 1),
                KioskGestureRule(id: "c", .rest(hold: 3_000_000), fingers: 3),
                KioskGestureRule(
                    id: "d", .swipe(KioskGestureRule.Swipe(.left, from: nil, distance: 40, travel: 160, within: 500_000)), fingers: 2),
            ])
    }

    @Test func `each key is read`() throws {
        let rules = try rules(
            """
            staff: [{ id: s, corner: topLeft, do: { unit: true } }], gestures: [
            { id: a, swipe: down, from: top, fingers: 2, distance: 30, travel: 90, within: 0.25, do: { unit: true } },
            { id: b, corner: bottomLeft, size: 80, hold: 1.5, do: { unit: false } }, { id: c, fingers: 2, hold: 4 }]
            """)
        let action = KioskAction(startsUnit: true)
        #expect(rules.staff == [StaffRule(id: "s", corner: .topLeft, action: action)])
        #expect(
            rules.gestures == [
                KioskGestureRule(
                    id: "a", .swipe(KioskGestureRule.Swipe(.down, from: .top, distance: 30, travel: 90, within: 250_000)), fingers: 2, action: action),
                KioskGestureRule(id: "b", .corner(.bottomLeft, size: 80, hold: 1_500_000)),
                KioskGestureRule(id: "c", .rest(hold: 4_000_000), fingers: 2),
            ])
        #expect(rules.action(ofGesture: "s") == action && rules.action(ofGesture: "a") == action)
        #expect(rules.action(ofGesture: "b") == KioskAction() && rules.action(ofGesture: "z") == nil)
    }

    @Test(arguments: [
        ("gestures: [{ id: a, swipe: up, from: bottom, travel: 800 }]", "its \"travel\" of 800 points does not fit on the screen (800 points)"),
        ("gestures: [{ id: a, swipe: left, from: left }]", "a finger that comes down at the left edge has no room to go left"),
        (
            "staff: [{ id: s, corner: topLeft, taps: 1, hold: 2 }], gestures: [{ id: a, corner: topLeft }]",
            "staff gesture \"s\" takes its finger first"
        ),
        ("gestures: [{ id: b, corner: topLeft }, { id: a, corner: topLeft }]", "kiosk gesture \"b\" takes its fingers first"),
        ("gestures: [{ id: a, fingers: 3 }, { id: b, fingers: 2 }]", "kiosk gesture \"b\" takes its fingers first"),
        (
            "gestures: [{ id: a, swipe: up, from: bottom }, { id: b, swipe: up, from: bottom, travel: 100 }]",
            "kiosk gesture \"b\" takes its fingers first"
        ),
    ])
    func `a gesture that nobody can make is a warning`(kiosk: String, reason: String) {
        let found = check(text(kiosk))
        #expect(found.count == 1 && found[0].hasSuffix("warning: kiosk gesture \"a\" is never made: \(reason) [gesture-never-made]"), "\(found)")
    }

    @Test(arguments: [
        "gestures: [{ id: a, swipe: up, from: bottom, travel: 799 }]", "gestures: [{ id: a, swipe: left, from: left, travel: 30 }]",
        "staff: [{ id: s, corner: topLeft, taps: 2, hold: 2 }], gestures: [{ id: a, corner: topLeft }]",
        "staff: [{ id: s, corner: topLeft, taps: 1, hold: 4 }], gestures: [{ id: a, corner: topLeft }]",
        "gestures: [{ id: a, corner: topLeft, size: 200 }, { id: b, corner: topLeft, size: 100, hold: 2 }]",
        "gestures: [{ id: a, fingers: 3 }, { id: b, fingers: 4 , hold: 2 }]",
        "gestures: [{ id: a, swipe: up, from: bottom }, { id: b, swipe: up, from: left, travel: 100 }]",
        "gestures: [{ id: a, swipe: up, from: bottom }, { id: b, swipe: up, from: bottom, travel: 100, within: 0.2 }]",
    ]) func `a gesture that somebody can make is none`(kiosk: String) {
        #expect(check(text(kiosk)) == [])
    }
}
