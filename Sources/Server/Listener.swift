import CLinux
import Glibc

/// A listening socket. It is bound once, and never stolen from a living daemon; or the service manager has made it and keeps it.
public final class Listener {
    /// The rights of its connections (AccessRules).
    public enum Role: String, CaseIterable, Sendable { case events, admin }

    /// The mode, and the group if it is not the process's own.
    public struct Permissions: Equatable, Sendable {
        public var mode: UInt32
        public var group: UInt32?

        public init(mode: UInt32 = 0o660, group: UInt32? = nil) {
            self.mode = mode
            self.group = group
        }
    }

    public private(set) var fd: Int32
    public let path: String
    public let role: Role
    /// The file at the path as it was bound: another daemon's may stand in its place one day. Nil: it was not there any more.
    private var file: FileIdentity?
    /// The lock on it, and how it was made. Nil: the service manager has made it.
    private var own: (lock: Int32, permissions: Permissions)?
    /// Whether touchd makes it, and not the service manager.
    var isOwn: Bool { own != nil }

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
        /// The permission is missing.
        public let isPermission: Bool

        init(_ description: String, errno code: Int32 = 0) {
            self.description = code == 0 ? description : "\(description): \(String(cString: strerror(code)))"
            isPermission = code == EACCES || code == EPERM
        }
    }

    /// Replaces a stale socket. Refuses a socket that another daemon serves, without that daemon noticing.
    public init(path: String, role: Role = .events, _ permissions: Permissions = Permissions()) throws(Failure) {
        guard !path.isEmpty, path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
            throw Failure("the socket's path is empty or longer than 107 bytes: \"\(path)\"")
        }
        let lock = try Self.lock(path, role)
        do { (fd, file) = try Self.bind(path, role, permissions) } catch {
            unlink(path + ".lock")
            Glibc.close(lock)
            throw error
        }
        own = (lock, permissions)
        self.path = path
        self.role = role
    }

    /// Whether clients find it: the file has not been removed or replaced.
    var isReachable: Bool { file != nil && FileIdentity(path) == file }

    /// Makes the socket again where it was removed. What waits at the old one can still be accepted there; the caller closes it.
    ///
    /// - Returns: the old descriptor.
    /// - Throws: Failure, when it cannot be made; also when another daemon has the path by now. Then all is as it was.
    func makeAgain() throws(Failure) -> Int32 {
        guard let own else { throw Failure("\(path) is the service manager's") }
        // With the socket its lock may have been removed, and another daemon have it.
        let hasLock = FileIdentity(path + ".lock") == FileIdentity(own.lock)
        let lock = hasLock ? own.lock : try Self.lock(path, role)
        let old = fd
        do { (fd, file) = try Self.bind(path, role, own.permissions) } catch {
            if !hasLock {
                unlink(path + ".lock")
                Glibc.close(lock)
            }
            throw error
        }
        if !hasLock { Glibc.close(own.lock) }
        self.own = (lock, own.permissions)
        return old
    }

    /// A socket that listens already, and goes on when the daemon ends.
    public init(adopting fd: Int32, role: Role) throws(Failure) {
        var bytes = [CChar](repeating: 0, count: MemoryLayout<sockaddr_un>.size + 1)
        guard clinux_socket_path(fd, &bytes, bytes.count) == 0, clinux_adopt(fd) == 0 else {
            throw Failure("descriptor \(fd), passed as the \(role.rawValue) socket, is no listening stream socket with a path", errno: errno)
        }
        self.fd = fd
        let path = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.path = path
        self.role = role
        file = FileIdentity(path)
        own = nil
    }

    /// The lock, not the socket, decides between two daemons that start at once; it goes with its process.
    private static func lock(_ path: String, _ role: Role) throws(Failure) -> Int32 {
        let lock = clinux_lock(path + ".lock")
        if lock >= 0 { return lock }
        if errno == ENOENT { throw Failure("the folder of the socket \(path) is not there; make it first, or give another \(role.option)") }
        throw errno == EWOULDBLOCK
            ? Failure("another touchd is serving \(path); stop it first, or give this one another \(role.option)")
            : Failure("cannot lock \(path).lock", errno: errno)
    }

    private static func isServed(_ address: inout sockaddr_un) -> Bool {
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        defer { Glibc.close(fd) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        return result == 0 || errno == EAGAIN
    }

    private static func bind(_ path: String, _ role: Role, _ permissions: Permissions) throws(Failure) -> (Int32, FileIdentity?) {
        var address = address(of: path)
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw Failure("\(path) exists and is no socket; remove it, or give another \(role.option)")
            }
            // One that listens although nobody has the lock is the service manager's, for a daemon that will be started.
            if isServed(&address) {
                throw Failure("\(path) is served, perhaps for a touchd that systemd starts; stop that, or give this one another \(role.option)")
            }
            unlink(path)
        }
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        func fail(_ what: String) -> Failure {
            let reason = errno
            Glibc.close(fd)
            if result == 0 { unlink(path) }
            return Failure(what, errno: reason)
        }
        if result != 0 { throw fail("cannot listen on \(path)") }
        if let group = permissions.group, chown(path, .max, group) != 0 {
            throw fail("cannot give \(path) to group \(group), as the configuration wants")
        }
        guard chmod(path, permissions.mode) == 0, listen(fd, 64) == 0 else { throw fail("cannot listen on \(path)") }
        return (fd, FileIdentity(path))
    }

    private static func address(of path: String) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return address
    }

    /// The next connection that waits, or nil.
    public func accept() -> Int32? { Self.accept(fd) }

    static func accept(_ fd: Int32) -> Int32? {
        let client = clinux_accept(fd)
        return client >= 0 ? client : nil
    }

    public func close() {
        defer { Glibc.close(fd) }
        guard let own else { return }
        if isReachable { unlink(path) }
        // While the lock is held, so that no daemon locks a file that is being removed (clinux_lock looks again).
        if FileIdentity(path + ".lock") == FileIdentity(own.lock) { unlink(path + ".lock") }
        Glibc.close(own.lock)
    }
}

extension Listener.Role {
    /// The command line's word for where it is.
    fileprivate var option: String { self == .events ? "--socket" : "--admin-socket" }
}

/// Which file it is, whatever its name is.
private struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// The file at a path, also if it is a link; nil if there is none.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }

    /// The file of an open descriptor.
    init?(_ fd: Int32) {
        var status = stat()
        guard fstat(fd, &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }
}
