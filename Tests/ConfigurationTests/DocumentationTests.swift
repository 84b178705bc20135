import Testing
import TouchCore
import Scenarios
import TreeFormat
import Vocabulary

@testable import Configuration

/// The reference in docs/configuration.md is complete, and its examples are valid.
@Suite struct DocumentationTests {
    private func reference(_ page: String = "configuration") throws -> [Substring] {
        let text = try Fixtures.read(Fixtures.repository + "/docs/\(page).md")
        return String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func `every yaml example is a configuration without errors, of which a check says nothing`() throws {
        var examples: [(place: String, text: String)] = []
        var isInside = false
        for page in ["configuration", "access", "applications", "raspberry-pi"] {
            for (index, line) in try reference(page).enumerated() {
                if line == "```yaml" {
                    isInside = true
                    examples.append(("\(page).md:\(index + 1)", ""))
                } else if line == "```" {
                    isInside = false
                } else if isInside {
                    examples[examples.count - 1].text += line + "\n"
                }
            }
        }
        #expect(examples.count >= 5)
        for example in examples {
            let result = checkConfiguration(Array(example.text.utf8), file: "example at \(example.place)")
            #expect(result.diagnostics.map(\.description) == [])
        }
    }

    @Test func `each warning is described, and no others`() throws {
        let lines = try reference()
        let section = lines.drop { $0 != "## Warnings" }.prefix { !$0.hasPrefix("## Top") }
        let described = section.filter { $0.hasPrefix("| `") }.map { String($0.dropFirst(3).prefix { $0 != "`" }) }
        #expect(described == WarningID.allCases.map(\.rawValue))
    }

    @Test func `each warning of a check has its rule`() {
        let ofReading: [WarningID] = [
            .noWindows, .controllerWithoutRegion, .sensitiveNotGrabbed, .sensitiveTrustedUser, .sensitiveOpenToAll, .sensitiveOpenToGroup,
            .keyNeverTyped, .unknownAccount, .unknownAllow,
        ]
        #expect(Set(WarningRules.all.map { $0.id }).union(ofReading) == Set(WarningID.allCases))
        #expect(WarningRules.all.count + ofReading.count == WarningID.allCases.count)
    }

    @Test func `every key of a scenario is described`() throws {
        let text = String(decoding: try Fixtures.read(Fixtures.repository + "/docs/scenarios.md"), as: UTF8.self)
        for name in ScenarioShapes.format.ownNames + TreeShapes.edits.ownNames {
            for key in ScenarioShapes.format[name].keys {
                let isThere = text.contains("`\(key.name)`") || text.contains("\"\(key.name)\"")
                #expect(isThere, "\(key.name) of \(name.rawValue)")
            }
        }
    }

    @Test func `every key of every object is described`() throws {
        // Access rules are described in the page about access.
        let rows = try (reference() + reference("access")).filter { $0.hasPrefix("| `") }
        for name in Shapes.format.names {
            for key in Shapes.format[name].keys {
                // The keys of hitTest, shapes and controllers are described in sentences and in a table of values.
                if [.hitTest, .regionShape, .controller].contains(name) { continue }
                #expect(rows.contains { $0.hasPrefix("| `\(key.name)` |") }, "\(key.name) of \(name.rawValue)")
            }
        }
        for type in FilterRules.types {
            for parameter in type.parameters {
                let owner = type.noun == nil ? "| `\(parameter.name)` |" : "`\(type.name)`"
                #expect(rows.contains { $0.hasPrefix("| `\(parameter.name)` |") && $0.contains(owner) }, "\(parameter.name) of \(type.name)")
            }
        }
    }

    @Test func `every device that has quirks is described, with its quirks`() throws {
        let rows = try reference().filter { $0.hasPrefix("| ") }
        for entry in DeviceQuirks.table {
            let ids = [entry.match.vendor, entry.match.product].map { String(0x10000 + Int($0 ?? 0), radix: 16).dropFirst() }.joined(separator: ":")
            let names = entry.quirks.map { "`\($0.name)`" }.joined(separator: ", ")
            #expect(rows.contains { $0.contains("| `\(ids)` | \(names) |") }, "\(ids) has \(names)")
            for quirk in entry.quirks { #expect(rows.contains { $0.hasPrefix("| `\(quirk.name)` |") }, "\(quirk.name)") }
        }
    }

    /// Checks the gesture type and the default of each documented property.
    @Test func `the table of gestures is the types' own`() throws {
        func column(_ text: Substring) -> String {
            String(text.trimmingPrefix { $0 == " " }.reversed().trimmingPrefix { $0 == " " }.reversed())
        }
        var rows: [[String]] = []
        for line in try reference() where line.hasPrefix("| `") { rows.append(line.split(separator: "|").map(column)) }
        var names: [String] = []
        for name in GestureType.ofGestures.flatMap({ $0.properties.map(\.name) }) where !names.contains(name) { names.append(name) }
        for name in names {
            let owners = GestureType.ofGestures.compactMap { type in
                type.properties.first { $0.name == name }.map { (type: type.name, text: $0.defaultText) }
            }
            let types = owners.map { "`\($0.type)`" }.joined(separator: ", ")
            let usual = owners[0].text
            let others = owners.filter { $0.text != usual }.map { "\($0.text) for `\($0.type)`" }
            let row = try #require(rows.first { $0[0] == "`\(name)`" && $0.count == 4 && $0[1] == types }, "\(name) for \(types)")
            let text = ([usual] + others).joined(separator: "; ")
            #expect(row[3].filter { $0 != "`" } == text.filter { $0 != "`" }, "\(name)")
        }
        for type in GestureType.ofGestures {
            #expect(rows.contains { $0.count == 2 && $0[0] == "`\(type.name)`" }, "\(type.name)")
        }
    }
}
