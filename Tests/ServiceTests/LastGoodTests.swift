import Files
import Glibc
import Testing

@testable import Service

/// The copy of the last good configuration in the state folder.
@Suite struct LastGoodTests {
    @Test func `the copy follows the configuration, even if the new one begins like the old one`() throws {
        var template = Array("/tmp/touchd-state-XXXXXX".utf8CString)
        let path = String(cString: mkdtemp(&template)!)
        let folder = StateFolder(path)
        let copy = try #require(folder.lastGood(of: "/etc/touchd.yaml"))
        defer {
            unlink(copy)
            rmdir(path)
        }
        for text in ["version: 1", "version: 1\nscreens: []", "version: 1\n", "version: 1\n"] {
            folder.keepLastGood(Array(text.utf8), of: "/etc/touchd.yaml")
            // Another thread writes it.
            for _ in 0..<1_000 where (try? readFile(copy, atMost: 1_000)) != Array(text.utf8) { usleep(10_000) }
            #expect(try readFile(copy, atMost: 1_000) == Array(text.utf8))
        }
    }
}
