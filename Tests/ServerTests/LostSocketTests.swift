import Glibc
import Testing
import Wire

@testable import Server

/// A socket file that is removed while touchd runs is created again, unless the path belongs to somebody else.
@Suite struct LostSocketTests {
    /// Collects log lines.
    private final class Notes { var lines: [String] = [] }

    private func stage() throws -> (Stage, Notes) {
        let stage = try Stage()
        let notes = Notes()
        stage.publisher.log = { notes.lines.append("\($0.level): \($0.text)") }
        return (stage, notes)
    }

    private func mode(_ path: String) -> UInt32 {
        var status = Glibc.stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test(arguments: [Listener.Role.events, .admin]) func `a socket that is removed is made again`(_ role: Listener.Role) throws {
        let (stage, notes) = try stage()
        let path = role == .events ? stage.path : stage.adminPath
        chmod(path, 0o777)
        let before = stage.connect(#"{"type":"ping","id":1}"#, on: role)
        unlink(path)
        stage.publisher.sockets.check()
        #expect(notes.lines == ["warning: the \(role.rawValue) socket \(path) was removed; touchd made it again"])
        #expect(mode(path) == 0o660, "as the configuration has it")
        let after = stage.connect(#"{"type":"ping","id":2}"#, on: role)
        #expect(stage.receive(after).last?.type == "pong")
        before.send(#"{"type":"ping","id":3}"#)
        stage.turn()
        #expect(stage.receive(before).last?.int("id") == 3, "who is connected goes on")
        stage.publisher.sockets.check()
        #expect(notes.lines.count == 1, "and that was that")
    }

    @Test func `clients that wait at the removed socket are served`() throws {
        let (stage, _) = try stage()
        let early = TestClient(stage.path)  // before any turn of the loop
        unlink(stage.path)
        stage.publisher.sockets.check()
        stage.turn()
        #expect(stage.receive(early).first?.type == "hello")
    }

    /// Asynchronous libraries connect without waiting. While the queue is full they get an error, which some of them overlook.
    @Test func `a crowd that comes at once need not wait for touchd`() throws {
        let listener = try Listener(path: "/tmp/touchd-crowd-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        defer { listener.close() }
        var crowd: [Int32] = []
        defer { for fd in crowd { Glibc.close(fd) } }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: listener.path.utf8) }
        // 128 is the kernel's limit before Linux 5.4.
        for _ in 0..<120 {
            crowd.append(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0))
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(crowd.last!, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
            try #require(result == 0, "\(String(cString: strerror(errno)))")
        }
    }

    @Test func `the lock goes with the socket`() throws {
        let (stage, notes) = try stage()
        for path in [stage.path, stage.path + ".lock"] { unlink(path) }
        stage.publisher.sockets.check()
        #expect(notes.lines.count == 1 && notes.lines[0].hasSuffix("made it again"))
        #expect(throws: Listener.Failure.self) { try Listener(path: stage.path) }
        #expect(stage.receive(stage.connect(#"{"type":"ping","id":1}"#)).last?.type == "pong")
        #expect(access(stage.path + ".lock", F_OK) == 0)
    }

    @Test func `a socket whose group cannot be set does not stay`() throws {
        let setUser = unsafeBitCast(dlsym(nil, "setfsuid"), to: (@convention(c) (UInt32) -> Int32).self)
        let path = "/tmp/touchd-group-\(getpid()).sock"
        // The user nobody may not give its files to another group. This holds for the current thread alone.
        _ = setUser(65_534)
        defer { _ = setUser(geteuid()) }
        let failure = #expect(throws: Listener.Failure.self) { try Listener(path: path, Listener.Permissions(group: 54_321)) }
        #expect(failure?.description.contains("cannot change the group of \(path) to 54321") == true, "\(failure?.description ?? "")")
        #expect(access(path, F_OK) != 0 && access(path + ".lock", F_OK) != 0)
    }

    /// The path now belongs to another daemon, which keeps it even after this one ends.
    @Test func `another daemon's socket is left alone`() throws {
        let (stage, notes) = try stage()
        for path in [stage.path, stage.path + ".lock"] { unlink(path) }
        let other = try Listener(path: stage.path)
        for _ in 0..<3 { stage.publisher.sockets.check() }
        #expect(notes.lines.count == 1 && notes.lines[0].contains("another touchd is serving"), "\(notes.lines)")
        let client = TestClient(stage.path)
        #expect(other.accept() != nil)
        stage.publisher.close()
        #expect(access(stage.path, F_OK) == 0 && access(stage.path + ".lock", F_OK) == 0, "its socket and lock are there")
        other.close()
        withExtendedLifetime(client) {}
    }

    /// A socket without a lock belongs to systemd or another service; a file that is no socket stays as it is.
    @Test func `another file at the path stays`() throws {
        let (stage, notes) = try stage()
        unlink(stage.path)
        let file = creat(stage.path, 0o600)
        write(file, "x", 1)
        close(file)
        for _ in 0..<2 { stage.publisher.sockets.check() }
        #expect(notes.lines.count == 1 && notes.lines[0].contains("is not a socket"), "\(notes.lines)")
        #expect(mode(stage.path) == 0o600)
        unlink(stage.path)
        stage.publisher.sockets.check()
        #expect(notes.lines.count == 2 && notes.lines[1].hasSuffix("made it again"), "when it is gone")
    }

    @Test func `the service manager's socket is not made again`() throws {
        let path = "/tmp/touchd-test-\(getpid())-adopted.sock"
        let made = try Listener(path: path)
        let adopted = try Listener(adopting: dup(made.fd), role: .events)
        #expect(adopted.isReachable && !adopted.isOwn)
        let stage = try Stage()
        var log: [String] = []
        let publisher = Publisher(loop: stage.loop, listeners: [adopted], epoch: "test", router: stage.service)
        publisher.log = { log.append($0.text) }
        publisher.sockets.check()
        #expect(log == [])
        unlink(path)
        for _ in 0..<3 { publisher.sockets.check() }
        #expect(log.count == 1 && log[0].contains("systemd made it"), "\(log)")
        #expect(access(path, F_OK) != 0)
        publisher.close()
        made.close()
    }
}
