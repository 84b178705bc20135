import Configuration
import FakePlatform
import Glibc
import Panels
import Testing

@testable import Service
@testable import TouchCore

/// Keypads and jacks as devices (contract 10, rule F7).
@Suite struct KeypadTests {
    private let node = "/dev/input/event5"

    private func keypad(_ name: String = "Storm Keypad", at node: String = "/dev/input/event5") -> FakeKeypad {
        FakeKeypad(name, at: node, keys: ["KEY_UP", "KEY_DOWN", "KEY_ENTER", "KEY_F15", "KEY_A"], switches: ["SW_HEADPHONE_INSERT"])
    }

    /// A screen with the buttons `one`, `two` and `three`, a profile for a jack and a key, and a keypad.
    private func settings(_ change: (inout KeypadSettings) -> Void = { _ in }) -> Settings {
        var settings = Bench.settings([])
        settings.screens[0].spec.windows[0].children = (0..<3).map { index in
            RegionSpec(
                id: ["one", "two", "three"][index], kind: .button, geometry: RegionGeometry(frame: Rect(Double(index) * 100, 0, 100, 100)))
        }
        var speech = ProfileRule(id: "speech")
        speech.start = [.jack("ear", after: 0), .key("KEY_F15")]
        speech.stop = [.jack("ear", after: 5_000_000)]
        settings.screens[0].spec.accessibility = AccessibilityRules(profiles: [speech])
        var pad = KeypadSettings(id: "pad", match: PanelMatch(name: "Storm*"))
        pad.keys = ["KEY_UP": .previous, "KEY_DOWN": .next, "KEY_ENTER": .activate]
        pad.switches = ["SW_HEADPHONE_INSERT": "ear"]
        change(&pad)
        settings.screens[0].keypads = [pad]
        return settings
    }

    private func bench(_ keypads: FakeKeypad..., settings: Settings? = nil) throws -> Bench {
        let bench = try Bench(settings: settings ?? self.settings())
        for keypad in keypads { bench.system.panels.plug(keypad) }
        return bench
    }

    private func focus(_ bench: Bench) -> String? {
        let pipeline = bench.service.dispatcher.pipeline
        return pipeline.accessibility.screens[0]?.focus.map { pipeline.tree[$0.region].id }
    }

    private func profiles(_ bench: Bench) -> [String] { bench.service.activeProfiles[0] ?? [] }

    private func send(_ keypad: FakeKeypad, _ name: String, _ value: Int32, _ bench: Bench) {
        keypad.send(name, value, at: bench.time)
        keypad.wake()
    }

    private func press(_ keypad: FakeKeypad, _ name: String, _ bench: Bench) {
        send(keypad, name, 1, bench)
        bench.pass(50_000)
        send(keypad, name, 0, bench)
    }

    private func reload(_ bench: Bench, _ settings: Settings) {
        bench.settings = settings
        bench.service.reload { _ in }
        bench.turn()
    }

    private func entries(_ bench: Bench) -> [String] { bench.service.keypads.entries.map { "\($0.keypad ?? "nil"): \($0.reason)" } }

    // MARK: Keys and switches

    @Test func `a keypad is grabbed, its keys move the focus, and keys without an action do nothing`() throws {
        let pad = keypad()
        let bench = try bench(pad)
        #expect(pad.isGrabbed)
        #expect(bench.system.takeLog().contains("info: keypad s/pad is \(pad.identity.summary)"))
        press(pad, "KEY_DOWN", bench)
        #expect(focus(bench) == "one")
        press(pad, "KEY_DOWN", bench)
        press(pad, "KEY_A", bench)
        #expect(focus(bench) == "two")
        press(pad, "KEY_UP", bench)
        #expect(focus(bench) == "one")
        #expect(bench.system.takeLog() == [], "no key is logged")
    }

