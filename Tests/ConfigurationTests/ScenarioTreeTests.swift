import JSON
import StrictYAML
import Testing
import TouchCore
import Vocabulary

@testable import Configuration

/// A region has the same keys in a scenario and in a configuration, so that trees can be moved between the two.
@Suite struct ScenarioTreeTests {
    static let files = {
        let shared = Fixtures.files(in: Fixtures.repository + "/../shared/scenarios", ending: ".json")
        if shared.isEmpty { print("skipped: no ../shared/scenarios here: only the project's own scenarios are read as configurations") }
        return Fixtures.files(in: Fixtures.repository + "/Tests/Scenarios", ending: ".json") + shared
    }()

    @Test(arguments: files)
    func `every scenario's tree is accepted as a screen's windows`(file: String) throws {
        let log = DiagnosticLog(file: file)
        let root = try #require(DocumentReader.read(try Fixtures.read(file), log: log))
        #expect(log.inSourceOrder == [])
        let scenarios = try #require(root.items)
        #expect(!scenarios.isEmpty)
        for scenario in scenarios {
            let tree = try #require(scenario["tree"])
            let screen: String
            if let windows = tree["windows"] {
                let controllers = tree["controllers"].map { ", \"controllers\": \(json($0))" } ?? ""
                screen = "\"windows\": \(json(windows))\(controllers)"
            } else {
                screen = "\"windows\": [\(json(tree))]"
            }
            // Without a list, a scenario's keyboard types all keys.
            let keyboard = scenario["keyboard"].map(json) ?? #"{"allow": [\#(KeyName.all.map { #""\#($0)""# }.joined(separator: ","))]}"#
            let text = #"{"version": 1, "screens": [{"id": "main", "size": [400, 800], "keyboard": \#(keyboard), \#(screen)}]}"#
            let result = readConfiguration(Array(text.utf8), file: scenario.string("name") ?? file)
            #expect(errors(result) == [])
            #expect(result.settings?.screens.first?.spec.windows.isEmpty == false)
        }
    }

    @Test func `scenarios are there`() {
        #expect(Self.files.count >= 16)
    }

    private func json(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let text, isPlain: true): text
        case .scalar(let text, isPlain: false): jsonLiteral(text)
        case .number(_, let text): text
        case .list(let items): "[" + items.map(json).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { "\(jsonLiteral($0.key)): \(json($0.value))" }.joined(separator: ", ") + "}"
        case .refused: "refused"
        }
    }
}
