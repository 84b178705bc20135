import Glibc
import Testing

@testable import Sockets

/// A listening socket that is removed after the test.
private final class Listener {
    let path = "/tmp/touchd-socket-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    private let descriptor: Int32

    init() {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        _ = withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) } }
        listen(descriptor, 1)
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    func accept() -> Int32 { Glibc.accept(descriptor, nil, nil) }
}

@Suite struct `Socket of a client` {
    private func code(_ path: String) -> Int32? {
        do throws(UnixSocket.Failure) {
            _ = try UnixSocket(path: path)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `why it cannot connect is the system's error`() {
        #expect(code("/tmp/touchd-no-such-socket") == ENOENT)
        #expect(code("/etc/passwd") == ECONNREFUSED)
        #expect(code("/" + String(repeating: "x", count: 107)) == ENAMETOOLONG)
    }

    @Test func `bytes go both ways, and reading without any does not wait`() throws {
        let listener = Listener()
        let client = try UnixSocket(path: listener.path)
        let server = listener.accept()
        let before = client.read()
        #expect(before == [])
        var outgoing = Array("hello".utf8)
        client.send(&outgoing)
        #expect(outgoing == [])
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(read(server, &buffer, buffer.count) == 5)
        _ = write(server, buffer, 5)
        let received = client.read()
        #expect(received == Array("hello".utf8))
        close(server)
    }

    @Test func `what the socket does not take stays, in order`() throws {
        let listener = Listener()
        let client = try UnixSocket(path: listener.path)
        let server = listener.accept()
        let all = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        var outgoing = all
        var received: [UInt8] = []
        client.send(&outgoing)
        #expect(!outgoing.isEmpty && outgoing.count < all.count)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while received.count < all.count {
            let count = read(server, &buffer, buffer.count)
            received += buffer[..<count]
            client.send(&outgoing)
        }
        #expect(received == all)
        close(server)
    }

    @Test func `a peer that is gone is noticed by reading, and sending to it is given up without a signal`() throws {
        let listener = Listener()
        let client = try UnixSocket(path: listener.path)
        close(listener.accept())
        var outgoing = Array("hello".utf8)
        client.send(&outgoing)
        #expect(outgoing == [])
        let received = client.read()
        #expect(received == nil)
    }
}

@Suite struct `Paths of sockets` {
    @Test(arguments: [
        ("/run/touchd/events.sock", "/run/touchd/admin.sock"),
        ("events.sock", "admin.sock"),
        ("/tmp/mine", "/tmp/mine.admin"),
        ("/tmp/myevents.sock", "/tmp/myevents.sock.admin"),
    ]) func `the admin socket is beside the events socket, and its own`(events: String, admin: String) {
        #expect(SocketPath.admin(besides: events) == admin)
    }
}
