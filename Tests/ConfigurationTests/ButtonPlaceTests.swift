import Testing
import TouchCore

@testable import Configuration

/// The warnings about buttons that take each other's touches, and about buttons that lie beyond the edge of the screen.
@Suite struct ButtonPlaceTests {
    private func button(_ id: String, _ frame: String, _ more: String = "") -> String { "- { id: \(id), kind: button, frame: \(frame)\(more) }" }

    // MARK: Overlaps

    @Test func `a button over a part of another one is a warning at the one in front`() {
        #expect(
            warnings(button("a", "[10, 10, 60, 60]") + "\n" + button("b", "[40, 40, 60, 60]")) == [
                "f:10:36: warning: button \"b\" lies over 25 % of button \"a\" (line 9) and takes its touches there; move one of them [buttons-overlap]"
            ])
    }

    @Test(arguments: ["switch", "slider"])
    func `switches and sliders count as well`(kind: String) {
        let found = warnings(button("a", "[0, 0, 60, 60]") + "\n- { id: b, kind: \(kind), frame: [0, 30, 60, 60] }")
        #expect(ids(found) == ["buttons-overlap"] && found[0].contains("\(kind) \"b\" lies over 50 %"), "\(found)")
    }

    @Test(arguments: [
        // Beside each other, and with hit insets that overlap.
        ("[0, 0, 60, 60]", "[60, 0, 60, 60]", ""), ("[0, 0, 60, 60]", "[60, 0, 60, 60]", ", hitInsets: [-20, -20, -20, -20]"),
        // A mark on the corner of a card.
        ("[0, 0, 300, 300]", "[280, -20, 40, 40]", ""),
        // A heart on a tile.
        ("[0, 0, 160, 160]", "[100, 8, 52, 52]", ""),
        // Regions that take no touches there, that fingers move, or that are not rectangles.
        ("[0, 0, 60, 60]", "[30, 0, 60, 60]", ", hidden: true"), ("[0, 0, 60, 60]", "[30, 0, 60, 60]", ", hitTest: { kind: passThrough }"),
        ("[0, 0, 60, 60]", "[30, 0, 60, 60]", ", behaviour: dragSelf"), ("[0, 0, 60, 60]", "[30, 0, 60, 60]", ", shape: { kind: ellipse }"),
    ])
    func `neighbours, marks on corners and regions that take no touches are none`(a: String, b: String, more: String) {
        let found = warnings("- id: page\n  frame: [100, 100, 400, 400]\n  children:\n    " + button("a", a) + "\n    " + button("b", b, more))
        #expect(found == [], "\(found)")
    }

    @Test func `a button that another one covers wholly has the warning for that`() {
        #expect(ids(warnings(button("a", "[10, 10, 60, 60]") + "\n" + button("b", "[0, 0, 90, 90]"))) == ["never-hit"])
    }

    @Test func `buttons of different regions do not count, because one may be a list and the other float over it`() {
        let page = "- id: page\n  frame: [0, 0, 400, 400]\n  children: [{ id: a, kind: button, frame: [0, 0, 60, 60] }]\n"
        #expect(warnings(page + button("b", "[30, 0, 60, 60]")) == [])
    }

    @Test func `each button in front has one warning, for the button of which it takes most`() {
        let found = warnings([button("a", "[0, 0, 60, 60]"), button("b", "[60, 0, 60, 60]"), button("c", "[45, 0, 60, 60]")].joined(separator: "\n"))
        #expect(ids(found) == ["buttons-overlap"] && found[0].contains("75 % of button \"b\""), "\(found)")
    }

    // MARK: The edge of the screen

    @Test func `a button of which a part is beyond the edge is a warning at its place`() {
        #expect(
            warnings(button("c", "[1050, 400, 60, 60]")) == [
                "f:9:36: warning: only 50 % of button \"c\" lies on the screen, which is 1080 × 1920 points; move it, or make it smaller "
                    + "[partly-off-screen]"
            ])
        #expect(ids(warnings(button("c", "[-30, -30, 60, 60]"))) == ["partly-off-screen"])
    }

    @Test(arguments: [
        "[1020, 1860, 60, 60]", "[-5, 400, 60, 60]", "[0, 0, 60, 60]",
    ])
    func `one at the edge, and one whose margin is beyond it, are none`(frame: String) { #expect(warnings(button("c", frame)) == []) }

    @Test(arguments: [
        "- id: drawer\n  frame: [1000, 0, 400, 400]\n  children: [{ id: c, kind: button, frame: [50, 0, 60, 60] }]",
        "- id: list\n  kind: scrollView\n  contentSize: [1080, 4000]\n  frame: [0, 0, 1080, 1920]\n"
            + "  children: [{ id: c, kind: button, frame: [0, 1900, 60, 60] }]",
        "- { id: c, kind: button, frame: [1050, 0, 60, 60], behaviour: dragSelf }",
        "- { id: c, kind: button, frame: [1050, 0, 60, 60], hidden: true }",
    ])
    func `what programs or fingers move onto the screen is none`(tree: String) {
        let found = warnings(tree)
        #expect(found == [], "\(found)")
    }
}
