import Configuration
import Glibc
import Testing

@testable import Scenarios

/// Every scenario of the routing rules, each as a test case.
@Suite struct ScenarioTests {
    /// All scenario files.
    static let files = {
        guard let stream = opendir(folder) else { return [String]() }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".json") { names.append(String(name.dropLast(".json".count))) }
        }
        return names.sorted()
    }()

    static let scenarios = files.flatMap { file -> [Case] in
        let path = Self.folder + "/" + file + ".json"
        guard let file = try? ScenarioFile(file: path) else { return [] }
        return file.scenarios.compactMap { reading in
            if case .valid(let scenario) = reading { Case(scenario: scenario) } else { nil }
        }
    }

    static let folder = String(#filePath.dropLast("ScenariosTests/ScenarioTests.swift".count)) + "Scenarios"

    struct Case: Sendable, CustomTestStringConvertible {
        let scenario: Scenario
        var testDescription: String { scenario.name }
    }

    @Test func `the files are there`() { #expect(Self.files.count >= 24) }

    @Test(arguments: files)
    func `every file is valid`(file: String) throws {
        let file = try ScenarioFile(file: Self.folder + "/\(file).json")
        #expect(file.diagnostics.filter { $0.severity == .error } == [])
        #expect(!file.scenarios.isEmpty)
    }

    @Test(arguments: scenarios)
    func `what is expected comes`(test: Case) {
        let failure = test.scenario.firstFailure()
        if let failure {
            Issue.record("line \(failure.mark.line): \(failure.message); wanted \(failure.wanted?.text ?? "-"), got \(failure.got?.text ?? "-")")
        }
    }
}
