import Testing

@testable import Configuration

/// Scalars in place of lists and mappings: the message gives the right line.
@Suite struct RightLineTests {
    private func region(_ property: String) -> String? {
        diagnostics(
            "version: 1\nscreens: [{ id: a, size: [9, 9], windows: [{ id: w, frame: [0, 0, 9, 9], children: [{ id: r, frame: [0, 0, 9, 9], \(property) }] }] }]"
        ).first
    }

    @Test(arguments: [
        ("hitTest: overflow", "write hitTest: { kind: overflow }"), ("hitTest: pasThrough", "write hitTest: { kind: passThrough }"),
        ("hitTest: redirect", "write hitTest: { kind: redirect, to: … }"), ("shape: ellipse", "write shape: { kind: ellipse }"),
        ("shape: roundedRectangle", "write shape: { kind: roundedRectangle, radius: … }"),
        ("gestures: tap", "write gestures: [{ id: …, type: tap }]"),
        ("children: b", "write children: [{ id: b, frame: [x, y, width, height] }]"),
        ("children: [b]", "write { id: b, frame: [x, y, width, height] }"),
        ("children: { id: b, frame: [0, 0, 1, 1] }", "write children: [{ … }], or \"- \" before its first key"),
        ("hitInsets: -15", "write hitInsets: [-15, -15, -15, -15]"), ("kind: list", "write kind: scrollView"), ("kind: text", "write kind: label"),
        ("gestures: [{ id: g, type: edge, edges: left }]", "write edges: [left]"),
        ("gestures: [{ id: g, type: edge, edges: lft }]", "write edges: [left]"),
        ("gestures: [{ id: g, type: tap, requireToFail: h }]", "write requireToFail: [h]"),
        ("gestures: [{ id: g, type: tap, asks: shouldBegin }]", "write asks: [shouldBegin]"),
        ("gestures: [{ id: g, type: doubleTap }]", "write type: tap, numberOfTapsRequired: 2"),
        ("kind: scrollView, contentSize: 500 900", "write contentSize: [500, 900]"),
        ("kind: scrollView, contentSize: 500x900", "write contentSize: [500, 900]"),
        ("kind: scrollView, touchesShouldCancelYes: next", "write touchesShouldCancelYes: [next]"),
    ])
    func `of a region`(property: String, line: String) {
        let message = region(property)
        #expect(message?.hasSuffix("; \(line)") == true, "\(message ?? "nothing")")
    }

    private func configuration(_ screen: String = "panels: []", _ rest: String = "") -> String? {
        diagnostics("version: 1\nscreens: [{ id: a, size: [9, 9], windows: [{ id: w, frame: [0, 0, 9, 9] }], \(screen) }]\n\(rest)").first
    }

    @Test(arguments: [
        ("panels: [{ match: \"ILITEK\" }]", "", "write match: { name: \"ILITEK\" }"),
        ("panels: [{ match: ILITEK }]", "", "write match: { name: ILITEK }"),
        ("panels: [{ match: \"ILI*\" }]", "", "write match: { name: \"ILI*\" }"), ("panels: [ILITEK]", "", "found string \"ILITEK\""),
        ("controllers: { c: consume }", "", "found string \"consume\""), ("panels: []", "server: { trusted: kiosk }", "write trusted: [kiosk]"),
        ("panels: []", "access: [{ allow: claim }]", "write allow: [claim]"),
        ("panels: []", "access: [{ regions: \"w/**\", allow: [claim] }]", "write regions: [\"w/**\"]"),
        ("panels: []", "access: { allow: [claim] }", "write access: [{ … }], or \"- \" before its first key"),
        ("panels: [{ match: { name: a }, area: 0 0 9 9 }]", "", "write area: [0, 0, 9, 9]"),
    ])
    func `of the rest`(screen: String, rest: String, line: String) {
        let message = configuration(screen, rest)
        #expect(message?.hasSuffix(line) == true, "\(message ?? "nothing")")
    }

    @Test(arguments: [
        ("hitTest: 5", "found 5"), ("hitTest: upside", "found string \"upside\""),
        ("children: null", "found null; write a value, or leave the key out"),
        ("frame: [1]", "found a list of 1"),
        ("gestures: [{ id: g, type: edge, edges: 5 }]", "found 5"), ("hitInsets: wide", "found string \"wide\""),
        ("kind: scrollView, contentSize: 500", "found 500"),
    ])
    func `of what nobody could mean there is none`(property: String, end: String) {
        let message = region(property.replacing("frame: [1]", with: "hitInsets: [1]"))
        #expect(message?.hasSuffix(end) == true, "\(message ?? "nothing")")
    }
}
