import SettingsFile
import Support
import Testing

@testable import touchctl

@Suite struct QuotedYAMLTests {
    @Test func `a text in YAML is read back by libyaml, whatever stands beside its special characters`() throws {
        for text in HostileText("\"\\'#:,[]{}&*!|>%@`\n-") {
            let line = Array("listen: \(quotedYAML(text))\nend: true\n".utf8)
            let (read, mistakes) = SettingsFile.parse(line, beginsWith: "listen") { root, values in
                values.entries(root, "the file", known: ["listen", "end"]).map { entry -> (String, String?) in
                    if case .scalar(let text, _) = entry.value.content { (entry.key, text) } else { (entry.key, nil) }
                }
            }
            let entries = try #require(read)
            #expect(entries.map(\.0) == ["listen", "end"], "\(text.debugDescription): \(mistakes)")
            if !text.isEmpty { #expect(entries[0].1?.utf8.elementsEqual(text.utf8) == true, "\(text.debugDescription)") }
        }
    }
}
