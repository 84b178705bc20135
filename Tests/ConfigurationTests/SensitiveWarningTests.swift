import Testing

@testable import Configuration

/// Sensitive regions that are not protected: on panels that others read too, or from users whom no rule keeps out.
@Suite struct SensitiveWarningTests {
    private func warnings(panels: String, server: String = "", sensitive: String = "true") -> [String] {
        diagnostics(
            """
            version: 1
            screens:
              - id: main
                size: [100, 100]
                panels: \(panels)
                windows:
                  - id: w
                    frame: [0, 0, 100, 100]
                    children:
                      - id: pad
                        frame: [0, 0, 50, 50]
                        sensitive: \(sensitive)
                        children: [{ id: key, frame: [0, 0, 5, 5], sensitive: true }]
            \(server)
            """)
    }

    private let open = """
        f:12:13: warning: region "pad" is sensitive, but panel "main-0" (line 5) is not grabbed, so the compositor and every browser see the \
        fingers in the region; set "grab: exclusive" for the panel [sensitive-not-grabbed]
        """

    @Test func `a sensitive region on a panel that is not grabbed is a warning, once with all that is in it`() {
        #expect(warnings(panels: #"[{ match: { name: "*" } }]"#) == [open])
        #expect(warnings(panels: #"[{ match: { name: "*" }, grab: none }]"#) == [open])
    }

    @Test func `on a panel that is grabbed, on a recording and without a panel it is none`() {
        #expect(warnings(panels: #"[{ match: { name: "*" }, grab: exclusive }]"#) == [])
        #expect(warnings(panels: #"[{ match: { recording: "*" } }]"#) == [])
        #expect(warnings(panels: "[]") == [])
    }

    @Test func `each panel counts`() {
        let panels = #"[{ match: { recording: "*" } }, { match: { name: a }, grab: true }, { match: { name: b } }]"#
        #expect(warnings(panels: panels) == [open.replacingMain(with: "main-2")])
    }

    @Test func `a part that is sensitive by itself is named`() {
        let found = warnings(panels: #"[{ match: { name: "*" } }]"#, sensitive: "false")
        #expect(found.count == 1)
        #expect(found[0].hasPrefix(#"f:13:56: warning: region "key" is sensitive"#), "\(found)")
    }

    /// The daemon's warnings; `diagnostics` reads a configuration as the daemon does.
    @Test func `the daemon warns of rules that let a group or everybody claim a sensitive region`() {
        let grabbed = #"[{ match: { name: "*" }, grab: exclusive }]"#
        func found(_ rule: String) -> [String] { warnings(panels: grabbed, server: "access: [{ \(rule), allow: [claim] }]") }
        #expect(found(#"group: users, regions: ["w/pad/key"]"#).first?.hasSuffix("[sensitive-open-to-group]") == true)
        #expect(found(#"regions: ["**/key"]"#).first?.hasSuffix("[sensitive-open-to-all]") == true)
        #expect(found(#"user: root, regions: ["**"]"#) == [] && found(#"group: users, regions: [w]"#) == [])
    }

    @Test func `trusted users are a warning where there is a sensitive region`() {
        let grabbed = #"[{ match: { name: "*" }, grab: exclusive }]"#
        let server = "server: { trusted: [kiosk, 1000] }"
        let found = warnings(panels: grabbed, server: server)
        #expect(found.count == 2)
        #expect(
            found.first?.hasPrefix(
                #"f:14:21: warning: user "kiosk" is trusted, and so may claim, edit and cover the sensitive region "pad" (line 12)"#) == true,
            "\(found)")
        #expect(found.last?.hasPrefix(#"f:14:28: warning: user "1000" is trusted"#) == true, "\(found)")
        #expect(diagnostics("version: 1\nscreens:\n  - { id: a, size: [1, 1], windows: [{ id: w, frame: [0, 0, 1, 1] }] }\n\(server)") == [])
    }
}

extension String {
    fileprivate func replacingMain(with panel: String) -> String {
        let parts = split(separator: "main-0", maxSplits: 1)
        return parts.joined(separator: panel)
    }
}
