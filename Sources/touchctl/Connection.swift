import ArgumentParser
import Glibc
import Sockets
import Wire

/// A connection to the daemon that passes the daemon's lines on unchanged.
///
/// touchctl does not use the client library `TouchdClient`, because that library serves programs that act on touches: it hands out only touches that
/// follow the grammar, and adds cancels when a connection ends. touchctl shows touchd's lines, even wrong ones, adds none, and ends with an exit
/// status for scripts. Both use `Sockets` for the lines.
final class Connection {
    let path: String
    private let socket: UnixSocket
    private var lines = LineBuffer()
    private var isGreeted = false
    /// The most bytes in a line. The longest list of regions is shorter. A peer that sends more is not touchd.
    private static let lineMax = 64 << 20
    /// The time by which the awaited answer must have come, in µs of the monotonic clock.
    private var deadline: Int64?
    /// The capabilities of the daemon.
    private(set) var capabilities: [String] = []

    /// The socket's descriptor, for waiting on several descriptors. It does not block.
    var fd: Int32 { socket.fd }

    /// The path of the events socket: `--socket`, otherwise `$TOUCHD_SOCKET`, otherwise the usual path.
    static func path(_ option: String?) -> String { option ?? SocketPath.inEnvironment ?? SocketPath.usual }

    /// Opens the admin socket: `--admin-socket`, otherwise `$TOUCHD_ADMIN_SOCKET`, otherwise its usual place beside the events socket.
    static func admin(_ sockets: DaemonSockets, isQuiet: Bool = false) throws -> Connection {
        try Connection(path: adminPath(sockets), group: "touch-admin", isQuiet: isQuiet)
    }

    static func adminPath(_ sockets: DaemonSockets) -> String {
        // A user who names a socket does not mean the daemon that the environment names.
        let known = sockets.events.path == nil ? SocketPath.adminInEnvironment : nil
        return sockets.admin ?? known ?? SocketPath.admin(besides: Connection.path(sockets.events.path))
    }

    /// Connects for requests that need a trusted user or the admin socket: takes the admin socket if it can be opened, otherwise the events socket.
    static func trusted(_ sockets: DaemonSockets) throws -> Connection {
        if sockets.admin != nil { return try Connection.admin(sockets) }
        do { return try Connection.admin(sockets, isQuiet: true) } catch {
            // A user who may not open the admin socket may still be a trusted user. If touchd is not running, the events socket fails as well.
            return try Connection(path: Connection.path(sockets.events.path))
        }
    }

    /// Connects to the socket. Exits with 77 if the user may not open it, and with 64 if the path is too long; throws `NotReachable` otherwise.
    init(path: String, group: String = "touch", isQuiet: Bool = false) throws {
        self.path = path
        do throws(UnixSocket.Failure) { socket = try UnixSocket(path: path, waits: true) } catch {
            switch error.code {
            case EACCES, EPERM:
                if !isQuiet { complain("touchctl: \(path): permission denied; \(Self.cure(path, group))") }
                throw Exit.permission
            case ENAMETOOLONG:
                complain("touchctl: the socket's path is too long: \(path)")
                throw Exit.usage
            default: throw NotReachable(path: path, why: String(cString: strerror(error.code)))
            }
        }
    }

