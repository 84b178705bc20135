import ArgumentParser
import Glibc
import Wire

/// A connection to the daemon, read line by line.
struct Connection {
    private let fd: Int32
    private var buffer: [UInt8] = []
    private var isGreeted = false

    /// `--socket`, else `$TOUCHD_SOCKET`, else the usual place.
    static func path(_ option: String?) -> String {
        option ?? getenv("TOUCHD_SOCKET").map { String(cString: $0) } ?? "/run/touchd/events.sock"
    }

    /// Exits with 77 when the socket may not be opened; throws the errno otherwise.
    init(path: String) throws {
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
            complain("touchctl: \(path): permission denied; add yourself to the group touch")
            throw Exit.permission
        }
        throw NotReachable(path: path, code: code)
    }

    struct NotReachable: Error, CustomStringConvertible {
        let path: String
        let code: Int32
        var description: String { "touchd is not reachable at \(path): \(String(cString: strerror(code)))" }
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
        if !isGreeted && (type != "hello" || message["protocol"]?.number != Double(ServerMessages.protocolVersion)) {
            complain("touchctl: the daemon speaks another protocol; install touchctl and touchd of the same version")
            throw Exit.protocol
        }
        isGreeted = true
        return (line, message)
    }

    /// The next line without its end; nil when the daemon has closed the connection.
    mutating func line() -> [UInt8]? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(buffer[..<end])
                buffer.removeSubrange(...end)
                return line
            }
            var chunk = [UInt8](repeating: 0, count: 65536)
            let count = read(fd, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            buffer += chunk[..<count]
        }
    }
}
