import Support
import Testing

@testable import Calibration

/// Names of devices in the configurations of labwc and sway: each line that is written maps exactly the device.
@Suite struct OutputMappingTests {
    private static let specials = "\"'\\<>&;#$%[]{}*?|,=:\n\t -_"

    private func mapping(_ name: String, virtual: String = "", connector: String = "HDMI-A-1") -> OutputMapping {
        var panel = CalibratedPanel()
        (panel.name, panel.virtualName) = (name, virtual)
        (panel.vendor, panel.product) = (0x1234, 0x5678)
        return OutputMapping(panel, connector: connector)
    }

    @Test func `the virtual panel comes first, and the panel itself has the same output`() {
        let mapping = mapping("10-0038 generic ft5x06 (79)", virtual: "touchd main", connector: "DSI-1")
        #expect(
            mapping.labwc == [
                #"<touch deviceName="touchd main" mapToOutput="DSI-1" mouseEmulation="no"/>"#,
                #"<touch deviceName="10-0038 generic ft5x06 (79)" mapToOutput="DSI-1" mouseEmulation="no"/>"#,
            ])
        #expect(
            mapping.sway == [
                #"input "4660:22136:touchd_main" map_to_output "DSI-1""#,
                #"input "4660:22136:10-0038_generic_ft5x06_(79)" map_to_output "DSI-1""#,
            ])
    }

    @Test func `a panel without a virtual panel has one line`() {
        #expect(mapping("ACME").labwc == [#"<touch deviceName="ACME" mapToOutput="HDMI-A-1" mouseEmulation="no"/>"#])
        #expect(mapping("ACME").sway == [#"input "4660:22136:ACME" map_to_output "HDMI-A-1""#])
    }

    /// Tests/VM/guest/labwc.py has labwc read this entry for a device with this name.
    @Test func `special characters are references in XML, and sway's line is left out`() {
        let mapping = mapping("ACME \"10\" <Touch> & Ko\u{308}")
        #expect(
            mapping.labwc == [
                #"<touch deviceName="ACME &#x22;10&#x22; &#x3c;Touch&#x3e; &#x26; Ko&#x308;" mapToOutput="HDMI-A-1" mouseEmulation="no"/>"#
            ])
        #expect(mapping.sway == [])
    }

    @Test func `whatever a name is, labwc reads back this name or there is no entry`() throws {
        for name in HostileText(Self.specials) {
            let entries = mapping(name, virtual: "touchd main").labwc
            for (entry, expected) in zip(entries, ["touchd main", name]) {
                let attributes = try TouchEntryParser.attributes(entry)
                try #require(attributes.map(\.name) == ["deviceName", "mapToOutput", "mouseEmulation"], "\(name.debugDescription): \(entry)")
                #expect(
                    attributes.map(\.value) == [Array(expected.utf8), Array("HDMI-A-1".utf8), Array("no".utf8)], "\(name.debugDescription): \(entry)")
            }
            // XML 1.0 has no reference for these, and U+FFFD stands for bytes that are not known.
            let isImpossible =
                name.isEmpty
                || name.unicodeScalars.contains {
                    $0.value < 0x20 && $0 != "\t" && $0 != "\n" && $0 != "\r" || ["\u{FFFD}", "\u{FFFE}", "\u{FFFF}"].contains($0)
                }
            #expect(entries.count == (isImpossible ? 1 : 2), "\(name.debugDescription): \(entries)")
        }
    }

    @Test func `whatever a name is, sway's line names this device or there is none`() throws {
        var written = 0
        for name in HostileText(Self.specials) {
            let lines = mapping(name, virtual: "touchd main").sway
            for (line, expected) in zip(lines, ["touchd main", name]) {
                let words = try SwayLineParser.words(line)
                let identifier = SwayLineParser.identifier(0x1234, 0x5678, Array(expected.utf8))
                try #require(
                    words == [Array("input".utf8), identifier, Array("map_to_output".utf8), Array("HDMI-A-1".utf8)],
                    "\(name.debugDescription): \(line)")
            }
            #expect(!lines.isEmpty, "a panel's name has no effect on the line of the virtual panel")
            written += lines.count - 1
        }
        #expect(written > 0)
    }

    @Test func `no connector gets out of its quotation marks either`() throws {
        for connector in HostileText(Self.specials, random: 200) {
            let mapping = mapping("ACME", connector: connector)
            for entry in mapping.labwc { #expect(try TouchEntryParser.attributes(entry)[1].value == Array(connector.utf8)) }
            for line in mapping.sway { #expect(try SwayLineParser.words(line).last == Array(connector.utf8), "\(line)") }
        }
    }

    @Test func `a name of bytes that are not UTF-8 has no line`() {
        var hostile = HostileText(Self.specials, random: 200)
        while let bytes = hostile.nextBytes() {
            let name = String(decoding: bytes, as: UTF8.self)
            if !name.unicodeScalars.contains("\u{FFFD}") { continue }
            #expect(mapping(name).labwc.isEmpty && mapping(name).sway.isEmpty, "\(bytes)")
        }
    }

    @Test func `identical panels are told apart by their virtual panels only`() {
        let left = mapping("ILITEK", virtual: "touchd left", connector: "HDMI-A-1")
        let right = mapping("ILITEK", virtual: "touchd right", connector: "HDMI-A-2")
        #expect(!left.isConfused(with: right))
        #expect(mapping("ILITEK").isConfused(with: mapping("ilitek", connector: "HDMI-A-2")), "labwc ignores the case")
        #expect(!mapping("ILITEK").isConfused(with: mapping("ILITEK")), "on the same display")
        #expect(mapping("a", virtual: "touchd main").isConfused(with: mapping("b", virtual: "touchd main", connector: "DSI-1")), "on one screen")
    }
}
