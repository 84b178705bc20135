import ArgumentParser
import Files
import Glibc
import Testing

@testable import touchctl

/// The effect of `--output` on an existing file.
@Suite struct OutputFileTests {
    private final class Folder {
        let path: String

        init() {
            var template = Array("/tmp/touchd-output-XXXXXX".utf8CString)
            path = String(cString: mkdtemp(&template)!)
        }

        func at(_ name: String) -> String { path + "/" + name }
        func text(_ name: String) -> String? { (try? readFile(at(name), atMost: 1 << 20)).map { String(decoding: $0, as: UTF8.self) } }
        func mode(_ name: String) -> mode_t {
            var status = stat()
            return lstat(at(name), &status) == 0 ? status.st_mode : 0
        }

        func inode(_ name: String) -> ino_t {
            var status = stat()
            return stat(at(name), &status) == 0 ? status.st_ino : 0
        }

        var names: [String] {
            guard let folder = opendir(path) else { return [] }
            defer { closedir(folder) }
            var names: [String] = []
            while let entry = readdir(folder) {
                names.append(
                    withUnsafePointer(to: &entry.pointee.d_name) { String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) })
            }
            return names.filter { $0 != "." && $0 != ".." }.sorted()
        }

        deinit {
            for name in names where unlink(at(name)) != 0 { rmdir(at(name)) }
            rmdir(path)
        }
    }

    private let folder = Folder()

    private func write(_ text: String, to name: String, mode: mode_t? = nil) throws {
        try OutputFile.write(Array(text.utf8), to: folder.at(name), mode: mode)
    }

    private func failure(_ name: String) -> ExitCode? {
        do {
            try write("x", to: name)
            return nil
        } catch {
            return error as? ExitCode
        }
    }

    @Test func `a regular file is replaced as a whole, and nothing is left beside it`() throws {
        try write("old", to: "a")
        let old = folder.inode("a")
        let reader = open(folder.at("a"), O_RDONLY)
        defer { close(reader) }
        try write("new and longer", to: "a")
        #expect(folder.text("a") == "new and longer" && folder.inode("a") != old && folder.names == ["a"])
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(reader, &bytes, 10) == 3 && bytes.starts(with: Array("old".utf8)), "who has opened the old one reads it to its end")
    }

    @Test func `a file beside it with a similar name stays`() throws {
        for name in ["a", "a.new"] { try write("old", to: name) }
        try write("x", to: "a")
        #expect(folder.text("a.new") == "old")
    }

    @Test func `the mode is the old file's, unless the command gives one`() throws {
        try write("old", to: "a")
        chmod(folder.at("a"), 0o640)
        try write("new", to: "a")
        #expect(folder.mode("a") & 0o777 == 0o640)
        try write("new", to: "a", mode: 0o644)
        #expect(folder.mode("a") & 0o777 == 0o644)
    }

    @Test func `a link is followed, and stays`() throws {
        try write("old", to: "a")
        symlink("a", folder.at("link"))
        try write("new", to: "link")
        #expect(folder.mode("link") & S_IFMT == S_IFLNK && folder.text("a") == "new")
        symlink("b", folder.at("dangling"))
        try write("new", to: "dangling")
        #expect(folder.mode("dangling") & S_IFMT == S_IFLNK && folder.text("b") == "new")
    }

    @Test func `a pipe is written into, and stays a pipe`() throws {
        mkfifo(folder.at("pipe"), 0o600)
        let reader = open(folder.at("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try write("text", to: "pipe")
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(reader, &bytes, 10) == 4 && folder.mode("pipe") & S_IFMT == S_IFIFO)
    }

    @Test func `a device is written into, and stays a device`() throws {
        // A separate device node: a bug must not damage the machine's.
        guard mknod(folder.at("null"), S_IFCHR | 0o600, dev_t(1 << 8 | 3)) == 0 else {
            print("skipped: only root can make a device")
            return
        }
        let probe = open(folder.at("null"), O_WRONLY)
        guard probe >= 0 else {
            print("skipped: devices cannot be opened in /tmp here")
            return
        }
        close(probe)
        try write("text", to: "null")
        let fd = try OutputFile.open(folder.at("null"))
        close(fd)
        #expect(folder.mode("null") & S_IFMT == S_IFCHR)
    }

    @Test func `what the shell has opened is written into`() throws {
        let fd = open(folder.at("a"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(fd) }
        _ = Glibc.write(fd, "first ", 6)
        let inode = folder.inode("a")
        try OutputFile.write(Array("second".utf8), to: "/proc/self/fd/\(fd)")
        #expect(folder.text("a") == "first second" && folder.inode("a") == inode)
    }

    @Test func `a folder, and a place in none, are 73`() throws {
        mkdir(folder.at("folder"), 0o700)
        #expect(failure("folder") == Exit.cannotCreate && failure("none/file") == Exit.cannotCreate)
        #expect(throws: Exit.cannotCreate) { try OutputFile.open(folder.at("folder")) }
        #expect(folder.names == ["folder"])
    }
}
