import CLinux
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

    /// Whether there is somebody who may keep descriptors.
    public var isThere: Bool { path?.isEmpty == false }

    public func notify(_ state: String) { send(state, descriptor: nil) }

    /// Has a descriptor kept for the next start, whatever becomes of this one, if the unit allows it (`FileDescriptorStoreMax`). Nobody looks
    /// whether its device is gone: the next start does.
    ///
    /// - Parameter name: printable ASCII without colons.
    public func keep(_ fd: Int32, as name: String) { send("FDSTORE=1\nFDNAME=\(name)\nFDPOLL=0", descriptor: fd) }

    /// Has the descriptors of this name closed.
    public func forget(_ name: String) { send("FDSTOREREMOVE=1\nFDNAME=\(name)", descriptor: nil) }

    private func send(_ state: String, descriptor: Int32?) {
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
