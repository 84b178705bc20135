import Glibc
import Sockets
import Testing

@testable import touchd_mqtt

@Suite struct TouchdLinkTests {
    /// A server at touchd's socket.
    private struct Server: ~Copyable {
        let path = "/tmp/touchd-mqtt-link-\(getpid()).sock"
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

        init() {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            unlink(path)
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
            listen(fd, 1)
        }

        deinit {
            unlink(path)
            close(fd)
        }
    }

    @Test func `of a line without an end no more is kept than a line may have, and then nothing`() {
        let server = Server()
        let lineMax = 256 << 10
        let link = TouchdLink(server.path, lineMax: lineMax) {}
        link.tick(MonotonicClock.now)
        #expect(link.isConnected)
        let touchd = accept(server.fd, nil, nil)
        defer { close(touchd) }
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 65536)
        var (sent, most) = (0, 0)
        while link.isConnected, sent < 4 * lineMax {
            let count = part.withUnsafeBytes { send(touchd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
            if count > 0 { sent += count }
            link.transfer(MonotonicClock.now)
            most = max(most, link.buffered)
        }
        #expect(!link.isConnected, "it gives up")
        #expect(most <= lineMax && link.buffered == 0)
    }

    @Test func `without touchd it tries less and less often, until about every five seconds`() {
        let link = TouchdLink("/tmp/touchd-mqtt-nobody-\(getpid()).sock") {}
        // Long after the start of the machine.
        let start: Int64 = 3_600_000_000
        var (now, attempts) = (start, 0)
        while now < start + 600_000_000 {
            link.tick(now)
            attempts += 1
            now = max(link.deadline, now + 1)
        }
        #expect((120...260).contains(attempts), "\(attempts) in ten minutes")
    }

    @Test func `a gesture of the kiosk is told by screen and id, and a line without them is left out`() {
        let server = Server()
        var told: [String] = []
        var others = 0
        let link = TouchdLink(server.path, noticed: { others += 1 }, gestured: { told.append("\($0) \($1)") })
        link.tick(MonotonicClock.now)
        let touchd = accept(server.fd, nil, nil)
        defer { close(touchd) }
        let lines = [
            #"{"type":"kioskGesture","screen":"main","id":"home","time":5}"#, #"{"type":"kioskGesture","screen":"main"}"#,
            #"{"type":"kioskGesture",x"#,
            #"{"type":"staff","screen":"main","id":"service","time":6}"#, #"{"type":"kioskGesture","screen":"side","id":"a b","time":7}"#,
        ]
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        #expect(bytes.withUnsafeBytes { send(touchd, $0.baseAddress, $0.count, 0) } == bytes.count)
        link.transfer(MonotonicClock.now)
        #expect(told == ["main home", "side a b"])
        #expect(others == 1)
    }
}
