import Glibc
import Testing

@testable import touchctl

@Suite struct LiveSystemTests {
    private let system = LiveSystem()

    @Test func `files, folders, links and attributes are read as they are`() throws {
        let folder = "/tmp/touchctl-live-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        mkdir(folder, 0o700)
        defer { for name in ["/a", "/b", ""] { remove(folder + name) } }
        let fd = open(folder + "/a", O_CREAT | O_WRONLY, 0o640)
        write(fd, "one\ntwo", 7)
        symlink("elsewhere", folder + "/b")
        let below = LiveSystem(root: folder)
        #expect(below.text("/a").value == "one\ntwo" && below.line("/a") == "one")
        #expect(below.names(in: "/").value == ["a", "b"])
        #expect(below.target(ofLink: "/b").value == "elsewhere")
        #expect(below.attributes(of: "/a").value?.mode == 0o640 & ~currentMask)
        #expect(below.text("/c").value == nil && !below.text("/c").isDenied)

        // The file is held open by this process.
        #expect(Processes(system).holders(of: folder + "/a").known.contains { $0.number == getpid() })
        close(fd)
        #expect(!Processes(system).holders(of: folder + "/a").known.contains { $0.number == getpid() })
    }

    private var currentMask: UInt32 {
        let mask = umask(0)
        umask(mask)
        return mask
    }

    @Test func `a program's output and status come back, and one that is not there is nil`() {
        #expect(system.run(["sh", "-c", "echo a b; exit 3"]) == CommandOutput(status: 3, text: "a b\n"))
        #expect(system.run(["/nothing/here"]) == nil)
        #expect(system.group("root")?.number == 0)
    }

    @Test func `a program that does not end is given up`() { #expect(LiveSystem(patience: 50).run(["sleep", "60"]) == nil) }
}
