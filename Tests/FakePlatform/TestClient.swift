import Glibc

/// The client end of a connection, non-blocking.
public final class TestClient {
    public let fd: Int32
    public var input: [UInt8] = []
    public var lastBytes = ""
    /// All bytes received.
    public var bytes: [UInt8] = []
    public var isClosed = false
    public var isDrained = false

    public init(_ path: String) {
        fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                precondition(Glibc.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0)
            }
        }
    }

    deinit { close(fd) }

    /// Sends a line. Returns how many bytes of the line and its end the kernel accepted.
    @discardableResult
    public func send(_ line: String) -> Int {
        let bytes = Array((line + "\n").utf8)
        return Glibc.send(fd, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    public func send(bytes: [UInt8]) { _ = Glibc.send(fd, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// Receives bytes, without splitting them into lines.
    @discardableResult
    public func receive(atMost most: Int) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: most)
        let count = read(fd, &chunk, most)
        if count == 0 { isClosed = true }
        return Array(chunk.prefix(max(0, count)))
    }

    public func finish() { shutdown(fd, Int32(SHUT_WR)) }

    public func forget() { lastBytes = "" }
}
