import Glibc

/// Replaces a file with these bytes. Its readers, also after a power failure, find either the old file or the new one.
///
/// - Parameters:
///   - suffix: the suffix of the temporary file beside it. If several processes may write the file, each needs a different suffix.
///   - mode: the permissions of the file, whatever the umask is.
///   - owner: the owner of the file, if this process may change it; nil: this process's user.
///   - waits: as for `readFile`.
public func writeFile(
    _ path: String, _ bytes: [UInt8], suffix: String = ".new", mode: mode_t = 0o600, owner: (user: uid_t, group: gid_t)? = nil,
    waits: (Bool) -> Void = { _ in }
) throws(FileError) {
    let new = path + suffix
    waits(true)
    defer { waits(false) }
    // A power failure may have left a file. O_EXCL below refuses a file that somebody else creates after this.
    unlink(new)
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(errno) }
    var failure: Int32 = 0
    var sent = 0
    while sent < bytes.count, failure == 0 {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + sent, $0.count - sent) }
        if count >= 0 { sent += count } else if errno != EINTR { failure = errno }
    }
    if failure == 0, let owner { _ = fchown(descriptor, owner.user, owner.group) }
    if failure == 0, fchmod(descriptor, mode) != 0 { failure = errno }
    // Without this, the name may reach the disk before the bytes do.
    if failure == 0, fsync(descriptor) != 0 { failure = errno }
    close(descriptor)
    if failure == 0, rename(new, path) != 0 { failure = errno }
    if failure != 0 {
        unlink(new)
        throw FileError(failure)
    }
    let folder = open(
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".",
        O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
        fsync(folder)
        close(folder)
    }
}
