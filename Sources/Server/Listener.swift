import CLinux
import Glibc

/// The events socket: bound once, never stolen from a daemon that lives.
public final class Listener {
    public let fd: Int32
    public let path: String
    private let lock: Int32

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// A stale socket is replaced; one that a daemon serves is refused, and that daemon notices nothing.
    public init(path: String) throws(Failure) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure(description: "the socket's path is longer than 107 bytes: \(path)")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        // The lock, not the socket, decides between two daemons that start at once; it goes with its process.
        lock = clinux_lock(path + ".lock")
        if lock < 0 {
            throw Failure(
                description: errno == EWOULDBLOCK
                    ? "another touchd is serving \(path); stop it first, or give this one another --socket"
                    : "cannot lock \(path).lock: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw Failure(description: "\(path) exists and is no socket; remove it, or give another --socket")
            }
            unlink(path)
        }
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard result == 0, chmod(path, 0o660) == 0, listen(fd, 64) == 0 else {
            throw Failure(description: "cannot listen on \(path): \(String(cString: strerror(errno)))")
        }
        self.fd = fd
        self.path = path
    }

    /// The next connection that waits, or nil.
    public func accept() -> Int32? {
        let client = clinux_accept(fd)
        return client >= 0 ? client : nil
    }

    public func close() {
        unlink(path)
        unlink(path + ".lock")
        Glibc.close(fd)
        Glibc.close(lock)
    }
}
