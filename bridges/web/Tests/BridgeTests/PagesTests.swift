import Glibc
import Testing

@testable import Bridge

@Suite struct PagesTests {
    /// The path of touchd's repository, derived from this file's path.
    private let repository = #filePath.split(separator: "/").dropLast(5).map { "/" + $0 }.joined()

    @Test func `pages that are not there are told, and whatever is no folder of touchd's pages`() {
        #expect(Pages(folder: "/nowhere").complaints(isAdmin: false).first?.hasPrefix("there is no folder /nowhere ") == true)
        #expect(Pages(folder: "/usr").complaints(isAdmin: false).first?.hasPrefix("there is no touchd.js in /usr ") == true)
        #expect(Pages(folder: repository).complaints(isAdmin: false).isEmpty)
    }

    @Test(.enabled(if: access(Pages.yamlReader + "/index.js", R_OK) == 0, "the Debian package node-yaml is not here"))
    func `a repository serves the editor's reader of YAML from its Debian package`() {
        let pages = Pages(folder: repository)
        #expect(pages.read(installed: "vendor/yaml/index.js", inRepository: "pages/vendor/yaml/index.js") != nil)
        #expect(pages.complaints(isAdmin: true).isEmpty)
    }
}
