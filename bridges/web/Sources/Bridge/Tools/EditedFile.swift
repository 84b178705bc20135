import Files
import Glibc
import Text

/// The configuration that `touchctl edit` edits, which is read and written in place.
struct EditedFile {
    static let bytesMax = 16 << 20

    struct Failure: Error { var message: String }

    let path: String

    /// A tag that changes with each change of the file.
    var tag: String? {
        var status = stat()
        return stat(path, &status) == 0 ? Self.tag(of: status) : nil
    }

    private static func tag(of status: stat) -> String {
        "\"\(status.st_ino)-\(status.st_size)-\(status.st_mtim.tv_sec)-\(status.st_mtim.tv_nsec)\""
    }

    /// The file's name, escaped for a header.
    var name: String {
        path.split(at: "/").last.map(String.init)?.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            // Characters: of one ASCII scalar each.
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "._-".utf8.contains(byte))
            return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined() ?? ""
    }

    func read() throws(Failure) -> [UInt8] {
        do throws(FileError) {
            let bytes = try readFile(path, atMost: Self.bytesMax)
            if bytes.count <= Self.bytesMax { return bytes }
        } catch {
            throw Failure(message: "\(path): \(error)")
        }
        throw Failure(message: "\(path) is larger than \(Self.bytesMax >> 20) MiB")
    }

    /// Replaces the file atomically. The new file has the old one's mode and, if permitted, its owner.
    ///
    /// - Parameter wanted: the tag that the file must still have when it is replaced: writing takes seconds on a slow disk.
    /// - Returns: the tag of the written text, even if another program has changed the file again at once; nil if the file has another tag.
    func write(_ bytes: [UInt8], replacing wanted: String) throws(Failure) -> String? {
        guard let resolved = realpath(path, nil) else { throw Failure(message: "\(path): \(String(cString: strerror(errno)))") }
        let place = String(cString: resolved)
        free(resolved)
        var status = stat()
        var template = Array((place + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        let new = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else { throw Failure(message: "\(place): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var isDone = stat(place, &status) == 0 && writeAll(descriptor, bytes)
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        var written = stat()
        isDone = isDone && fchmod(descriptor, status.st_mode & 0o7777) == 0 && fsync(descriptor) == 0 && fstat(descriptor, &written) == 0
        if isDone, tag != wanted {
            unlink(new)
            return nil
        }
        if isDone && rename(new, place) == 0 { return Self.tag(of: written) }
        let reason = String(cString: strerror(errno))
        unlink(new)
        throw Failure(message: "\(place): \(reason)")
    }
}
