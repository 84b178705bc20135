import ArgumentParser
import Glibc

/// A file that is replaced as a whole.
enum OutputFile {
    /// - Parameter path: `-` is standard output.
    static func write(_ bytes: [UInt8], to path: String) throws {
        if path == "-" { return output(bytes) }
        signal(SIGXFSZ, SIG_IGN)
        let fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard fd >= 0 else {
            let code = errno
            complain("touchctl: cannot write \(path): \(String(cString: strerror(code)))")
            throw code == EACCES || code == EPERM ? Exit.permission : Exit.cannotCreate
        }
        defer { close(fd) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(fd, $0.baseAddress! + written, $0.count - written) }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                complain("touchctl: cannot write \(path): \(String(cString: strerror(errno)))")
                throw Exit.inputOutput
            }
        }
    }
}
