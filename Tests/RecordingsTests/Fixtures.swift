import Glibc
import Recordings

/// The tests' files, located relative to this file.
enum Fixtures {
    /// The checkout's root.
    static let root: String = {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return parts.joined(separator: "/")
    }()

    static let recordings = root + "/Tests/Recordings"

    static let realRecordings: String = {
        var parts = root.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast()
        return parts.joined(separator: "/") + "/shared/recordings"
    }()

    /// The names of the project's own evemu recordings.
    static func evemus() throws -> [String] {
        guard let folder = opendir(recordings) else { throw Unreadable(path: recordings) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            if name.hasSuffix(".evemu") { names.append(name) }
        }
        return names.sorted()
    }

    struct Unreadable: Error { var path: String }

    static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Unreadable(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    static func lines(_ path: String) throws -> [String] {
        try String(decoding: bytes(path), as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
