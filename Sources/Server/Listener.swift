import CLinux
import Glibc

/// The events socket: bound once, never stolen from a daemon that lives.
public final class Listener {
    public let fd: Int32
    public let path: String
    private let lock: Int32
    /// The socket as it was bound: another daemon's may stand in its place one day.
    private let inode: ino_t

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
        /// Permission is what is missing.
        public let isPermission: Bool

        init(_ description: String, errno code: Int32 = 0) {
            self.description = code == 0 ? description : "\(description): \(String(cString: strerror(code)))"
            isPermission = code == EACCES || code == EPERM
        }
    }

    /// A stale socket is replaced; one that a daemon serves is refused, and that daemon notices nothing.
    public init(path: String) throws(Failure) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard !path.isEmpty, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure("the socket's path is empty or longer than 107 bytes: \"\(path)\"")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        // The lock, not the socket, decides between two daemons that start at once; it goes with its process.
        lock = clinux_lock(path + ".lock")
        if lock < 0 {
            throw errno == EWOULDBLOCK
                ? Failure("another touchd is serving \(path); stop it first, or give this one another --socket")
                : Failure("cannot lock \(path).lock", errno: errno)
        }
        do {
            (fd, inode) = try Self.bind(path, &address)
        } catch {
            unlink(path + ".lock")
            Glibc.close(lock)
            throw error
        }
        self.path = path
    }

    private static func bind(_ path: String, _ address: inout sockaddr_un) throws(Failure) -> (Int32, ino_t) {
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw Failure("\(path) exists and is no socket; remove it, or give another --socket")
            }
            unlink(path)
        }
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard result == 0, chmod(path, 0o660) == 0, lstat(path, &status) == 0, listen(fd, 64) == 0 else {
            let reason = errno
            Glibc.close(fd)
            throw Failure("cannot listen on \(path)", errno: reason)
        }
        return (fd, status.st_ino)
    }

    /// The next connection that waits, or nil.
    public func accept() -> Int32? {
        let client = clinux_accept(fd)
        return client >= 0 ? client : nil
    }

    public func close() {
        var status = stat()
        if lstat(path, &status) == 0, status.st_ino == inode { unlink(path) }
        unlink(path + ".lock")  // while it is held, so that nobody locks what is being removed (clinux_lock looks again)
        Glibc.close(fd)
        Glibc.close(lock)
    }
}
