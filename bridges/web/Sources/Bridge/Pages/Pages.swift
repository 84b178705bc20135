import Glibc
import NIOCore
import Text

/// The folder of the served files: the installed one, or touchd's repository. Symbolic links below it are not followed.
struct Pages {
    static let bytesMax = 8 << 20

    struct File {
        var bytes: ByteBuffer
        var tag: String
    }

    /// The folder in which the Debian package node-yaml has the region editor's YAML reader. A repository has no copy of it.
    static let yamlReader = "/usr/share/nodejs/yaml/browser"

    let folder: String

    /// The file that a request names, from the installed pages or the repository.
    func read(installed: String, inRepository: String) -> File? {
        if let file = read(installed) ?? read(inRepository) { return file }
        let prefix = "vendor/yaml/"
        return installed.begins(with: prefix) ? Pages(folder: Self.yamlReader).read(String(installed.utf8.dropFirst(prefix.utf8.count)) ?? "") : nil
    }

    /// The warnings about missing files.
    ///
    /// - Parameter isAdmin: whether the pages for people are served.
    func complaints(isAdmin: Bool) -> [String] {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return ["there is no folder \(folder) (\"pages\"): neither pages nor touchd.js will be served"]
        }
        if read(installed: "touchd.js", inRepository: "clients/web/touchd.js") == nil {
            return ["there is no touchd.js in \(folder) (\"pages\"): set \"pages\" to the folder of touchd's pages"]
        }
        let reader = "vendor/yaml/index.js"
        if isAdmin, read(installed: reader, inRepository: "pages/" + reader) == nil {
            return ["there is no \(folder)/\(reader) and no \(Self.yamlReader): the region editor will not work; install the package node-yaml"]
        }
        return []
    }

    /// The installed folder: share/touchd/web beside the program's bin.
    static var installed: String {
        var name = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &name, name.count)
        let path = String(decoding: name.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(at: "/").dropLast(2).map { "/" + $0 }.joined() + "/share/touchd/web"
    }

    /// The file at a path; nil if there is none.
    ///
    /// - Parameter path: a path of a `PagePath`.
    func read(_ path: String) -> File? {
        var descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let parts = path.split(at: "/").map(String.init)
        for (index, part) in parts.enumerated() where descriptor >= 0 {
            let isLast = index == parts.count - 1
            // Opening must not block on a pipe.
            let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (isLast ? 0 : O_DIRECTORY)
            let next = openat(descriptor, part, flags)
            close(descriptor)
            descriptor = next
        }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.bytesMax else { return nil }
        let size = Int(status.st_size)
        var bytes = ByteBufferAllocator().buffer(capacity: size)
        while bytes.readableBytes < size {
            let count = bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: size - bytes.readableBytes) { space in
                max(Glibc.read(descriptor, space.baseAddress, min(space.count, size)), 0)
            }
            if count == 0 { break }
        }
        let time = status.st_mtim
        return File(bytes: bytes, tag: "\"\(String(time.tv_sec, radix: 36))-\(String(time.tv_nsec, radix: 36))-\(String(size, radix: 36))\"")
    }
}
