import Glibc

/// The socket where journald receives entries with fields. Its path stays the same when journald restarts, so each entry is sent to the path, and
/// no connection is kept.
final class JournalSocket: Sendable {
    private let fd: Int32
    private let address: sockaddr_un
    private let size: socklen_t

    init(_ path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = path.utf8.count < MemoryLayout.size(ofValue: address.sun_path)
        if fits { withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) } }
        (self.address, size) = (address, socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count + 1))
        fd = fits ? socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0) : -1
    }

    deinit { if fd >= 0 { close(fd) } }

    /// Sends an entry without blocking. Returns false if it was not accepted.
    func send(_ entry: [UInt8]) -> Bool {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(fd, entry, entry.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $0, size) == entry.count
            }
        }
    }
}
