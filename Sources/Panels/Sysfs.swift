import Glibc
import Text

/// Reads the kernel's objects, which sysfs shows as files.
enum Sysfs {
    /// Returns the names in a folder, sorted; empty if there is no such folder.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if !name.begins(with: ".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns the first line of a short file; empty if it cannot be read.
    static func contents(_ path: String, atMost size: Int = 64) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 { return "" }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: size)
        let count = read(file, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
