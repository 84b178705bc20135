import Glibc

/// A stand-in for touchd: a socket on which a bridge connects, and which sends it any bytes.
final class StandIn {
    static let path = "/tmp/touchd-fuzz-\(getpid()).sock"
    /// The first line of touchd.
    static let hello = Array(
        #"{"type":"hello","protocol":1,"server":"touchd 1","epoch":"e","capabilities":["accessibility"],"limits":{"maxLine":65536}}"#.utf8)

    private static let listener = {
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        unlink(path)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(fd, $0, size) } }
        if result != 0 || listen(fd, 4) != 0 { fatalError("no socket at \(path): \(String(cString: strerror(errno)))") }
        atexit { unlink(StandIn.path) }
        return fd
    }()

    private var fd: Int32 = -1

    init() { _ = Self.listener }

    deinit { disconnect() }

    /// True if a bridge is connected.
    var isConnected: Bool { fd >= 0 }

    /// Accepts the newest connection, if there is a new one. Returns true if there was.
    func accept() -> Bool {
        let new = Glibc.accept(Self.listener, nil, nil)
        if new < 0 { return false }
        disconnect()
        fd = new
        _ = fcntl(fd, F_SETFL, O_NONBLOCK)
        return true
    }

    func disconnect() {
        if fd >= 0 { close(fd) }
        fd = -1
    }

    /// Sends bytes; the bridge may have closed the connection.
    func send(_ bytes: some Collection<UInt8>) {
        if fd >= 0 { _ = Array(bytes).withUnsafeBytes { Glibc.send(fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } }
    }

    /// Returns the bytes that the bridge has sent since the last call.
    func receive() -> [UInt8] {
        var bytes: [UInt8] = []
        while fd >= 0 {
            let part = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in count = max(0, recv(fd, buffer.baseAddress, buffer.count, 0)) }
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }
}

/// Splits an input into steps: the first byte of each line, and the rest.
func steps(_ bytes: [UInt8]) -> [(what: Unicode.Scalar, rest: [UInt8])] {
    bytes.split(separator: UInt8(ascii: "\n")).map { (Unicode.Scalar($0[$0.startIndex]), Array($0.dropFirst())) }
}

/// The folder of the repository.
let repository = String(#filePath.dropLast("/Tests/Fuzz/StandIn.swift".count))
