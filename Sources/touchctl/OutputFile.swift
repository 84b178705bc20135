import ArgumentParser
import Files
import Glibc
import Text

/// The output that `--output` names. A regular file, or the target of a link to one, is replaced. Anything else, such as a device or a pipe, is
/// written into. `-` is standard output.
enum OutputFile {
    static let standard = "-"
    static let help = ArgumentHelp("The file to write, which is replaced; by default, and with -, standard output.", valueName: "file")

    private enum Place {
        case nothing, regular(stat), other

        init(_ path: String) throws {
            var status = stat()
            var link = stat()
            if stat(path, &status) != 0 {
                // A dangling link is written through, not replaced.
                self = errno == ENOENT && lstat(path, &link) != 0 ? .nothing : .other
            } else if status.st_mode & S_IFMT == S_IFDIR {
                throw OutputFile.failure(path, "it is a folder; name a file in it", EISDIR)
            } else {
                // /dev/stdout stands for what the shell has opened, even if that is a regular file.
                let isOpen = ["/dev/", "/proc/"].contains { path.begins(with: $0) }
                self = status.st_mode & S_IFMT == S_IFREG && !isOpen ? .regular(status) : .other
            }
        }
    }

    /// Exits with 64 if the output is one of the inputs, because writing would replace it.
    static func checkIsNotInput(_ path: String, among inputs: [String]) throws {
        var output = stat()
        guard path != standard, stat(path, &output) == 0, output.st_mode & S_IFMT == S_IFREG else { return }
        for input in inputs {
            var status = stat()
            guard stat(input, &status) == 0, (status.st_dev, status.st_ino) == (output.st_dev, output.st_ino) else { continue }
            complain("touchctl: \(path) is the same file as \(input), which is read; write to another file")
            throw Exit.usage
        }
    }

    /// Writes the whole file at once: a reader finds the old file or the new one, and an error leaves the old one.
    ///
    /// - Parameter mode: the file's mode; nil: that of the old file, or what the umask leaves of 0666 for a new one.
    /// - Throws: 73, 74 or 77, after a message.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t? = nil) throws {
        if path == standard { return output(bytes) }
        signal(SIGXFSZ, SIG_IGN)
        do {
            switch try Place(path) {
            case .nothing: try writeFile(path, bytes, suffix: suffix, mode: mode ?? 0o666 & ~mask)
            case .regular(let old):
                try writeFile(resolved(path), bytes, suffix: suffix, mode: mode ?? old.st_mode & 0o777, owner: (old.st_uid, old.st_gid))
            case .other:
                let fd = try open(path)
                defer { close(fd) }
                if send(bytes, to: fd) < bytes.count { throw failure(path, String(cString: strerror(errno)), errno) }
            }
        } catch let error as FileError {
            let isFolders = [EACCES, EPERM, EROFS, EBUSY].contains(error.code)
            let cure = "; touchctl replaces the file, so it must be able to write in the folder: choose another, or use \"--output - >\(path)\""
            throw failure(path, "\(error)" + (isFolders ? cure : ""), error.code)
        }
    }

    /// Opens a file for output that comes bit by bit. A regular file is emptied at once.
    ///
    /// - Throws: the exit statuses of `write`.
    static func open(_ path: String) throws -> Int32 {
        if path == standard { return STDOUT_FILENO }
        // A file at its largest size (RLIMIT_FSIZE) is then an error like a full disk, and does not kill the program.
        signal(SIGXFSZ, SIG_IGN)
        let flags =
            switch try Place(path) {
            case .nothing, .regular: O_CREAT | O_TRUNC
            case .other: O_CREAT | O_APPEND
            }
        let fd = Glibc.open(path, O_WRONLY | O_CLOEXEC | flags, 0o666)
        if fd < 0 { throw failure(path, String(cString: strerror(errno)), errno) }
        return fd
    }

    /// Writes bytes. Returns how many were written; if not all, errno says why.
    static func send(_ bytes: [UInt8], to fd: Int32) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(fd, $0.baseAddress! + sent, $0.count - sent) }
            if count >= 0 { sent += count } else if errno != EINTR { break }
        }
        return sent
    }

    private static func failure(_ path: String, _ reason: String, _ code: Int32) -> ExitCode {
        complain("touchctl: cannot write \(path): \(reason)")
        switch code {
        case EACCES, EPERM: return Exit.permission
        case ENOSPC, EDQUOT, EFBIG, EIO, EPIPE: return Exit.inputOutput
        default: return Exit.cannotCreate
        }
    }

    /// The path with all links resolved.
    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static var suffix: String { ".touchctl-\(getpid())" }

    private static var mask: mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }
}
