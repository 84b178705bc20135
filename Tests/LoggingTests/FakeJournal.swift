import Glibc
import Testing

/// A socket in place of journald's, and a file in place of standard error.
final class FakeJournal {
    let path: String
    let standardError: Int32
    private let fd: Int32
    private let file: String

    init() {
        let folder = "/tmp/touchd-journal-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        (path, file) = (folder + ".socket", folder + ".err")
        standardError = open(file, O_RDWR | O_CREAT | O_TRUNC, 0o600)
        fd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { #expect(bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0) }
        }
    }

    deinit {
        close(fd)
        close(standardError)
        unlink(path)
        unlink(file)
    }

    /// The value of `$JOURNAL_STREAM` if standard error were journald's.
    var stream: String {
        var status = stat()
        fstat(standardError, &status)
        return "\(status.st_dev):\(status.st_ino)"
    }

    /// The fields of the next entry, or nil.
    func next() -> [String: String]? {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(fd, &bytes, bytes.count)
        return count < 0 ? nil : Self.fields(bytes[..<count])
    }

    /// The lines on standard error.
    var lines: String {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = pread(standardError, &bytes, bytes.count, 0)
        return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    }

    static func fields(_ entry: ArraySlice<UInt8>) -> [String: String] {
        var fields: [String: String] = [:]
        var rest = entry
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
                fields[String(decoding: line[..<equals], as: UTF8.self)] = String(decoding: line[(equals + 1)...], as: UTF8.self)
            } else {
                let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                fields[String(decoding: line, as: UTF8.self)] = String(decoding: rest.dropFirst(8).prefix(length), as: UTF8.self)
                rest = rest.dropFirst(8 + length + 1)
            }
        }
        return fields
    }
}
