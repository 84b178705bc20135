import SettingsFile
import Support
import Testing

@testable import touchctl

@Suite struct QuotedYAMLTests {
    private enum Key: String, CaseIterable { case listen, end }

    @Test func `a text in YAML is read back by libyaml, whatever stands beside its special characters`() throws {
        for text in HostileText("\"\\'#:,[]{}&*!|>%@`\n-") {
            let line = Array("listen: \(quotedYAML(text))\nend: true\n".utf8)
            let (read, mistakes) = SettingsFile.parse(line, beginsWith: "listen") { root, values in
                values.entries(root, "the file", Key.self).map { key, value -> (Key, String?) in
                    if case .scalar(let text, _) = value.content { (key, text) } else { (key, nil) }
                }
            }
            let entries = try #require(read)
            #expect(entries.map(\.0) == [.listen, .end], "\(text.debugDescription): \(mistakes)")
            if !text.isEmpty { #expect(entries[0].1?.utf8.elementsEqual(text.utf8) == true, "\(text.debugDescription)") }
        }
    }
}
