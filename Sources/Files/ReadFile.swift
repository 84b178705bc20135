import Glibc

/// The reason why a file was not read.
public struct FileError: Error, Equatable, CustomStringConvertible {
    /// The errno.
    public let code: Int32
    public let description: String

    init(_ code: Int32, _ description: String? = nil) {
        self.code = code
        self.description = description ?? String(cString: strerror(code))
    }
}

/// The treatment of a path that names no regular file.
public enum OtherFiles: Sendable {
    /// Refuse it without opening it, because opening a pipe may wait for ever, and opening a device may have an effect.
    case refused
    /// Read it to its end, like a pipe of a shell. `whileWaiting` is called once if no data has come for a second.
    case read(whileWaiting: @Sendable () -> Void)
}

/// Reads a file from its beginning to its end, but at most one byte more than a limit.
///
/// - Parameter waits: called with true before each system call that may take for ever, for example on a network file system that does not answer,
///   and with false after the last one.
public func readFile(
    _ path: String, atMost limit: Int, others: OtherFiles = .refused, waits: (Bool) -> Void = { _ in }
) throws(FileError) -> [UInt8] {
    waits(true)
    defer { waits(false) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileError(errno) }
    try check(status, others)
    // The open must wait neither for a pipe's writer nor for a terminal's line.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(errno) }
    defer { close(descriptor) }
    // Another file may have replaced it.
    guard fstat(descriptor, &status) == 0 else { throw FileError(errno) }
    try check(status, others)
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    var bytes: [UInt8] = []
    if isRegular, status.st_size > 0 { bytes.reserveCapacity(min(Int(clamping: status.st_size), limit) + 1) }
    if !isRegular { waitForInput(descriptor, others) }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
        waits(true)
        let count = read(descriptor, &chunk, chunk.count)
        let reason = errno
        waits(false)
        if count == 0 { break }
        if count > 0 {
            bytes += chunk[..<count]
        } else if reason == EAGAIN {
            // Some files of /proc block like a pipe, although their mode is that of a regular file.
            if case .refused = others { throw FileError(reason, "it is not a regular file that can be read without waiting") }
            waitForInput(descriptor, others)
        } else if reason != EINTR {
            throw FileError(reason)
        }
    }
    return bytes
}

private func check(_ status: stat, _ others: OtherFiles) throws(FileError) {
    let kind = status.st_mode & S_IFMT
    if kind == S_IFREG { return }
    if kind == S_IFDIR { throw FileError(EISDIR) }
    if case .read = others, kind != S_IFSOCK { return }
    let noun = kind == S_IFIFO ? "a pipe" : kind == S_IFSOCK ? "a socket" : kind == S_IFCHR || kind == S_IFBLK ? "a device" : "something else"
    throw FileError(EINVAL, "it is \(noun), not a regular file")
}

/// Waits for input from a pipe or a terminal.
private func waitForInput(_ descriptor: Int32, _ others: OtherFiles) {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&ready, 1, 1000) != 0 { return }
    if case .read(let whileWaiting) = others { whileWaiting() }
    _ = poll(&ready, 1, -1)
}
