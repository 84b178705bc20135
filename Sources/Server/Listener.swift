import CLinux
import Glibc

/// A listening socket, made by touchd or by the service manager. touchd never takes over the socket of a running daemon. The service manager keeps
/// its sockets open when the daemon ends.
public final class Listener {
    /// The kind of socket, which decides the rights of its connections (`AccessRules`).
    public enum Role: String, CaseIterable, Sendable { case events, admin }

    /// The mode of the socket's file, and the group of the file if it differs from the group of the process.
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
    /// The identity of the socket's file when the socket was bound; nil if the file was already gone. The file of another daemon may replace it
    /// later.
    private var file: FileIdentity?
    /// The lock on the socket and its permissions; nil if the service manager made the socket.
    private var own: (lock: Int32, permissions: Permissions)?
    /// True if touchd made the socket; false if the service manager did.
    var isOwn: Bool { own != nil }

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
        /// True if a permission is missing.
        public let isPermission: Bool

        init(_ description: String, errno code: Int32 = 0) {
            self.description = code == 0 ? description : "\(description): \(String(cString: strerror(code)))"
            isPermission = code == EACCES || code == EPERM
        }
    }

    /// Makes a socket, replacing a stale one. Fails if another daemon serves the path; that daemon does not notice.
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

    /// True if clients can find the socket: its file has not been removed or replaced.
    var isReachable: Bool { file != nil && FileIdentity(path) == file }

    /// Makes the socket again after its file was removed. Connections that wait at the old socket can still be accepted; the caller closes the old
    /// socket.
    ///
    /// - Returns: the old descriptor.
    /// - Throws: `Failure`, if the socket cannot be made, or if another daemon now has the path. Nothing has changed then.
    func recreate() throws(Failure) -> Int32 {
        guard let own else { throw Failure("the service manager made \(path)") }
        // The lock file may have been removed too, and another daemon may hold a new one.
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

    /// Adopts a socket that already listens and that stays open when the daemon ends.
    public init(adopting fd: Int32, role: Role) throws(Failure) {
        var bytes = [CChar](repeating: 0, count: MemoryLayout<sockaddr_un>.size + 1)
        guard clinux_socket_path(fd, &bytes, bytes.count) == 0, clinux_adopt(fd) == 0 else {
            throw Failure("descriptor \(fd), passed as the \(role.rawValue) socket, is not a listening stream socket with a path", errno: errno)
        }
        self.fd = fd
        let path = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.path = path
        self.role = role
        file = FileIdentity(path)
        own = nil
    }

    /// Takes the lock. The lock, not the socket, decides between two daemons that start at once. The kernel releases the lock when its process ends.
    private static func lock(_ path: String, _ role: Role) throws(Failure) -> Int32 {
        let lock = clinux_lock(path + ".lock")
        if lock >= 0 { return lock }
        if errno == ENOENT { throw Failure("the folder of the socket \(path) does not exist; create it first, or give another \(role.option)") }
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
                throw Failure("\(path) exists and is not a socket; remove it, or give another \(role.option)")
            }
            // A socket that listens while nobody has the lock belongs to the service manager, for a daemon that it will start.
            if isServed(&address) {
                throw Failure("another process listens on \(path), perhaps systemd for a touchd; stop it, or give this one another \(role.option)")
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
            throw fail("cannot change the group of \(path) to \(group), as the configuration requires")
        }
        guard chmod(path, permissions.mode) == 0, listen(fd, SOMAXCONN) == 0 else { throw fail("cannot listen on \(path)") }
        return (fd, FileIdentity(path))
    }

    private static func address(of path: String) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return address
    }

    /// Returns the next waiting connection; nil if there is none.
    public func accept() -> Int32? { Self.accept(fd) }

    static func accept(_ fd: Int32) -> Int32? {
        let client = clinux_accept(fd)
        return client >= 0 ? client : nil
    }

    public func close() {
        defer { Glibc.close(fd) }
        guard let own else { return }
        if isReachable { unlink(path) }
        // While the lock is held, so that no daemon locks a file that is being removed (`clinux_lock` checks again).
        if FileIdentity(path + ".lock") == FileIdentity(own.lock) { unlink(path + ".lock") }
        Glibc.close(own.lock)
    }
}

extension Listener.Role {
    /// The command line option that sets the path.
    fileprivate var option: String { self == .events ? "--socket" : "--admin-socket" }
}

/// The identity of a file, independent of its name.
private struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// The file at a path, without following links; nil if there is none.
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
