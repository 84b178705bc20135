import Glibc

/// The machine itself.
struct LiveSystem: SystemView {
    /// The prefix of each path; tests use a folder.
    var root = ""
    /// The time limit for a program, in ms.
    var patience: Int32 = 5000
    /// The most bytes of a file or of a program's output.
    var sizeMax = 1 << 20

    var user: UInt32 { geteuid() }

    var groups: [UInt32] {
        var list = [gid_t](repeating: 0, count: 65536)
        let count = getgroups(Int32(list.count), &list)
        return [getegid()] + list.prefix(max(0, Int(count)))
    }

    func text(_ path: String) -> Seen<String> {
        let fd = open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if fd < 0 { return why() }
        defer { close(fd) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while bytes.count < sizeMax {
            let count = Glibc.read(fd, &buffer, buffer.count)
            if count < 0 { return why() }
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        return .here(String(decoding: bytes, as: UTF8.self))
    }

    func names(in folder: String) -> Seen<[String]> {
        guard let directory = opendir(root + folder) else { return why() }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != "." && name != ".." { names.append(name) }
        }
        return .here(names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) })
    }

    func target(ofLink path: String) -> Seen<String> {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { readlink(root + path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count) }
        return count < 0 ? why() : .here(String(decoding: buffer.prefix(count), as: UTF8.self))
    }

    func attributes(of path: String) -> Seen<FileAttributes> {
        var status = stat()
        if stat(root + path, &status) < 0 { return why() }
        return .here(FileAttributes(mode: status.st_mode & 0o7777, user: status.st_uid, group: status.st_gid, inode: UInt64(status.st_ino)))
    }

    private func why<Value>() -> Seen<Value> { errno == EACCES || errno == EPERM ? .denied : .absent }

    func run(_ words: [String]) -> CommandOutput? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&files, ends[1], 1)
        posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
        defer { posix_spawn_file_actions_destroy(&files) }
        var process: pid_t = 0
        let arguments = words.compactMap { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        let result = posix_spawnp(&process, words[0], &files, nil, arguments + [nil], environ)
        close(ends[1])
        if result != 0 { return nil }
        let text = read(ends[0])
        if text == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        return text.map { CommandOutput(status: status & 0x7f == 0 ? status >> 8 & 0xff : -1, text: $0) }
    }

    /// Reads everything until the end; nil if the end does not come.
    private func read(_ fd: Int32) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while bytes.count < sizeMax {
            var ready = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, patience) > 0 else { return nil }
            let count = Glibc.read(fd, &buffer, buffer.count)
            if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer.prefix(count)
        }
        return nil
    }
}
