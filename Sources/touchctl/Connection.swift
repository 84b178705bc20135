import ArgumentParser
import Glibc
import Wire

/// A connection to the daemon, read line by line.
struct Connection {
    /// Of the socket, to wait for it and others.
    let fd: Int32
    let path: String
    private var buffer: [UInt8] = []
    private var isGreeted = false
    /// What the daemon says it can do.
    private var capabilities: [String] = []

    /// `--socket`, else `$TOUCHD_SOCKET`, else the usual place.
    static func path(_ option: String?) -> String {
        option ?? getenv("TOUCHD_SOCKET").map { String(cString: $0) } ?? "/run/touchd/events.sock"
    }

    /// The admin socket: `--admin-socket`, else `$TOUCHD_ADMIN_SOCKET`, else where it is beside the events socket.
    static func admin(_ option: String?, _ events: String?, isQuiet: Bool = false) throws -> Connection {
        let known = events == nil ? getenv("TOUCHD_ADMIN_SOCKET").map { String(cString: $0) } : nil
        let path = option ?? known ?? adminSocketPath(besides: Connection.path(events))
        return try Connection(path: path, group: "touch-admin", isQuiet: isQuiet)
    }

    /// For requests of trusted users, and of those who may open the admin socket: through that one where it can be had.
    static func trusted(_ admin: String? = nil, _ events: String?) throws -> Connection {
        if let connection = try? Connection.admin(admin, events, isQuiet: admin == nil) { return connection }
        return try Connection(path: Connection.path(events))
    }

    /// Exits with 77 when the socket may not be opened; throws the errno otherwise.
    init(path: String, group: String = "touch", isQuiet: Bool = false) throws {
        self.path = path
        fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            complain("touchctl: the socket's path is too long: \(path)")
            throw ExitCode(64)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard result < 0 else { return }
        let code = errno
        close(fd)
        if code == EACCES || code == EPERM {
            if !isQuiet { complain("touchctl: \(path): permission denied; add yourself to the group \(group), or ask as root") }
            throw Exit.permission
        }
        throw NotReachable(path: path, code: code)
    }

    struct NotReachable: Error, CustomStringConvertible {
        let path: String
        let code: Int32
        var description: String {
            "touchd is not reachable at \(path): \(String(cString: strerror(code))) "
                + #"("systemctl status touchd" says whether it runs; --socket names another socket)"#
        }
    }

    /// If the daemon does not take it, it has closed the connection, and may have said why: reading tells.
    func send(_ line: String) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0 && errno != EINTR { return }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// The next line, which must be a JSON object with a `type`; exits with 76 when it is none. The first one must be a
    /// `hello` of a protocol this program speaks.
    mutating func message() throws -> (line: [UInt8], message: JSONValue)? {
        guard let line = line() else { return nil }
        guard let message = try? JSONReader.parse(line), let type = message["type"]?.string else {
            complain("touchctl: what answers at the socket is no touchd: \(String(decoding: line.prefix(60), as: UTF8.self))")
            throw Exit.protocol
        }
        if !isGreeted { try greet(type, message) }
        return (line, message)
    }

    /// Looks at the daemon's `hello`: another protocol is none that can be spoken, another version is worth a word.
    private mutating func greet(_ type: String, _ hello: JSONValue) throws {
        let server = hello["server"]?.string ?? "what answers"
        guard type == "hello", let number = hello["protocol"]?.number else {
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

    struct Answer {
        let line: [UInt8]
        let message: JSONValue

        /// What was asked for, without what makes it a reply.
        var bare: [UInt8] {
            let reply = Array(#"{"type":"reply","id":null,"ok":true,"#.utf8)
            return line.starts(with: reply) ? Array("{".utf8) + line.dropFirst(reply.count) : line
        }
    }

    /// The answer to a request without an `id`; exits with 77 when touchd does not allow it, with 76 when it does not know
    /// of it, with 69 when it does not answer, and with 64 when it refuses it.
    ///
    /// - Parameter capability: what touchd says in its `hello` when it knows the request.
    static func ask(_ request: String, capability: String, socket: String?) throws -> Answer {
        try ask(request, capability: capability) { try Connection(path: path(socket)) }
    }

    /// A request of trusted users, likewise.
    static func askTrusted(_ request: String, capability: String, admin: String?, socket: String?) throws -> Answer {
        try ask(request, capability: capability) { try trusted(admin, socket) }
    }

    private static func ask(_ request: String, capability: String, through connect: () throws -> Connection) throws -> Answer {
        var connection: Connection
        do { connection = try connect() } catch let error as NotReachable {
            complain("touchctl: \(error)")
            throw Exit.unavailable
        }
        return try connection.ask(request, capability: capability)
    }

    mutating func ask(_ request: String, capability: String) throws -> Answer {
        var isAsked = false
        while let (line, message) = try message() {
            // Not before it is known who is there: a touchd that does not know of it would say nothing at all.
            if !isAsked && !capabilities.contains(capability) {
                complain(
                    "touchctl: touchd at \(path) has no \"\(capability)\"; install touchctl and touchd of the same version, and restart touchd")
                throw Exit.protocol
            }
            if !isAsked { send(request) }
            isAsked = true
            switch message["type"]?.string {
            case "reply" where message["ok"]?.bool == true: return Answer(line: line, message: message)
            case "reply":
                complain(refusal(message["error"]))
                throw message["error"]?["code"]?.string == "notAllowed" ? Exit.permission : ExitCode(64)
            case "bye": complain("touchctl: touchd closes the connection: \(message["message"]?.string ?? "")")
            default: break
            }
        }
        complain("touchctl: touchd has closed the connection without an answer")
        throw Exit.unavailable
    }

    /// The next line without its end; nil when the daemon has closed the connection.
    mutating func line() -> [UInt8]? {
        while true {
            if let line = waitingLine() { return line }
            if !receive() { return nil }
        }
    }

    /// A line that has come already.
    mutating func waitingLine() -> [UInt8]? {
        guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { buffer.removeSubrange(...end) }
        return Array(buffer[..<end])
    }

    /// Waits for more; false when the daemon has closed the connection.
    mutating func receive() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(fd, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            buffer += chunk[..<max(0, count)]
            return count > 0
        }
    }
}
