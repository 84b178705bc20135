import Glibc

/// The bytes of the file at `path`, which may be a pipe; stops with an error beyond `RecordingLimit.fileBytes`.
func readFile(_ path: String) throws(RecordingError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw refusal(path, errno) }
    defer { close(descriptor) }

    var bytes: [UInt8] = []
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        guard status.st_size <= RecordingLimit.fileBytes else { throw RecordingLimit.tooLarge(path) }
        bytes.reserveCapacity(Int(status.st_size))
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno == EINTR { continue }
            throw refusal(path, errno)
        }
        if count == 0 { return bytes }
        bytes.append(contentsOf: chunk[..<count])
        // A pipe or a growing file has no size to look at beforehand.
        guard bytes.count <= RecordingLimit.fileBytes else { throw RecordingLimit.tooLarge(path) }
    }
}

private func refusal(_ path: String, _ code: Int32) -> RecordingError {
    let message = switch code {
    case ENOENT: "there is no such file"
    case EACCES: "permission to read the file is denied"
    case EISDIR: "this is a directory; name a recording inside it"
    default: "the file cannot be read: \(String(cString: strerror(code)))"
    }
    return RecordingError(file: path, message: message)
}
