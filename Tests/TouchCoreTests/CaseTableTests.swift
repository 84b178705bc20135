import Foundation
import Testing

/// Checks the case tables in the README.md of this folder and of `ServerTests` against the sources that they name.
@Suite struct CaseTableTests {
    private static let tests = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    private static let root = tests.deletingLastPathComponent()
    /// The case numbers of each folder's table.
    static let cases = [
        "TouchCoreTests": (Array(1...157) + Array(182...193) + Array(195...202)).flatMap { $0 == 23 ? ["23", "23b"] : ["\($0)"] },
        "ServerTests": (Array(158...181) + [194]).map { "\($0)" },
    ]

    private static func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// The case numbers with the tests that cover them, in the table's order.
    private static func rows(_ folder: String) throws -> [(number: String, covers: String)] {
        try text(tests.appendingPathComponent("\(folder)/README.md")).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[0].first?.isNumber == true else { return nil }
            return (cells[0], cells[2])
        }
    }

    /// All Swift functions with @Test, and whether they expect anything, either themselves or by calling a function of their file that does.
    private static let allTests: [String: Bool] = {
        let files = FileManager.default.enumerator(at: root.appendingPathComponent("Tests"), includingPropertiesForKeys: nil)!
        var tests: [String: Bool] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            let functions = ((try? text(file)).map(functions) ?? [])
            let marks = ["#expect", "#require", "Issue.record", "fatalError("]
            func expects(_ body: String) -> Bool { marks.contains { body.contains($0) } }
            let helpers = functions.filter { expects($0.body) }.map { $0.name + "(" }
            for function in functions where function.isTest {
                let isExpecting = expects(function.body) || helpers.contains { function.body.contains($0) }
                tests[function.name] = tests[function.name] != false && isExpecting
            }
        }
        return tests
    }()

    /// The functions of a file and of its types, each with the text up to the next one.
    private static func functions(of text: String) -> [(name: String, isTest: Bool, body: String)] {
        var functions: [(name: String, isTest: Bool, body: String)] = []
        var isTest = false
        for line in text.split(separator: "\n") {
            let indent = line.prefix { $0 == " " }.count
            let start = indent <= 4 ? line.range(of: "func ") : nil
            if indent <= 4, line.dropFirst(indent).hasPrefix("@Test") { isTest = true }
            if let start {
                let rest = line[start.upperBound...]
                let name = rest.hasPrefix("`") ? rest.dropFirst().prefix { $0 != "`" } : rest.prefix { $0 != "(" && $0 != "<" }
                functions.append((String(name), isTest, String(rest.drop(while: { $0 != ")" }))))
                isTest = false
            } else if !functions.isEmpty {
                functions[functions.count - 1].body += line + "\n"
            }
        }
        return functions
    }

    @Test(arguments: cases.keys.sorted()) func `every case has a row`(_ folder: String) throws {
        #expect(try Self.rows(folder).map(\.number) == Self.cases[folder])
    }

    @Test(arguments: cases.keys.sorted()) func `each test, file and sentence that a row names exists`(_ folder: String) throws {
        let tests = Self.allTests
        for (number, covers) in try Self.rows(folder) {
            let names = covers.matches(of: /`([^`]+)`(?: “([^”]+)”)?/)
            // A row that begins with a dash explains why there is no test.
            #expect(names.isEmpty == covers.hasPrefix("—"), "case \(number)")
            for name in names {
                let file = Self.root.appendingPathComponent(String(name.1))
                if !name.1.contains("/") {
                    let expects = tests[String(name.1)]  // a separate statement, so that a failure does not print all tests
                    #expect(expects == true, "case \(number): \(name.1) \(expects == nil ? "is not there" : "expects nothing")")
                } else if let sentence = name.2 {
                    let isChecked = try Self.checks(String(sentence), file)
                    #expect(isChecked, "case \(number): \(name.1) “\(sentence)”")
                } else {
                    var isFolder: ObjCBool = false
                    let isThere = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
                    // A folder counts as a test only if it holds a program, or recordings of filters with their expected results.
                    let isProgram = FileManager.default.fileExists(atPath: file.appendingPathComponent("main.swift").path)
                    let isOfFilters = name.1 == "Tests/Recordings/filters"
                    #expect(isThere && (!isFolder.boolValue || isProgram || isOfFilters), "case \(number): \(name.1)")
                }
            }
        }
    }

    /// Whether a check's sentence or a scenario's name occurs where something is expected: in a call of `check`, or in a scenario with expectations.
    private static func checks(_ sentence: String, _ file: URL) throws -> Bool {
        let text = try text(file)
        guard file.pathExtension == "json" else {
            // On the call's line or on the next one; in a shell script, check is a command.
            let lines = text.split(separator: "\n").map { $0.drop(while: { $0 == " " }) }
            return lines.indices.contains { index in
                guard lines[index].contains("\"\(sentence)\"") else { return false }
                return lines[index].contains("check") || index > 0 && lines[index - 1].hasSuffix("(") && lines[index - 1].contains("check")
            }
        }
        struct Scenario: Decodable {
            struct Entry: Decodable {}
            let name: String
            let expect: [Entry]
        }
        let scenarios = try JSONDecoder().decode([Scenario].self, from: Data(text.utf8))
        return scenarios.contains { $0.name == sentence && !$0.expect.isEmpty }
    }

    /// A test named `… (cases 17, 18)` must be in the rows of 17 and 18.
    @Test func `every test named after a case is in its row`() throws {
        let all = try Self.cases.keys.flatMap { try Self.rows($0) }
        let rows = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0.covers) })
        for test in Self.allTests.keys {
            guard let match = test.firstMatch(of: /\(cases? ([0-9b, ]+)\)$/) else { continue }
            for number in match.1.split(separator: ", ") {
                #expect(rows[String(number)]?.contains("`\(test)`") == true, "\(test): case \(number)")
            }
        }
    }
}
