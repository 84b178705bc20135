import StrictYAML
import Support
import Testing

@testable import touchctl

@Suite struct MapTests {
    @Test func `usual connectors stand without quotation marks, others with them`() {
        for connector in ["HDMI-A-1", "DSI-1", "eDP-1", "DP-12", "Virtual-1"] { #expect(Map.plainOrQuoted(connector) == connector) }
        #expect(Map.plainOrQuoted("1-2") == "\"1-2\"")
        #expect(Map.plainOrQuoted("no") == "\"no\"")
        #expect(Map.plainOrQuoted("-") == "\"-\"")
    }

    @Test func `whatever a connector is called, libyaml reads it back`() throws {
        for connector in HostileText("\"\\'#:,[]{}&*!|>%@`\n-") where !connector.isEmpty {
            let log = DiagnosticLog(file: "")
            let root = DocumentReader.read(Array("output: \(Map.plainOrQuoted(connector))\n".utf8), log: log)
            let isSame = root?["output"]?.string?.utf8.elementsEqual(connector.utf8) == true
            #expect(isSame, "\(connector.debugDescription): \(log.inSourceOrder)")
        }
    }
}
