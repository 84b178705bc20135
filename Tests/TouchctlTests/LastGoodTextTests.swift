import Configuration
import Glibc
import Testing

@testable import touchctl

@Suite struct LastGoodTextTests {
    private static let valid = Array("version: 1\nscreens: [{ id: main, size: [100, 100], panels: [], windows: [] }]\n".utf8)

    @Test func `the last text that was kept counts, for its own file only`() throws {
        var template = Array("/tmp/touchd-last-good-XXXXXX".utf8CString)
        let folder = String(cString: mkdtemp(&template)!)
        defer {
            unlink(folder + "/last-good-etc%2Ftouchd%2Ftouchd.yaml")
            rmdir(folder)
        }
        let copy = try #require(LastGoodText(of: "/etc/touchd/touchd.yaml", in: folder))
        #expect(copy.settings == nil)
        #expect(copy.keep(Self.valid, suffix: ".new") == nil)
        #expect(copy.settings?.screens.map(\.spec.id) == ["main"])
        #expect(LastGoodText(of: "/etc/touchd/left.yaml", in: folder)?.settings == nil)
        #expect(copy.keep(Self.valid + Array("# again\n".utf8), suffix: ".new") == nil)
        #expect(copy.settings != nil)
    }

    @Test func `a copy that cannot be written is told of, and without a folder there is none`() throws {
        let copy = try #require(LastGoodText(of: "/etc/touchd/touchd.yaml", in: "/nowhere"))
        #expect(copy.keep(Self.valid, suffix: ".new")?.contains("/nowhere/last-good-") == true)
        #expect(LastGoodText(of: "/etc/touchd/touchd.yaml", in: "") == nil)
    }
}
