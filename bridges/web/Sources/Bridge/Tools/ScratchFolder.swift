import Glibc

/// A private folder for the files of one run of a tool.
final class ScratchFolder {
    let path: String

    /// Creates the folder. Returns nil on failure (errno).
    init?() {
        let parent = ["RUNTIME_DIRECTORY", "TMPDIR"].compactMap { (name: String) in getenv(name).map { String(cString: $0) } }.first ?? "/tmp"
        var template = Array("\(parent)/touchd-web.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { return nil }
        path = String(cString: made)
    }

    func write(_ name: String, _ bytes: [UInt8]) -> Bool {
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return writeAll(descriptor, bytes)
    }

    /// The beginning of a file, as text.
    func text(_ name: String) -> String {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16384)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    deinit {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                unlinkat(dirfd(folder), name, 0)
            }
            closedir(folder)
        }
        rmdir(path)
    }
}

/// Writes all bytes. Returns false on failure; errno says why.
func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
        var sent = 0
        while sent < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress! + sent, bytes.count - sent)
            if count >= 0 { sent += count } else if errno != EINTR { return false }
        }
        return true
    }
}
