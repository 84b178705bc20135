import ArgumentParser
import Glibc
import Sockets
import Wire

/// A connection to the daemon, line by line, as the lines are.
///
/// The client library `TouchdClient` is not what touchctl wants here. It hands out touches that keep to the grammar and makes up
/// cancels where a connection ends, for programs that act upon touches; touchctl shows what touchd says, also where that is wrong,
/// nothing of its own, and ends with a status that a script can read. Alike is what is below the lines: both stand on `Sockets`.
final class Connection {
    let path: String
    private let socket: UnixSocket
    private var lines = LineBuffer()
    private var isGreeted = false
    /// What the daemon says it can do.
    private(set) var capabilities: [String] = []

    /// Of the socket, to wait for it and others. It does not block.
    var fd: Int32 { socket.fd }

    /// `--socket`, else `$TOUCHD_SOCKET`, else the usual place.
    static func path(_ option: String?) -> String { option ?? SocketPath.inEnvironment ?? SocketPath.usual }

    /// The admin socket: `--admin-socket`, else `$TOUCHD_ADMIN_SOCKET`, else where it is beside the events socket.
    static func admin(_ sockets: DaemonSockets, isQuiet: Bool = false) throws -> Connection {
        // Whoever names a socket does not mean the daemon of the environment.
        let known = sockets.events.path == nil ? SocketPath.adminInEnvironment : nil
        let path = sockets.admin ?? known ?? SocketPath.admin(besides: Connection.path(sockets.events.path))
        return try Connection(path: path, group: "touch-admin", isQuiet: isQuiet)
    }

    /// For requests of trusted users, and of those who may open the admin socket: through that one where it can be had.
    static func trusted(_ sockets: DaemonSockets) throws -> Connection {
        if sockets.admin != nil { return try Connection.admin(sockets) }
        do { return try Connection.admin(sockets, isQuiet: true) } catch {
            // Whoever may not open it may be a trusted user; where there is no touchd the other socket says so.
            return try Connection(path: Connection.path(sockets.events.path))
        }
    }

    /// Exits with 77 when the socket may not be opened, with 64 when there can be none; throws `NotReachable` otherwise.
    init(path: String, group: String = "touch", isQuiet: Bool = false) throws {
        self.path = path
        do throws(UnixSocket.Failure) { socket = try UnixSocket(path: path, waits: true) } catch {
            switch error.code {
            case EACCES, EPERM:
                if !isQuiet { complain("touchctl: \(path): permission denied; add yourself to the group \(group), or ask as root") }
                throw Exit.permission
            case ENAMETOOLONG:
                complain("touchctl: the socket's path is too long: \(path)")
                throw Exit.usage
            default: throw NotReachable(path: path, why: String(cString: strerror(error.code)))
            }
        }
    }

    /// The program exits with 69 of it, where it does not wait for touchd.
    struct NotReachable: Error, CustomStringConvertible {
        let path: String
        let why: String
        var description: String {
            "touchd is not reachable at \(path): \(why) "
                + #"("systemctl status touchd" says whether it runs; --socket names another socket)"#
        }
    }

    /// If the daemon does not take it, it has closed the connection, and may have said why: reading tells.
    func send(_ line: String) {
        var rest = Array((line + "\n").utf8)
        while true {
            socket.send(&rest)
            if rest.isEmpty { return }
            wait(for: POLLOUT)
        }
    }

    /// The next line, which must be a JSON object with a `type`; nil when the daemon has closed the connection. Exits with 76 when
    /// it is none. The first one must be a `hello` of a protocol this program speaks, and come soon: the server speaks first.
    func message() throws -> (line: [UInt8], message: JSONValue)? {
        guard let line = try line() else { return nil }
        let message = try parsed(line)
        if !isGreeted { try greet(message) }
        return (line, message)
    }

    /// A line that is what touchd says; exits with 76 otherwise.
    func parsed(_ line: [UInt8]) throws -> JSONValue {
        if let message = try? JSONReader.parse(line), message["type"]?.string != nil { return message }
        complain("touchctl: what answers at \(path) is no touchd: \(String(decoding: line.prefix(60), as: UTF8.self))")
        throw Exit.protocol
    }

    /// Looks at the daemon's `hello`: another protocol is none that can be spoken, another version is worth a word.
    private func greet(_ hello: JSONValue) throws {
        let server = hello.printable["server"]?.string ?? "what answers"
        guard hello["type"]?.string == "hello", let number = hello["protocol"]?.number else {
            complain("touchctl: what answers at \(path) does not greet as touchd does")
            throw Exit.protocol
        }
        if number != Double(ServerMessages.protocolVersion) {
            complain(
                "touchctl: \(server) at \(path) speaks protocol \(hello["protocol"]?.numberText ?? "?"), and this touchctl, of "
                    + "\(ServerMessages.version), protocol \(ServerMessages.protocolVersion): install both of the same version, and restart touchd")
            throw Exit.protocol
        }
        if server != ServerMessages.version {
            complain("touchctl: note: \(path) is served by \(server), and this touchctl is of \(ServerMessages.version)")
        }
        isGreeted = true
        capabilities = (hello["capabilities"]?.array ?? []).compactMap(\.string)
    }

    /// The next line without its end; nil when the daemon has closed the connection.
    private func line() throws -> [UInt8]? {
        while true {
            if let line = waitingLine() { return line }
            if !isGreeted, !wait(for: POLLIN, 5000) { throw NotReachable(path: path, why: "what listens there does not say hello") }
            if !receive() { return nil }
        }
    }

    /// A line that has come already.
    func waitingLine() -> [UInt8]? { lines.next() }

    /// Waits for more; false when the daemon has closed the connection.
    func receive() -> Bool {
        wait(for: POLLIN)
        guard let bytes = socket.read() else { return false }
        lines.feed(bytes)
        return true
    }

    /// - Parameter patience: ms, -1: without end. Returns false when they are over.
    @discardableResult
    func wait(for event: Int32, _ patience: Int32 = -1) -> Bool {
        var ready = pollfd(fd: socket.fd, events: Int16(event), revents: 0)
        return poll(&ready, 1, patience) != 0
    }
}
