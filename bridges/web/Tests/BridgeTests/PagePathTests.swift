import Testing

@testable import Bridge

@Suite struct PagePathTests {
    @Test func `a page is a file of a kind that is served`() {
        let type = "text/javascript; charset=utf-8"
        #expect(PagePath("/touchd.js?x", isAdmin: false) == .file(installed: "touchd.js", inRepository: "clients/web/touchd.js", type: type))
        #expect(PagePath("/live", isAdmin: true) == .redirect("/live/"))
    }

    @Test(arguments: [
        "/../etc/passwd", "/examples/web/../../x.js", "/examples/web/%2e%2e/x.js", "/examples//web/x.js", "/examples/web/.x.js", "/examples/web/x.md",
        "x.js",
    ])
    func `nothing else is served`(_ path: String) {
        #expect(PagePath(path, isAdmin: false) == nil)
    }

    @Test func `the pages for people are the administrators'`() {
        #expect(PagePath("/live/", isAdmin: false) == nil)
    }
}
