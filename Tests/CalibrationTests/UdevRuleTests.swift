import Support
import Testing

@testable import Calibration

/// Texts of devices in a udev rule do not change the rule, and the rule still matches the device.
@Suite struct UdevRuleTests {
    private static let specials = "\"\\*?[]|{}$%#=,!+ \n"

    private func panel(_ name: String) -> CalibratedPanel {
        var panel = CalibratedPanel()
        panel.id = name
        (panel.name, panel.idPath, panel.phys) = (name, "pci-0000:00:14.0-usb-0:3:1.0", "usb/input0")
        (panel.vendor, panel.product) = (0x1209, 0x7463)
        return panel
    }

    private static let head = ["ACTION", "SUBSYSTEM", "KERNEL"]
    private static let ids = ["ATTRS{id/vendor}", "ATTRS{id/product}", "ENV{ID_INPUT_TOUCHSCREEN}", "ENV{WL_OUTPUT}"]

    @Test(arguments: ["T\u{600}*\u{600}\", ENV{SYSTEMD_WANTS}+=\"\u{301} debug-shell.service \u{600}", "\u{600}\"", "\"\u{301}", "*\u{20dd}"])
    func `a quotation mark beside a mark that joins it does not end a value`(name: String) throws {
        let text = UdevRule(panel(name)).text("Calibration of \(panel(name).summary).", "WL_OUTPUT", "DP-1")
        let rules = try UdevParser.rules(text)
        #expect(rules.count == 1 && rules[0].map(\.name) == Self.head + ["ENV{ID_PATH}", "ATTRS{name}"] + Self.ids, "\(text)")
        #expect(!text.unicodeScalars.contains("\u{600}") && !rules[0][4].value.contains(UInt8(ascii: "*")))
    }

    @Test func `whatever a name is, the rule has the same keys and fits the device`() throws {
        for name in HostileText(Self.specials) {
            let panel = panel(name)
            let text = UdevRule(panel).text("Calibration of \(panel.summary), by touchctl.", "WL_OUTPUT", "DP-1")
            let rules = try UdevParser.rules(text)
            try #require(rules.count == 1 && text.utf8.count { $0 == 10 } == 2, "\(name.debugDescription): \(text)")
            let hasName = !name.isEmpty
            let expected = Self.head + ["ENV{ID_PATH}"] + (hasName ? ["ATTRS{name}"] : []) + Self.ids
            try #require(rules[0].map(\.name) == expected, "\(name.debugDescription): \(text)")
            let pattern = rules[0].first { $0.name == "ATTRS{name}" }?.value ?? []
            // No device has a NUL in its name.
            if hasName, !name.utf8.contains(0) { #expect(UdevParser.matches(pattern, Array(name.utf8)), "\(name.debugDescription): \(text)") }
            #expect(rules[0].last?.value == Array("DP-1".utf8))
        }
    }

    @Test func `no other text in the rule gets out of its quotation marks either`() throws {
        for text in HostileText(Self.specials, random: 200) {
            var panel = panel("ACME")
            (panel.idPath, panel.virtualPhys, panel.id) = (text, "touchd/" + text, text)
            let rule = UdevRule(panel).text("\(text) has \(panel.summary) over it.", "WL_OUTPUT", text)
            let rules = try UdevParser.rules(rule)
            try #require(rules.count == 2, "\(text.debugDescription): \(rule)")
            let keys =
                Self.head
                + (text.isEmpty
                    ? ["ATTRS{name}"] + Self.ids.prefix(2) + ["ATTRS{phys}"] + Self.ids.suffix(2) : ["ENV{ID_PATH}", "ATTRS{name}"] + Self.ids)
            try #require(rules[0].map(\.name) == keys, "\(text.debugDescription): \(rule)")
            try #require(rules[1].map(\.name) == Self.head + ["ATTRS{phys}", "ENV{WL_OUTPUT}"], "\(text.debugDescription): \(rule)")
            // udev substitutes these in assigned values.
            #expect(!rules[1].last!.value.contains { "$%".utf8.contains($0) })
        }
    }

    @Test func `a name that is not UTF-8 is fitted, but does not identify a device`() {
        var hostile = HostileText(Self.specials, random: 200)
        while let bytes = hostile.nextBytes() {
            let name = String(decoding: bytes, as: UTF8.self)
            if bytes.contains(0) { continue }
            #expect(UdevParser.matches(Array(UdevText.pattern(name).utf8), bytes), "\(bytes)")
            if name.unicodeScalars.contains("\u{FFFD}") { #expect(!UdevText.identifies(name)) }
        }
    }

    @Test func `a pattern fits nothing but what differs in the scalars that are not written`() {
        let pattern = Array(UdevText.pattern("Touch\"\u{600}*X").utf8)
        #expect(pattern == Array("Touch????X".utf8))
        for other in ["TouchX", "Touch\"X", "Touch and much more X", "Touch\"\u{600}*Y", "Pouch\"\u{600}*X"] {
            #expect(!UdevParser.matches(pattern, Array(other.utf8)), "\(other)")
        }
    }

    @Test func `letters of other scripts are written, and digits`() {
        #expect(UdevText.pattern("触摸屏 Größe-10.1 (α)") == "触摸屏 Größe-10.1 (α)")
        #expect(UdevText.pattern("אב") == "????")
    }

    @Test(arguments: ["", "  ", "\u{600}\"\u{301}", "***", "\u{FFFD}", "?a?*", "אב"])
    func `a panel that a rule cannot name has none`(name: String) {
        var panel = CalibratedPanel()
        panel.name = name
        #expect(!UdevRule(panel).isPossible && UdevRule(panel).text("", "A", "1").isEmpty)
        panel.phys = "usb-0000:00:14.0-3/input0"
        #expect(UdevRule(panel).isPossible)
    }
}
