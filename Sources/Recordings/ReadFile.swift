import Files
import Glibc

/// Returns the bytes of a recording. Refuses a file larger than `RecordingLimit.fileBytes`.
func contents(ofRecording path: String, others: OtherFiles, waits: (Bool) -> Void) throws(RecordingError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(path, atMost: RecordingLimit.fileBytes, others: others, waits: waits) } catch {
        let message =
            switch error.code {
            case ENOENT: "there is no such file"
            case EACCES: "permission to read the file is denied"
            case EISDIR: "this is a directory; name a recording inside it"
            default: "the file cannot be read: \(error)"
            }
        throw RecordingError(file: path, message: message)
    }
    guard bytes.count <= RecordingLimit.fileBytes else { throw RecordingLimit.tooLarge(path) }
    return bytes
}

extension Recording {
    /// Returns the bytes that `load` parses.
    public static func bytes(of path: String, others: OtherFiles = .refused) throws(RecordingError) -> [UInt8] {
        try contents(ofRecording: path, others: others, waits: { _ in })
    }
}
