import Configuration
import Testing

@testable import Scenarios

/// Messages about invalid files, and the scenarios in them that run nevertheless.
@Suite struct ScenarioFileTests {
    static let frame = "name: a\n  tree: { id: A, frame: [0, 0, 100, 100] }\n  observe: [hit, view]"

    /// The messages about a file with one scenario, whose window is `A`.
    private func messages(input: String = "[]", expect: String = "[]", more: String = "") -> [String] {
        let text = "- \(Self.frame)\n  input: \(input)\n  expect: \(expect)\n  \(more)\n"
        return ScenarioFile(Array(text.utf8), path: "f").diagnostics.map(\.message)
    }

    @Test(arguments: [
        ("[{ t: 0, touch: 1, phase: moved, x: 1, y: 1 }]", "touch 1 is not down"),
        (
            "[{ t: 0, touch: 1, phase: began, x: 1, y: 1 }, { t: 1, touch: 1, phase: began, x: 1, y: 1 }]",
            "touch 1 begins, but it is already down"
        ),
        ("[{ t: 2, op: tick }, { t: 1, op: tick }]", "the input goes back in time: 1 comes after 2"),
        ("[{ t: 0, op: remove, region: nobody }]", "\"region\": there is no region \"nobody\""),
        ("[{ t: 0, op: add, parent: A, region: { id: b } }]", "missing \"frame\", or \"center\" and \"bounds\" in region \"b\""),
        (
            "[{ t: 0, op: set, region: A, key: hidden, value: 3 }]",
            "\"hidden\" in a region: expected true or false, found 3"
        ),
        (
            "[{ t: 0, op: set, region: A, key: transform, value: [0, 0, 0, 0, 0, 0] }]",
            "\"transform\" in region \"A\" cannot be inverted: a·d − b·c is 0.0"
        ),
        ("[{ t: 0, op: set, key: hidden, value: true }]", "missing \"region\", or \"gesture\" in an op set"),
        ("[{ t: 0, op: query, what: chain }]", "missing \"region\" in an op query"),
        (
            "[{ t: 0, op: query, what: allTouches, region: A }]",
            "\"region\" in an op query is for what touchesForView, chain, frame, pointInside only"
        ),
    ])
    func `an input that cannot be`(input: String, message: String) {
        let messages = messages(input: input)
        #expect(messages.contains { $0.hasPrefix(message) }, "\(messages)")
    }

    @Test func `a key that cannot be set`() {
        let messages = messages(input: "[{ t: 0, op: set, region: A, key: framee, value: [0, 0, 1, 1] }]")
        #expect(messages.count == 1)
        #expect(messages[0].hasPrefix("\"framee\" cannot be set: expected one of frame, center, "))
        #expect(messages[0].hasSuffix("; did you mean \"frame\"?"))
    }

    @Test(arguments: [
        ("[{ query: frame, result: 3 }]", "an entry of kind query is expected, but \"observe\" does not name that kind"),
        (
            "[{ hitt: A }]",
            "an element of \"expect\" in scenario \"a\": expected one of the keys hitTest, hit, call, to, gesture, control, scroll, intercept, query, question, screen, staff, kioskGesture, accessibility, focus, navigate, explore, accessibilityGesture, activate, cue, refused, key; did you mean \"hit\"?"
        ),
        ("[{ hit: nobody }]", "\"hit\" of an expected entry: there is no region \"nobody\""),
        ("[{ to: A, call: touchesBegan, loc: { one: [1, 2] } }]", "key in \"loc\" in a view entry: expected the number of a touch, found \"one\""),
    ])
    func `an expectation that cannot be`(expect: String, message: String) {
        #expect(messages(expect: expect) == [message])
    }

    @Test func `an id that another region had may be taken again`() {
        #expect(
            messages(
                input:
                    "[{ t: 0, op: add, parent: A, region: { id: b, frame: [0, 0, 1, 1] } }, { t: 1, op: remove, region: b }, { t: 2, op: add, parent: A, region: { id: b, frame: [0, 0, 1, 1] } }]"
            ) == [])
    }

    @Test func `what is in the configuration's tree may be named, gestures as well`() throws {
        let configuration = """
            { version: 1, screens: [{ id: s, size: [9, 9], windows: [{ id: w, frame: [0, 0, 9, 9], gestures: [{ id: t, type: tap }] }] }] }
            """
        let settings = try #require(readConfiguration(Array(configuration.utf8), file: "c").settings)
        let text =
            "- { name: a, input: [], observe: [hit, gesture], expect: [{ hit: w }, { gesture: t, action: recognized }, { gesture: u, action: recognized }] }"
        #expect(
            ScenarioFile(Array(text.utf8), path: "f", configuration: settings).diagnostics.map(\.message)
                == ["\"gesture\" of an expected entry: there is no gesture \"u\"; did you mean \"t\"?"])
        // A missing tree is the only error reported.
        #expect(
            ScenarioFile(Array(text.utf8), path: "f").diagnostics.map(\.message)
                == ["missing \"tree\" in scenario \"a\", and there is no configuration that has one; give a configuration with --config"])
    }

    @Test func `a name twice`() {
        let scenario = "- \(Self.frame)\n  input: []\n  expect: []\n"
        let file = ScenarioFile(Array((scenario + scenario).utf8), path: "f")
        #expect(file.diagnostics.map(\.message) == ["the name \"a\" is already used on line 1; names are unique in a file"])
    }

    @Test(arguments: [
        ("", "the file is empty; it should be a list of scenarios"), ("a: 1", "expected a list of scenarios, found mapping"),
        ("- 3", "a scenario: expected mapping, found 3"), ("- &a {}", "anchors (&name) are not allowed; repeat the value where it is needed"),
    ])
    func `no scenarios at all`(text: String, message: String) {
        let file = ScenarioFile(Array(text.utf8), path: "f")
        #expect(file.diagnostics.first?.message == message)
        #expect(!file.scenarios.contains { if case .valid = $0 { true } else { false } })
    }

    @Test func `cut anywhere, a file gives a message and no crash`() throws {
        let text = try contents(ofFile: ScenarioTests.folder + "/own-edits.json")
        for length in stride(from: 0, to: min(text.count, 3000), by: 7) {
            let file = ScenarioFile(Array(text[..<length]), path: "f")
            #expect(!file.isValid)
        }
    }
}
