import Configuration
import Testing

@testable import Scenarios

/// The order in which entries may come, and the message about the first that differs.
@Suite struct OrderTests {
    /// The failure of `expect` in a scenario with two regions: a finger comes down on each in one event, and both lift.
    private func failure(_ expect: [String], observe: String = "view") throws -> ScenarioFailure? {
        let text = """
            - name: two fingers
              tree:
                id: w
                frame: [0, 0, 100, 100]
                children: [{ id: A, frame: [0, 0, 50, 100], multipleTouchEnabled: true }, { id: B, frame: [50, 0, 50, 100] }]
                intercept: [{ id: eye, insideOf: w, verdict: observe }]
              input:
                - { t: 0, touch: 1, phase: began, x: 10, y: 10 }
                - { t: 0, touch: 2, phase: began, x: 60, y: 10 }
                - { t: 0, touch: 3, phase: began, x: 20, y: 10 }
                - { t: 1, touch: 1, phase: moved, x: 11, y: 10 }
                - { t: 1, touch: 3, phase: ended, x: 20, y: 10 }
              observe: [\(observe)]
              expect: [\(expect.joined(separator: ", "))]
            """
        let file = ScenarioFile(Array(text.utf8), path: "f")
        #expect(file.diagnostics == [])
        guard case .valid(let scenario)? = file.scenarios.first else { throw ConfigurationFileError(path: "f", code: 0) }
        return scenario.firstFailure()
    }

    private func entry(_ to: String, _ call: String, _ more: String = "") -> String { "{ to: \(to), call: touches\(call)\(more) }" }

    @Test func `receivers of one event may come in any order`() throws {
        #expect(try failure([entry("A", "Began"), entry("B", "Began"), entry("A", "Moved"), entry("A", "Ended")]) == nil)
        #expect(try failure([entry("B", "Began"), entry("A", "Began"), entry("A", "Moved"), entry("A", "Ended")]) == nil)
    }

    @Test func `one receiver's calls may not`() throws {
        let failure = try failure([entry("A", "Began"), entry("B", "Began"), entry("A", "Ended"), entry("A", "Moved")])
        #expect(failure?.entry == 3)
        #expect(failure?.message == "entry 3 of 4: \"call\": wanted \"touchesEnded\", got \"touchesMoved\"")
    }

    @Test func `the message is about the most similar entry of those that may come next`() throws {
        func message(_ expected: String) throws -> String? {
            try failure([expected, entry("A", "Began"), entry("A", "Moved"), entry("A", "Ended")])?.message
        }
        #expect(try message(entry("B", "Began", ", touches: [3]")) == "entry 1 of 4: \"touches\": wanted [3], got [2]")
        #expect(try message(entry("B", "Moved")) == "entry 1 of 4: \"call\": wanted \"touchesMoved\", got \"touchesBegan\"")
    }

    @Test func `nor may those of another time`() throws {
        #expect(try failure([entry("A", "Began"), entry("A", "Moved"), entry("B", "Began"), entry("A", "Ended")])?.entry == 2)
    }

    @Test func `interceptors come first`() throws {
        let views = [entry("A", "Began"), entry("B", "Began"), entry("A", "Moved"), entry("A", "Ended")]
        let eye = "{ intercept: eye }"
        #expect(try failure([eye] + views[..<2] + [eye, eye] + views[2...], observe: "view, intercept") == nil)
        #expect(try failure([views[0], eye, views[1], eye, eye] + views[2...], observe: "view, intercept")?.entry == 1)
    }

    @Test func `a set has no order`() throws {
        #expect(try failure([entry("A", "Began", ", touches: [3, 1]"), entry("B", "Began"), entry("A", "Moved"), entry("A", "Ended")]) == nil)
        let fewer = try failure([entry("A", "Began", ", touches: [1]"), entry("B", "Began"), entry("A", "Moved"), entry("A", "Ended")])
        #expect(fewer?.message == "entry 1 of 4: \"touches\": wanted [1], got [1, 3]")
    }

    @Test func `fields by touch are compared whole`() throws {
        let one = try failure([entry("A", "Began", ", loc: { 1: [10, 10] }"), entry("B", "Began"), entry("A", "Moved"), entry("A", "Ended")])
        #expect(one?.message == "entry 1 of 4: \"loc\" has \"3\" as well: {\"1\": [10, 10], \"3\": [20, 10]}")
        let other = try failure([entry("A", "Began", ", tapCount: { 2: 1 }"), entry("B", "Began"), entry("A", "Moved"), entry("A", "Ended")])
        #expect(other?.message == "entry 1 of 4: \"tapCount\" has no \"2\"; it is {\"1\": 1, \"3\": 1}")
    }

    @Test func `too few and too many`() throws {
        let all = [entry("A", "Began"), entry("B", "Began"), entry("A", "Moved"), entry("A", "Ended")]
        let fewer = try failure(all + [entry("B", "Ended")])
        #expect(fewer?.message == "entry 5 of 5: no further entry has come")
        #expect(fewer?.got == nil)
        let more = try failure(Array(all.dropLast()))
        #expect(more?.message == "the log has 1 more than the 3 expected entries")
        #expect(more?.got?.text == #"{"to": "A", "call": "touchesEnded", "touches": [3]}"#)
    }
}
