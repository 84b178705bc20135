import CLinux
import Glibc

/// Messages to systemd (sd_notify(3)), sent as datagrams to `$NOTIFY_SOCKET`. Without it, nothing is sent.
public struct ServiceManager {
    private let path: String?
    /// The interval in µs at which systemd expects a sign that the loop runs; nil if it expects none.
    public let watchdogInterval: Int64?

    public init() {
        self.init(path: getenv("NOTIFY_SOCKET").map { String(cString: $0) }, getenv("WATCHDOG_USEC").flatMap { Int64(String(cString: $0)) })
    }

    init(path: String?, _ watchdogInterval: Int64? = nil) { (self.path, self.watchdogInterval) = (path, watchdogInterval) }

    /// True if a service manager is there that may store descriptors.
    public var isThere: Bool { path?.isEmpty == false }

    public func notify(_ state: String) { send(state, descriptor: nil) }

    /// Stores a descriptor for the next start, however this run ends, if the unit allows it (`FileDescriptorStoreMax`). systemd does not check
    /// whether the descriptor's device is gone (`FDPOLL=0`); the next start does.
    ///
    /// - Parameter name: printable ASCII without colons.
    public func keep(_ fd: Int32, as name: String) { send("FDSTORE=1\nFDNAME=\(name)\nFDPOLL=0", descriptor: fd) }

    /// Removes the stored descriptors with this name.
    public func forget(_ name: String) { send("FDSTOREREMOVE=1\nFDNAME=\(name)", descriptor: nil) }

    /// Whether a message may be lost: the next sign of life follows, and a status is only shown.
    private static func mayBeLost(_ state: String) -> Bool { state.begins(with: "WATCHDOG=") || state.begins(with: "STATUS=") }

    private func send(_ state: String, descriptor: Int32?) {
        guard let path, !path.isEmpty else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }  // an abstract socket address
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let fd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(fd) }
        // A manager that hangs must not stop the touches.
        var patience = timeval(tv_sec: 0, tv_usec: Self.mayBeLost(state) ? 1 : 500_000)
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let bytes = Array(state.utf8)
        withUnsafePointer(to: &address) {
            if let descriptor {
                clinux_send_descriptor(fd, $0, size, bytes, bytes.count, descriptor)
            } else {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = sendto(fd, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, size)
                }
            }
        }
    }
}
