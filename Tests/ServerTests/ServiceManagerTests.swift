import Glibc
import Testing

@testable import Server

/// Messages to a service manager that does not read them.
@Suite struct ServiceManagerTests {
    @Test(.timeLimit(.minutes(5)), arguments: ["WATCHDOG=1", "STATUS=1 panel", "READY=1"])
    func `a manager that hangs does not stop the service`(message: String) {
        let path = "/tmp/touchd-notify-\(getpid())-\(message.prefix(4))"
        let manager = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer {
            close(manager)
            unlink(path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(manager, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
        }
        #expect(isBound)
        // The kernel keeps net.unix.max_dgram_qlen messages: 10, or 512 where systemd runs.
        for _ in 0..<600 { ServiceManager(path: path).notify("WATCHDOG=1") }
        ServiceManager(path: path).notify(message)
        var buffer = [UInt8](repeating: 0, count: 64)
        #expect(recv(manager, &buffer, buffer.count, Int32(MSG_DONTWAIT)) == 10)
    }
}
