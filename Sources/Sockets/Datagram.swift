import Glibc

/// A message to another program's socket, sent as a whole or not at all.
public enum Datagram {
    /// Sends a message without blocking. Returns 0, or errno if it was not sent.
    ///
    /// - Parameter path: the path of the socket; after an `@`, a name in the abstract namespace.
    @discardableResult
    public static func send(_ text: String, to path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        guard !name.isEmpty else { return EINVAL }
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return ENAMETOOLONG }
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let fd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if fd < 0 { return errno }
        defer { close(fd) }
        let bytes = Array(text.utf8)
        let sent = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(fd, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), address, size)
            }
        }
        return sent < 0 ? errno : 0
    }
}