    @Test func `an activation is a touch at the element`() throws {
        let pad = keypad()
        let bench = try bench(pad)
        press(pad, "KEY_DOWN", bench)
        press(pad, "KEY_ENTER", bench)
        bench.pass(200_000)
        #expect(
            bench.heard().filter { $0.hasSuffix("s-accessibility") && !$0.hasPrefix(" ") } == [
                "began on s-accessibility", "ended on s-accessibility",
            ])
    }

    @Test func `a plug starts the profile, and the profile ends some time after the plug is out`() throws {
        let pad = keypad()
        let bench = try bench(pad)
        send(pad, "SW_HEADPHONE_INSERT", 1, bench)
        #expect(profiles(bench) == ["speech"])
        send(pad, "SW_HEADPHONE_INSERT", 0, bench)
        bench.pass(4_900_000)
        #expect(profiles(bench) == ["speech"])
        bench.pass(200_000)
        #expect(profiles(bench) == [])
        press(pad, "KEY_F15", bench)
        #expect(profiles(bench) == ["speech"], "any key of a keypad may start a profile")
    }

    @Test func `a plug that is in at the opening counts, and one that goes in while touchd does not listen`() throws {
        let pad = keypad()
        pad.set("SW_HEADPHONE_INSERT", true)
        let bench = try bench(pad)
        #expect(profiles(bench) == ["speech"])
        let other = keypad()
        let second = try self.bench(other)
        other.set("SW_HEADPHONE_INSERT", true)
        other.overflow(at: second.time)
        other.wake()
        #expect(profiles(second) == ["speech"])
        #expect(second.log().contains("warning: keypad s/pad: the kernel dropped events; touchd read its switches again"))
    }

    // MARK: Repetition and bounce

    @Test func `a held key acts once, whatever the kernel repeats`() throws {
        let pad = keypad()
        let bench = try bench(pad)
        send(pad, "KEY_DOWN", 1, bench)
        for _ in 0..<10 {
            bench.pass(100_000)
            send(pad, "KEY_DOWN", 2, bench)
        }
        bench.pass(10_000_000)
        #expect(focus(bench) == "one")
    }

    @Test func `with repeat a held key acts again at its own times until it is released, and activate never does`() throws {
        let pad = keypad()
        let bench = try bench(pad, settings: settings { $0.timing.repetition = KeyTiming.Repetition(delay: 1_000_000, every: 500_000) })
        send(pad, "KEY_DOWN", 1, bench)
        bench.pass(990_000)
        #expect(focus(bench) == "one")
        bench.pass(20_000)
        #expect(focus(bench) == "two")
        bench.pass(500_000)
        #expect(focus(bench) == "three")
        send(pad, "KEY_DOWN", 0, bench)
        bench.pass(5_000_000)
        #expect(focus(bench) == "three")
        _ = bench.heard()
        send(pad, "KEY_ENTER", 1, bench)
        bench.pass(5_000_000)
        #expect(bench.heard().count { $0 == "began on s-accessibility" } == 1)
    }

    @Test func `bounce is by key, and counts from the press`() throws {
        let pad = keypad()
        let bench = try bench(pad, settings: settings { $0.timing.bounce = 500_000 })
        press(pad, "KEY_DOWN", bench)
        bench.pass(300_000)
        press(pad, "KEY_DOWN", bench)
        #expect(focus(bench) == "one", "it bounced")
        press(pad, "KEY_UP", bench)
        #expect(focus(bench) == "three", "another key did not")
        bench.pass(500_000)
        press(pad, "KEY_DOWN", bench)
        #expect(focus(bench) == "one")
    }

    @Test func `keys lost in an overflow count as released`() throws {
        let pad = keypad()
        let bench = try bench(pad, settings: settings { $0.timing.repetition = KeyTiming.Repetition(delay: 1_000_000, every: 500_000) })
        send(pad, "KEY_DOWN", 1, bench)
        pad.set("KEY_DOWN", false)
        pad.overflow(at: bench.time)
        pad.wake()
        bench.pass(5_000_000)
        #expect(focus(bench) == "one")
    }

    // MARK: The screen's state

    @Test func `on a dark display the first key only wakes, and the next one acts even if the display is still dark`() throws {
        let pad = keypad()
        let bench = try bench(pad)
        bench.service.dispatcher.setDisplay(.off, isTold: false, screen: 0)
        press(pad, "KEY_DOWN", bench)
        #expect(focus(bench) == nil)
        press(pad, "KEY_DOWN", bench)
        #expect(focus(bench) == "one")
        bench.service.dispatcher.setDisplay(.on, isTold: false, screen: 0)
        bench.service.dispatcher.setDisplay(.off, isTold: false, screen: 0)
        press(pad, "KEY_DOWN", bench)
        #expect(focus(bench) == "one", "it is dark again")
    }

    @Test func `while the screen is locked or cleaned keys do nothing, and a held key stops`() throws {
        let pad = keypad()
        let bench = try bench(pad, settings: settings { $0.timing.repetition = KeyTiming.Repetition(delay: 1_000_000, every: 500_000) })
        for mode in [ScreenMode.locked, .cleaning] {
            bench.service.dispatcher.setMode(mode, for: nil, screen: 0)
            press(pad, "KEY_DOWN", bench)
            press(pad, "KEY_F15", bench)
            #expect(focus(bench) == nil && profiles(bench) == [])
        }
        bench.service.dispatcher.setMode(.normal, for: nil, screen: 0)
        send(pad, "KEY_DOWN", 1, bench)
        bench.service.dispatcher.setMode(.locked, for: nil, screen: 0)
        bench.pass(3_000_000)
        bench.service.dispatcher.setMode(.normal, for: nil, screen: 0)
        bench.pass(3_000_000)
        #expect(focus(bench) == "one")
    }

    // MARK: Coming and going

    @Test func `an unplugged keypad has its keys released and its plug out, and is opened again when it comes back`() throws {
        let pad = keypad()
        let bench = try bench(pad, settings: settings { $0.timing.repetition = KeyTiming.Repetition(delay: 1_000_000, every: 500_000) })
        send(pad, "SW_HEADPHONE_INSERT", 1, bench)
        send(pad, "KEY_DOWN", 1, bench)
        bench.system.panels.unplug(pad)
        #expect(!pad.isOpen && entries(bench) == [])
        #expect(bench.system.takeLog().contains("info: keypad s/pad, \(pad.identity.summary), is gone"))
        bench.pass(4_900_000)
        #expect(focus(bench) == "one" && profiles(bench) == ["speech"])
        bench.pass(200_000)
        #expect(profiles(bench) == [])
        pad.set("KEY_DOWN", false)
        bench.system.panels.plug(pad)
        #expect(pad.isGrabbed && pad.openings == 2 && profiles(bench) == ["speech"], "the plug is still in the jack")
    }

    @Test func `a keypad of which a key is down is grabbed once it is up`() throws {
        let pad = keypad()
        pad.set("KEY_A", true)
        let bench = try bench(pad)
        #expect(pad.isOpen && !pad.isGrabbed)
        #expect(entries(bench) == ["s/pad: matched by test.yaml:1:1; not grabbed, because a key is down"])
        send(pad, "KEY_A", 0, bench)
        #expect(pad.isGrabbed && entries(bench) == ["s/pad: matched by test.yaml:1:1; grabbed"])
    }

    @Test func `a keypad that another program has grabbed is tried again, with one warning`() throws {
        let pad = keypad()
        pad.grabFailure = PanelError(node, "cannot grab it, another program has grabbed it", code: EBUSY)
        let bench = try bench(pad)
        bench.pass(5_000_000)
        let why = "cannot grab it, another program has grabbed it"
        #expect(bench.log().filter { $0.hasPrefix("warning") } == ["warning: keypad s/pad: \(why); its keys also reach other programs"])
        #expect(entries(bench) == ["s/pad: matched by test.yaml:1:1; not grabbed: \(why)"])
        pad.grabFailure = nil
        bench.pass(2_000_000)
        #expect(pad.isGrabbed)
    }

    @Test func `a keypad that cannot be opened is named with the reason, and tried again if that may help`() throws {
        let pad = keypad()
        pad.openingFailure = PanelError(node, "cannot open it: Permission denied", code: EACCES)
        let bench = try bench(pad)
        #expect(entries(bench) == ["s/pad: refused: cannot open it: Permission denied"])
        pad.openingFailure = PanelError(node, "no answer", code: ETIMEDOUT)
        reload(bench, settings())
        pad.openingFailure = nil
        #expect(!pad.isOpen)
        bench.pass(2_000_000)
        #expect(pad.isGrabbed)
    }

    @Test func `a match that fits two devices is an error that names both`() throws {
        let (one, two) = (keypad(), keypad("Storm Keypad 2", at: "/dev/input/event6"))
        let bench = try bench(settings: settings())
        one.set("KEY_A", false)
        bench.system.panels.plug(two)
        #expect(two.isGrabbed)
        bench.system.panels.plug(one)
        #expect(!one.isOpen && two.isGrabbed, "the one that is open stays")
        let line = try #require(entries(bench).last)
        #expect(line.contains("the match of keypad s/pad fits") && line.contains(one.identity.summary) && line.contains(two.identity.summary))
    }

    @Test func `a key that the device does not have is a warning`() throws {
        let pad = FakeKeypad("Storm", at: node, keys: ["KEY_DOWN"])
        let bench = try bench(pad)
        #expect(
            bench.log() == [
                "info: keypad s/pad is \(pad.identity.summary)",
                "warning: keypad s/pad: \(pad.identity.summary) does not have KEY_ENTER, KEY_UP, SW_HEADPHONE_INSERT",
            ])
    }

    // MARK: Reloads

    @Test func `a reload keeps a keypad that has not changed open, opens a changed one again, and closes one that is gone`() throws {
        let pad = keypad()
        let bench = try bench(pad)
        send(pad, "SW_HEADPHONE_INSERT", 1, bench)
        reload(bench, settings())
        #expect(pad.openings == 1 && profiles(bench) == ["speech"])
        reload(bench, settings { $0.keys["KEY_A"] = .next })
        #expect(pad.openings == 2 && pad.isGrabbed && profiles(bench) == ["speech"])
        press(pad, "KEY_A", bench)
        #expect(focus(bench) == "one")
        var none = settings()
        none.screens[0].keypads = []
        reload(bench, none)
        #expect(!pad.isOpen)
        #expect(bench.service.keypads.entries.isEmpty)
    }

    @Test func `without keypads no device is looked for`() throws {
        var none = settings()
        none.screens[0].keypads = []
        let pad = keypad()
        let bench = try bench(pad, settings: none)
        #expect(!pad.isOpen && bench.service.keypads.entries.isEmpty)
    }
}
