import ArgumentParser
import Configuration
import JSON
import Scenarios

struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs scenarios: region trees, touches and the expected results. Exits with 1 if one fails.",
        discussion: """
            docs/scenarios.md describes the format. Exits with 78 if a file is not valid, and with 66 if a file cannot be read.

              touchctl test kiosk.json --config touchd.yaml
            """)

    @Argument(help: "The scenario files, JSON or YAML.", completion: .file()) var files: [String]
    @Option(help: "A configuration, for scenarios without a tree.", completion: .file()) var config: String?
    @Flag(help: "Print all entries of each scenario, and mark those of kinds that it does not observe.") var show = false
    @OptionGroup var json: JSONOutput

    func run() throws {
        let settings = try config.map { try touchctl.settings(from: $0) }
        var passed = 0
        var failed = 0
        var isValid = true
        var isThere = true
        for path in files {
            let file: ScenarioFile
            do { file = try ScenarioFile(file: path, configuration: settings, others: anyFile(path)) } catch {
                complain("touchctl: cannot read the scenarios \(path): \(error.reason)")
                isThere = false
                continue
            }
            for diagnostic in file.diagnostics { json.isOn ? output(diagnostic.json) : complain(diagnostic.description) }
            if !file.isValid { isValid = false }
            for reading in file.scenarios {
                switch reading {
                case .refused(let name, let mark):
                    failed += 1
                    if json.isOn { printObject(about(name, mark, path, "invalid")) }
                case .valid(let scenario):
                    let outcome = scenario.outcome()
                    if outcome.failure == nil { passed += 1 } else { failed += 1 }
                    json.isOn ? printObject(scenario, outcome, path) : printText(scenario, outcome, path)
                }
            }
        }
        json.isOn
            ? printObject([("passed", .number(Double(passed))), ("failed", .number(Double(failed)))])
            : printLine("\(passed) passed, \(failed) failed")
        if !isValid { throw Exit.configuration }
        if !isThere { throw Exit.noInput }
        if failed > 0 { throw Exit.negative }
    }

    private func printText(_ scenario: Scenario, _ outcome: ScenarioOutcome, _ path: String) {
        if let failure = outcome.failure {
            printLine("\(path):\(failure.mark.line):\(failure.mark.column): failed: \(scenario.name): \(failure.message)")
            if let wanted = failure.wanted { printLine("  wanted \(wanted.text)") }
            if let got = failure.got { printLine("  got    \(got.text)") }
        } else if show {
            printLine("\(path):\(scenario.mark.line):\(scenario.mark.column): passed: \(scenario.name)")
        }
        if show { for entry in outcome.entries { printLine((entry.isObserved ? "  came   " : "  unseen ") + entry.fields.text) } }
    }

    private func about(_ name: String, _ mark: Mark, _ path: String, _ result: String) -> [(key: String, value: OrderedJSON)] {
        [
            ("file", .string(path)), ("line", .number(Double(mark.line))), ("name", .string(name)),
            ("result", .string(result)),
        ]
    }

    private func printObject(_ scenario: Scenario, _ outcome: ScenarioOutcome, _ path: String) {
        var members = about(scenario.name, scenario.mark, path, outcome.failure == nil ? "passed" : "failed")
        if let failure = outcome.failure {
            var more: [(key: String, value: OrderedJSON)] = [
                ("line", .number(Double(failure.mark.line))), ("column", .number(Double(failure.mark.column))),
                ("message", .string(failure.message)),
            ]
            if let entry = failure.entry { more.append(("entry", .number(Double(entry)))) }
            if let wanted = failure.wanted { more.append(("wanted", wanted)) }
            if let got = failure.got { more.append(("got", got)) }
            members.append(("failure", .object(more)))
        }
        if show {
            members.append(("entries", .list(outcome.entries.filter(\.isObserved).map(\.fields))))
            members.append(("unobserved", .list(outcome.entries.filter { !$0.isObserved }.map(\.fields))))
        }
        printObject(members)
    }

    private func printObject(_ members: [(key: String, value: OrderedJSON)]) { printJSON(Array(OrderedJSON.object(members).text.utf8)) }
}
