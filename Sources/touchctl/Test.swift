import ArgumentParser
import Configuration
import Glibc
import JSON
import Scenarios
import Text

struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs scenarios: region trees, touches and the expected results. Exits with 1 if one fails.",
        discussion: """
            docs/scenarios.md describes the format. Exits with 78 if a file is not valid, and with 66 if a file cannot be read.

              touchctl test kiosk.json --config touchd.yaml
            """)

    @Argument(help: "The scenario files, JSON or YAML; - is standard input.", completion: .file()) var files: [String]
    @Option(help: "A configuration, for scenarios without a tree.", completion: .file()) var config: String?
    @Flag(help: "Print the entries of each scenario that it observes; with --show all also the others, which are marked.") var show = false
    @Flag(name: .customLong("show-all"), help: .hidden) var showsAll = false
    @OptionGroup var json: JSONOutput

    /// Returns the arguments with `--show all` as one option, because ArgumentParser would take a file after `--show` for the option's value.
    static func withWholeOptions(_ arguments: [String]) -> [String] {
        guard arguments.first == Self._commandName else { return arguments }
        var whole: [String] = []
        for argument in arguments {
            if argument == "all", whole.last == "--show" {
                whole[whole.count - 1] = "--show-all"
            } else {
                whole.append(argument == "--show=all" ? "--show-all" : argument)
            }
        }
        return whole
    }

    private var shows: Bool { show || showsAll }

    func run() throws {
        let settings = try config.map { try touchctl.settings(from: $0) }
        var passed = 0
        var failed = 0
        var isValid = true
        var isThere = true
        for path in InputFile.paths(files) {
            let file: ScenarioFile
            do { file = try ScenarioFile(file: path, configuration: settings, others: anyFile(path)) } catch {
                complain("touchctl: cannot read the scenarios \(path): \(error.reason)")
                isThere = false
                continue
            }
            for diagnostic in file.diagnostics { json.isOn ? output(diagnostic.json) : complain(diagnostic) }
            if !file.isValid { isValid = false }
            let progress = Progress("running \(path)", of: file.scenarios.count, isShown: isatty(STDOUT_FILENO) == 0)
            defer { progress.finish() }
            for reading in file.scenarios {
                progress.advance()
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
            : printPainted(
                "\(Paint.output(passed > 0 ? .green : nil, "\(passed) passed")), \(Paint.output(failed > 0 ? .red : nil, "\(failed) failed"))")
        if !isValid { throw Exit.configuration }
        if !isThere { throw Exit.noInput }
        if failed > 0 { throw Exit.negative }
    }

    private func printText(_ scenario: Scenario, _ outcome: ScenarioOutcome, _ path: String) {
        let paint = Paint.output
        if let failure = outcome.failure {
            let place = printable("\(path):\(failure.mark.line):\(failure.mark.column):")
            printPainted("\(paint(.bold, place)) \(paint(.red, "failed:")) \(printable("\(scenario.name): \(failure.message)"))")
            if let wanted = failure.wanted { printLine("  wanted \(wanted.text)") }
            if let got = failure.got { printLine("  got    \(got.text)") }
        } else if shows {
            let place = printable("\(path):\(scenario.mark.line):\(scenario.mark.column):")
            printPainted("\(paint(.bold, place)) \(paint(.green, "passed:")) \(printable(scenario.name))")
        }
        guard shows else { return }
        for entry in outcome.entries where entry.isObserved || showsAll {
            printPainted(paint(entry.isObserved ? nil : .faint, (entry.isObserved ? "  came   " : "  unseen ") + printable(entry.fields.text)))
        }
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
        if shows {
            members.append(("entries", .list(outcome.entries.filter(\.isObserved).map(\.fields))))
            members.append(("unobserved", .list(outcome.entries.filter { !$0.isObserved }.map(\.fields))))
        }
        printObject(members)
    }

    private func printObject(_ members: [(key: String, value: OrderedJSON)]) { printJSON(Array(OrderedJSON.object(members).compactText.utf8)) }
}
