import Testing

@testable import Configuration

/// Comments in the file that allow a warning.
@Suite struct AllowedWarningTests {
    private let lost = "- { id: lost, frame: [2000, 0, 10, 10] }"

    @Test func `a comment behind the line or before it allows the warning`() {
        #expect(ids(warnings(lost)) == ["never-hit"])
        #expect(warnings(lost + "  # touchctl: allow never-hit") == [])
        #expect(warnings("# touchctl: allow never-hit\n" + lost) == [])
        #expect(warnings("#touchctl: allow never-hit\n\n# another comment\n" + lost) == [])
        #expect(warnings("# touchctl: allow small-button never-hit\n" + lost) == [])
        #expect(warnings("# touchctl: allow small-button, never-hit: a client moves it in\n" + lost) == [])
        #expect(warnings("# touchctl: allow never-hit (a client moves it in)\n" + lost) == [])
    }

    @Test func `it allows what it names, where it stands`() {
        #expect(ids(warnings("# touchctl: allow small-button\n" + lost)) == ["never-hit"])
        #expect(ids(warnings("- { id: a, frame: [0, 0, 9, 9] }  # touchctl: allow never-hit\n" + lost)) == ["never-hit"])
        #expect(ids(warnings(lost + "\n# touchctl: allow never-hit")) == ["never-hit"])
        #expect(
            ids(warnings("- { id: a, frame: [9, 0, 9, 9] }\n" + lost + "\n# touchctl: allow never-hit\n- { id: b, frame: [0, 0, 9, 9] }")) == [
                "never-hit"
            ])
    }

    private func menu(_ before: String, _ behind: String = "", inside: String = "") -> [String] {
        warnings(
            """
            \(before)
            - id: menu \(behind)
              frame: [0, 0, 100, 100]
              children:
                \(inside)
                - id: in
                  frame: [200, 0, 10, 10]
            - id: other
              frame: [0, 0, 100, 100]
              hitTest: { kind: passThrough }
              children: [{ id: out, frame: [200, 0, 10, 10] }]
            """)
    }

    @Test func `at the first line of an entry it allows what the entry contains, and nothing behind`() {
        #expect(ids(menu("")) == ["never-hit", "never-hit"])
        let left = ["f:19:35: warning: region \"out\" "]
        #expect(menu("# touchctl: allow never-hit").map { $0.prefix(31) } == left.map { $0.prefix(31) })
        #expect(menu("", "# touchctl: allow never-hit").map { $0.prefix(31) } == left.map { $0.prefix(31) })
        #expect(menu("", inside: "# touchctl: allow never-hit").map { $0.prefix(31) } == left.map { $0.prefix(31) })
    }

    @Test func `before a key it allows what stands under the key`() {
        let text = "version: 1\n# touchctl: allow never-hit\nscreens: [{ id: a, size: [1, 1],\n  windows: [{ id: w, frame: [9, 9, 1, 1] }] }]"
        #expect(check(text) == [])
        #expect(
            ids(
                check(
                    text.replacing("# touchctl: allow never-hit\n", with: "").replacing("version: 1", with: "version: 1 # touchctl: allow never-hit"))
            ) == ["never-hit"])
    }

    @Test func `it allows the warnings of each reading, touchd's as well`() {
        let text = "version: 1\nscreens:\n  # touchctl: allow no-windows\n  - { id: a, size: [1, 1] }"
        #expect(diagnostics(text) == [])
        #expect(check(text) == [])
    }

    @Test func `an id that there is not is a warning, with what was meant`() {
        #expect(
            warnings("# touchctl: allow nver-hit\n- { id: a, frame: [0, 0, 9, 9] }") == [
                "f:9:11: warning: there is no warning \"nver-hit\" to allow; did you mean \"never-hit\"? [unknown-allow]"
            ])
        #expect(ids(warnings(lost + " # touchctl: allow never-hits")) == ["never-hit", "unknown-allow"])
        #expect(ids(warnings("# touchctl: alow never-hit\n- { id: a, frame: [0, 0, 9, 9] }")) == ["unknown-allow"])
        #expect(ids(warnings("# touchctl: allow\n- { id: a, frame: [0, 0, 9, 9] }")) == ["unknown-allow"])
        #expect(warnings("# touchctl: see the manual\n- { id: a, frame: [0, 0, 9, 9] }") == [])
    }

    @Test func `a text that looks like a comment is none`() {
        let panels = #"[{ match: { name: "a # touchctl: allow never-hit" } }]"#
        #expect(warnings(lost, panels: panels).count == 1)
        #expect(warnings(lost + " # touchctl: allow never-hit", panels: panels) == [])
        #expect(warnings(lost.replacing("lost", with: "\"lo # st\"") + " # touchctl: allow never-hit") == [])
        #expect(warnings(lost.replacing("lost", with: "'it''s \" # lo'") + " # touchctl: allow never-hit") == [])
        #expect(warnings(lost.replacing("lost", with: "don't") + " # touchctl: allow never-hit") == [])
        #expect(ids(warnings(lost.replacing("lost", with: "\"a\\\" # touchctl: allow never-hit\""))) == ["never-hit"])
        let text = "version: 1\nscreens:\n  - { id: \"# touchctl: allow never-hit\", size: [1, 1], windows: [{ id: w, frame: [9, 9, 1, 1] }] }"
        #expect(ids(check(text)) == ["never-hit"])
        #expect(check(text + "  # touchctl: allow never-hit") == [])
    }

    @Test func `warnings that are allowed are not counted`() {
        var tree = ""
        for number in 0..<150 { tree += "- { id: r\(number), frame: [2000, 0, 10, 10] }\(number < 100 ? "  # touchctl: allow never-hit" : "")\n" }
        #expect(ids(warnings(tree)) == Array(repeating: "never-hit", count: 50))
    }
}
