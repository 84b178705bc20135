import ArgumentParser
import Glibc

/// A connection to the daemon, read line by line.
struct Connection {
    private let fd: Int32
    private var buffer: [UInt8] = []

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

    func send(_ line: String) { output(Array((line + "\n").utf8), to: fd) }

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
