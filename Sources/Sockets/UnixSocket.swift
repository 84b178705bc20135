import Glibc

/// A connection to touchd. Reading and writing do not block.
public struct UnixSocket: ~Copyable {
    public let fd: Int32

    public struct Failure: Error {
        /// The errno.
        public var code: Int32
    }

    /// - Parameter waits: whether to wait for room in the queue of connections. If not, a full queue is EAGAIN.
    public init(path: String, waits: Bool = false) throws(Failure) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw Failure(code: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (waits ? 0 : SOCK_NONBLOCK.rawValue)), 0)
        guard fd >= 0 else { throw Failure(code: errno) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard result == 0 else {
            let code = errno
            close(fd)
            throw Failure(code: code)
        }
        if waits { _ = fcntl(fd, F_SETFL, O_NONBLOCK) }
        self.fd = fd
    }

    deinit { close(fd) }

    /// Returns the bytes that have come; nil if the connection is gone.
    public func read() -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, used in
            count = recv(fd, buffer.baseAddress, buffer.count, 0)
            used = max(0, count)
        }
        if count > 0 { return bytes }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }

    /// Sends as many bytes as the socket accepts now. If touchd has closed the connection, all bytes are dropped, and the next read reports the end.
    public func send(_ bytes: inout [UInt8]) {
        let count = bytes.withUnsafeBytes { Glibc.send(fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count > 0 {
            bytes.removeFirst(count)
        } else if errno != EAGAIN && errno != EINTR {
            bytes = []
        }
    }
}
