import Testing

@testable import Configuration

/// The reference in docs/configuration.md is complete, and its examples are right.
@Suite struct DocumentationTests {
    private func reference() throws -> [Substring] {
        let text = try Fixtures.read(Fixtures.repository + "/docs/configuration.md")
        return String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func `every yaml example is a configuration without errors`() throws {
        var examples: [(line: Int, text: String)] = []
        var isInside = false
        for (index, line) in try reference().enumerated() {
            if line == "```yaml" {
                isInside = true
                examples.append((index + 1, ""))
            } else if line == "```" {
                isInside = false
            } else if isInside {
                examples[examples.count - 1].text += line + "\n"
            }
        }
        #expect(examples.count >= 5)
        for example in examples {
            let result = readConfiguration(Array(example.text.utf8), file: "example on line \(example.line)")
            #expect(errors(result) == [])
        }
    }

    @Test func `every key of a scenario is described`() throws {
        let text = String(decoding: try Fixtures.read(Fixtures.repository + "/docs/scenarios.md"), as: UTF8.self)
        for name in ShapeName.allCases where !ShapeName.ofConfiguration.contains(name) {
            if name == .editRequest { continue }  // docs/protocol.md's
            for key in Shapes.shape(name).keys {
                let isThere = text.contains("`\(key.name)`") || text.contains("\"\(key.name)\"")
                #expect(isThere, "\(key.name) of \(name.rawValue)")
            }
        }
    }

    @Test func `every key of every object is described`() throws {
        let rows = try reference().filter { $0.hasPrefix("| `") }
        for name in ShapeName.ofConfiguration {
            for key in Shapes.shape(name).keys {
                // hitTest's, shapes' and controllers' own keys are described in sentences and in a table of values.
                if [.hitTest, .regionShape, .controller].contains(name) { continue }
                #expect(rows.contains { $0.hasPrefix("| `\(key.name)` |") }, "\(key.name) of \(name.rawValue)")
            }
        }
    }
}
