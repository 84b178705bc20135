import Foundation
import Testing

/// The tables in this folder's README.md and in that of `ServerTests` against the sources they speak of.
@Suite struct CaseTableTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let root = tests.deletingLastPathComponent()
    /// Which cases are in whose table.
    static let cases = [
        "TouchCoreTests": (Array(1...157) + Array(182...184)).flatMap { $0 == 23 ? ["23", "23b"] : ["\($0)"] },
        "ServerTests": (Array(158...181) + [194]).map { "\($0)" },
    ]

    private static func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// Case numbers and what covers them, in the table's order.
    private static func rows(_ folder: String) throws -> [(number: String, covers: String)] {
        try text(tests.appendingPathComponent("\(folder)/README.md")).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[0].first?.isNumber == true else { return nil }
            return (cells[0], cells[2])
        }
    }

    /// Functions with @Test of all Swift tests.
    private static func allTests() throws -> Set<String> {
        let files = FileManager.default.enumerator(at: root.appendingPathComponent("Tests"), includingPropertiesForKeys: nil)!
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            for match in try text(file).matches(of: /@Test[^\n]*?(?:\n[^\n]*?)??func `?(\w+|[^`\n]+(?=`))`?\(/) {
                names.insert(String(match.1))
            }
        }
        return names
    }

    @Test(arguments: cases.keys.sorted()) func everyCaseHasARow(_ folder: String) throws {
        #expect(try Self.rows(folder).map(\.number) == Self.cases[folder])
    }

    @Test(arguments: cases.keys.sorted()) func allThatIsNamedIsThere(_ folder: String) throws {
        let tests = try Self.allTests()
        for (number, covers) in try Self.rows(folder) {
            let names = covers.matches(of: /`([^`]+)`(?: “([^”]+)”)?/)
            // A row that begins with a dash says why there is nothing.
            #expect(names.isEmpty == covers.hasPrefix("—"), "case \(number)")
            for name in names {
                let file = Self.root.appendingPathComponent(String(name.1))
                if !name.1.contains("/") {
                    let isThere = tests.contains(String(name.1))  // apart, or a failure prints them all
                    #expect(isThere, "case \(number): \(name.1)")
                } else if let sentence = name.2 {
                    #expect(try Self.text(file).contains("\"\(sentence)\""), "case \(number): \(name.1)")
                } else {
                    #expect(FileManager.default.fileExists(atPath: file.path), "case \(number): \(name.1)")
                }
            }
        }
    }

    /// `c1_17_18_…` is in the rows of 17 and 18.
    @Test func everyTestNamedAfterACaseIsInItsRow() throws {
        let all = try Self.cases.keys.flatMap { try Self.rows($0) }
        let rows = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0.covers) })
        for test in try Self.allTests() {
            guard let match = test.firstMatch(of: /^c(?:[1-7]|12|13)((?:_\d+b?)+)_/) else { continue }
            for number in match.1.split(separator: "_") {
                #expect(rows[String(number)]?.contains("`\(test)`") == true, "\(test): case \(number)")
            }
        }
    }
}
