import Testing

@testable import Bridge

@Suite struct PagePathTests {
    @Test func `a page is a file of a kind that is served`() {
        let type = "text/javascript; charset=utf-8"
        for module in ["touchd.js", "touchd-follow.js", "touchd-redo.js"] {
            #expect(PagePath("/\(module)?x", isAdmin: false) == .file(installed: module, inRepository: "clients/web/\(module)", type: type))
        }
        #expect(PagePath("/live", isAdmin: true) == .redirect("/live/"))
    }

    @Test(arguments: [
        "/../etc/passwd", "/examples/web/../../x.js", "/examples/web/%2e%2e/x.js", "/examples//web/x.js", "/examples/web/.x.js", "/examples/web/x.md",
        "x.js", "/other.js", "/touchd-follow.css", "/touchd-follow.js/x.js", "/touchd-x/touchd-follow.js",
    ])
    func `nothing else is served`(_ path: String) {
        #expect(PagePath(path, isAdmin: false) == nil)
    }

    @Test func `the pages for people are the administrators'`() {
        #expect(PagePath("/live/", isAdmin: false) == nil)
    }
}
