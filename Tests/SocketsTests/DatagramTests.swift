import Glibc
import Testing

@testable import Sockets

@Suite struct `Datagrams` {
    @Test func `a message arrives as a whole, and why one does not is said`() {
        let path = "/tmp/touchd-datagram-\(getpid())"
        #expect(Datagram.send("x", to: path) == ENOENT)
        #expect(Datagram.send("x", to: "") == EINVAL)
        #expect(Datagram.send("x", to: "/" + String(repeating: "x", count: 200)) == ENAMETOOLONG)
        let fd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        defer { close(fd) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { #expect(bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0) }
        }
        defer { unlink(path) }
        #expect(Datagram.send("wake main", to: path) == 0)
        #expect(Datagram.send("idle 60 main", to: path) == 0)
        var bytes = [UInt8](repeating: 0, count: 100)
        #expect(String(decoding: bytes[..<read(fd, &bytes, 100)], as: UTF8.self) == "wake main")
        #expect(String(decoding: bytes[..<read(fd, &bytes, 100)], as: UTF8.self) == "idle 60 main")
        // The sender does not wait for a reader.
        var sent = 0
        while Datagram.send("wake main", to: path) == 0 && sent < 100_000 { sent += 1 }
        #expect(sent < 100_000)
    }
}
