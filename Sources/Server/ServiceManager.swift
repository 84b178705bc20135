import Glibc

/// Messages to systemd (sd_notify(3)): a datagram to `$NOTIFY_SOCKET`; nothing without one.
public struct ServiceManager {
    private let path: String?
    /// How often systemd wants to hear that the loop turns, in µs.
    public let watchdogInterval: Int64?

    public init() {
        path = getenv("NOTIFY_SOCKET").map { String(cString: $0) }
        watchdogInterval = getenv("WATCHDOG_USEC").flatMap { Int64(String(cString: $0)) }
    }

    public func notify(_ state: String) {
        guard let path, !path.isEmpty else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }  // the abstract name space
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let fd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(fd) }
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let bytes = Array(state.utf8)
                _ = sendto(fd, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, size)
            }
        }
    }
}