    /// The way to get access to a socket: by its group, if its mode lets a group in.
    ///
    /// - Parameter usual: the group of the socket of the service, for a socket whose folder this user may not search.
    private static func cure(_ path: String, _ usual: String) -> String {
        var status = stat()
        if stat(path, &status) != 0 { return "add yourself to the group \(usual), or run touchctl as root" }
        let owner = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "\(status.st_uid)"
        if status.st_mode & 0o060 != 0o060 || status.st_gid == 0 {
            let root = owner == "root" ? "" : " or as root"
            return "only the user \(owner) may connect, because touchd was not started with the group \(usual); run touchctl as \(owner)\(root)"
        }
        let group = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)"
        return "add yourself to the group \(group), or run touchctl as root"
    }

    /// The error if touchd does not answer. A command that does not wait for touchd exits with 69.
    struct NotReachable: Error, CustomStringConvertible {
        let path: String
        let why: String
        var description: String {
            "touchd is not reachable at \(path): \(why) (\"systemctl status \(Instance(ofSocket: path)?.unit ?? "touchd")\" says whether it runs; "
                + "--socket and --instance choose another one)"
        }
    }

    /// Sends a line. If the daemon has closed the connection, this is no error: its last line may say why, so reading continues.
    func send(_ line: String) {
        var rest = Array((line + "\n").utf8)
        while true {
            socket.send(&rest)
            if rest.isEmpty { return }
            wait(for: POLLOUT)
        }
    }

    /// The next line, which must be a JSON object with a `type`; nil if the daemon has closed the connection. Exits with 76 if the line is no such
    /// object. The first line must be a `hello` of a known protocol and must come soon, because the server speaks first.
    func message() throws -> (line: [UInt8], message: JSONValue)? {
        guard let line = try line() else { return nil }
        let message = try parsed(line)
        if !isGreeted { try greet(message) }
        return (line, message)
    }

    /// The first line unchecked, even from a daemon with another protocol; nil if it is not JSON. For callers that read nothing else.
    func greeting() throws -> JSONValue? { try line().flatMap { try? JSONReader.parse($0) } }

    /// The line as an object with a `type`. Exits with 76 if it is no such object.
    func parsed(_ line: [UInt8]) throws -> JSONValue {
        if let message = try? JSONReader.parse(line), message["type"]?.string != nil { return message }
        complain("touchctl: the server at \(path) is not touchd: \(String(decoding: line.prefix(60), as: UTF8.self))")
        throw Exit.protocol
    }

    /// Checks the daemon's `hello`: another protocol ends the program, another version gives a warning.
    private func greet(_ hello: JSONValue) throws {
        let server = hello.printable["server"]?.string ?? "the server"
        guard hello["type"]?.string == "hello", let number = hello["protocol"]?.number else {
            complain("touchctl: the server at \(path) is not touchd: it does not greet as touchd does")
            throw Exit.protocol
        }
        if number != Double(ServerMessages.protocolVersion) {
            complain(
                "touchctl: \(server) at \(path) speaks protocol \(hello["protocol"]?.numberText ?? "?"), but this touchctl "
                    + "(\(ServerMessages.version)) speaks protocol \(ServerMessages.protocolVersion); "
                    + "install the same version of both, and restart touchd")
            throw Exit.protocol
        }
        if server != ServerMessages.version {
            complain("touchctl: note: \(server) serves \(path), but this touchctl belongs to \(ServerMessages.version)")
        }
        isGreeted = true
        capabilities = (hello["capabilities"]?.array ?? []).compactMap(\.string)
    }

    /// The next line without its line break; nil if the daemon has closed the connection.
    private func line() throws -> [UInt8]? {
        while true {
            if let line = waitingLine() { return line }
            if !isGreeted, !wait(for: POLLIN, 5000) { throw NotReachable(path: path, why: "the server there does not say hello") }
            if let deadline, !wait(for: POLLIN, Int32(max(0, (deadline - MonotonicClock.now) / 1000))) {
                throw NotReachable(path: path, why: "it does not answer")
            }
            if !receive() { return nil }
            if lines.count > Self.lineMax {
                complain("touchctl: the server at \(path) is not touchd: it sent a line of more than \(Self.lineMax >> 20) MiB")
                throw Exit.protocol
            }
        }
    }

    /// Calls `body`. Throws `NotReachable` if a line that `body` waits for has not come after `seconds`.
    func within<Result>(seconds: Int64, _ body: () throws -> Result) rethrows -> Result {
        deadline = MonotonicClock.now + seconds * 1_000_000
        defer { deadline = nil }
        return try body()
    }

    /// A line that has already been received.
    func waitingLine() -> [UInt8]? { lines.next() }

    /// Waits for more bytes. Returns false if the daemon has closed the connection.
    func receive() -> Bool {
        wait(for: POLLIN)
        guard let bytes = socket.read() else { return false }
        lines.append(bytes)
        return true
    }

    /// Waits until the socket is ready. Returns false if the time is over.
    ///
    /// - Parameter patience: ms; -1 waits without end.
    @discardableResult
    func wait(for event: Int32, _ patience: Int32 = -1) -> Bool {
        var ready = pollfd(fd: socket.fd, events: Int16(event), revents: 0)
        return poll(&ready, 1, patience) != 0
    }
}
