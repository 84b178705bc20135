import StrictYAML
import Support
import Testing

@testable import touchctl

@Suite struct QuotedYAMLTests {
    @Test func `a text in YAML is read back by libyaml, whatever stands beside its special characters`() throws {
        for text in HostileText("\"\\'#:,[]{}&*!|>%@`\n-") {
            let log = DiagnosticLog(file: "")
            let root = DocumentReader.read(Array("listen: \(quotedYAML(text))\nend: true\n".utf8), log: log)
            #expect(root?["end"]?.boolean == true && log.inSourceOrder.isEmpty, "\(text.debugDescription): \(log.inSourceOrder)")
            #expect(root?["listen"]?.string?.utf8.elementsEqual(text.utf8) == true, "\(text.debugDescription)")
        }
    }
}
