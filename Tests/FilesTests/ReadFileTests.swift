import Glibc
import Testing

@testable import Files

/// A folder that is removed after the test.
private final class Folder {
    let path: String

    init() {
        var template = Array("/tmp/touchd-files-XXXXXX".utf8CString)
        path = String(cString: mkdtemp(&template))
    }

    deinit {
        for name in names { unlink(name) }
        rmdir(path)
    }

    private var names: [String] = []

    func file(_ name: String, _ bytes: [UInt8]) -> String {
        let descriptor = open(at(name), O_WRONLY | O_CREAT, 0o600)
        _ = write(descriptor, bytes, bytes.count)
        close(descriptor)
        return at(name)
    }

    func pipe(_ name: String) -> String {
        mkfifo(at(name), 0o600)
        return at(name)
    }

    func at(_ name: String) -> String {
        names.append(path + "/" + name)
        return names.last!
    }
}

@Suite struct `Reading a file` {
    private let folder = Folder()

    private func failure(_ path: String, others: OtherFiles = .refused) -> FileError? {
        do throws(FileError) {
            _ = try readFile(path, atMost: 100, others: others)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [0, 1, 99, 100]) func `a file is read whole up to the limit`(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8($0) }
        #expect(try readFile(folder.file("a", bytes), atMost: 100) == bytes)
    }

    @Test func `of a longer file more than the limit is read, so that the caller can tell`() throws {
        let path = folder.file("long", Array(repeating: 7, count: 300_000))
        #expect(try readFile(path, atMost: 100).count > 100)
        #expect(try readFile(path, atMost: 200_000).count > 200_000)
        #expect(try readFile(path, atMost: 300_000).count == 300_000)
    }

    @Test func `a missing file and a folder are errors of the system`() {
        #expect(failure(folder.path + "/none")?.code == ENOENT)
        #expect(failure(folder.path)?.code == EISDIR)
        #expect(failure(folder.path, others: .read {})?.code == EISDIR)
    }

    @Test(.timeLimit(.minutes(1))) func `a pipe is refused before it is opened, for nobody may ever write to it`() {
        #expect(failure(folder.pipe("p"))?.description == "it is a pipe, not a regular file")
    }

    @Test func `a device is refused`() {
        #expect(failure("/dev/zero")?.description == "it is a device, not a regular file")
    }

    @Test(.timeLimit(.minutes(1))) func `a pipe is read to its end when the caller wants pipes`() async throws {
        let path = folder.pipe("p")
        let writer = Task.detached {
            let descriptor = open(path, O_WRONLY)
            for part in ["one", "two"] { _ = write(descriptor, part, 3) }
            close(descriptor)
        }
        // Opened for reading here as well: the writer's open waits for a reader, and the tested reader must not reach the end before it.
        let held = open(path, O_RDONLY | O_NONBLOCK)
        await writer.value
        #expect(try readFile(path, atMost: 100, others: .read {}) == Array("onetwo".utf8))
        close(held)
    }

    @Test func `the caller is told of each call that may wait, and of the end`() throws {
        var told: [Bool] = []
        _ = try readFile(folder.file("a", [1, 2, 3]), atMost: 100) { told.append($0) }
        #expect(told.contains(true))
        #expect(told.last == false)
        told = []
        _ = try? readFile(folder.path + "/none", atMost: 100) { told.append($0) }
        #expect(told == [true, false])
    }
}
