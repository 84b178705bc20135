import Configuration
import Testing

@testable import Scenarios

/// The complete result of a scenario, whatever it expects.
@Suite struct OutcomeTests {
    private func outcome(expect: String, filter: String = "{}") throws -> ScenarioOutcome {
        let text = """
            - name: a tap
              tree: { id: w, frame: [0, 0, 100, 100], children: [{ id: A, frame: [0, 0, 50, 100] }] }
              input:
                - { t: 0, touch: 1, phase: began, x: 10, y: 10 }
                - { t: 1, touch: 1, phase: ended, x: 10, y: 10 }
              observe: [view]
              filter: \(filter)
              expect: \(expect)
            """
        let file = ScenarioFile(Array(text.utf8), path: "f")
        #expect(file.diagnostics == [])
        guard case .valid(let scenario)? = file.scenarios.first else { throw ConfigurationFileError(path: "f", code: 0) }
        return scenario.outcome()
    }

    private func calls(_ outcome: ScenarioOutcome, isObserved: Bool) -> [String] {
        outcome.entries.filter { $0.isObserved == isObserved }.map { $0.fields["call"]?.string ?? $0.fields["hit"]?.string ?? "?" }
    }

    @Test func `entries are all that came, whether the scenario passes or fails, and say whether they are compared`() throws {
        let both = "[{ to: A, call: touchesBegan }, { to: A, call: touchesEnded }]"
        for (expect, passes) in [(both, true), ("[]", false)] {
            let outcome = try outcome(expect: expect)
            #expect((outcome.failure == nil) == passes)
            #expect(calls(outcome, isObserved: true) == ["touchesBegan", "touchesEnded"])
            #expect(calls(outcome, isObserved: false).contains("A"), "the hit, which is not observed")
        }
        let filtered = try outcome(expect: "[{ to: A, call: touchesEnded }]", filter: "{ view: { call: [touchesEnded] } }")
        #expect(filtered.failure == nil && calls(filtered, isObserved: true) == ["touchesEnded"])
        #expect(calls(filtered, isObserved: false).contains("touchesBegan"))
    }

    @Test func `an interceptor has no frame to ask for`() throws {
        let text = """
            - name: a question
              tree: { id: w, frame: [0, 0, 100, 100], intercept: [{ id: eye, insideOf: w, verdict: observe }] }
              input: [{ t: 0, op: query, what: frame, region: eye }]
              observe: [query]
              expect: []
            """
        guard case .valid(let scenario)? = ScenarioFile(Array(text.utf8), path: "f").scenarios.first else {
            throw ConfigurationFileError(path: "f", code: 0)
        }
        #expect(scenario.firstFailure()?.message == "there is no region \"eye\" at this time")
    }
}
