import Configuration
import Testing

@testable import Scenarios

/// Every scenario of the routing rules, a test case each.
@Suite struct ScenarioTests {
    static let files = [
        "gestures-tap", "gestures-longpress", "gestures-pan", "gestures-pinch-rotation-swipe-edge", "gesture-delivery",
        "failure-simultaneous", "controls", "scroll", "hit-test", "hit-overrides", "transforms", "touch-lifecycle", "multitouch-exclusive", "intercept-responder", "coalesced",
        "seeds", "own-shapes", "own-translucent", "own-intercept", "own-responders", "own-edits", "own-windows", "own-gathering", "own-gestures", "own-controls",
    ]

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
