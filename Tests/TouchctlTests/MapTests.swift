import SettingsFile
import Support
import Testing

@testable import touchctl

@Suite struct MapTests {
    private enum Key: String, CaseIterable { case output }

    @Test func `usual connectors stand without quotation marks, others with them`() {
        for connector in ["HDMI-A-1", "DSI-1", "eDP-1", "DP-12", "Virtual-1"] { #expect(Map.plainOrQuoted(connector) == connector) }
        #expect(Map.plainOrQuoted("1-2") == "\"1-2\"")
        #expect(Map.plainOrQuoted("no") == "\"no\"")
        #expect(Map.plainOrQuoted("-") == "\"-\"")
    }

    @Test func `whatever a connector is called, libyaml reads it back`() throws {
        for connector in HostileText("\"\\'#:,[]{}&*!|>%@`\n-") where !connector.isEmpty {
            let line = Array("output: \(Map.plainOrQuoted(connector))\n".utf8)
            let (read, mistakes) = SettingsFile.parse(line, beginsWith: "output") { root, values in
                values.entries(root, "the file", Key.self).map { _, value -> String? in
                    if case .scalar(let text, _) = value.content { text } else { nil }
                }
            }
            let entries = try #require(read)
            #expect(entries.count == 1 && entries[0]?.utf8.elementsEqual(connector.utf8) == true, "\(connector.debugDescription): \(mistakes)")
        }
    }
}
