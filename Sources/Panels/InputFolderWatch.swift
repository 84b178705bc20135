import Glibc
import Text

/// Notices of event nodes that come, change or go in /dev/input, for machines and containers without udev.
///
/// The folder may be missing until the first device is plugged in, so the folder above it is watched as well.
final class InputFolderWatch {
    enum Change: Equatable {
        /// A node was made, or its permissions have changed.
        case appeared(String)
        case removed(String)
        /// The kernel had no room for notices and dropped them.
        case missed
    }

    /// A descriptor that is readable when there are `changes`; -1 if the kernel refuses to watch.
    let fd: Int32
    private let parent: String
    private let folder: String
    private var folderWatch: Int32 = -1

    /// - Parameter folder: the folder of the nodes.
    init(_ folder: String = "/dev/input") {
        self.folder = folder
        parent = folder.split(at: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        fd = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if fd >= 0 { inotify_add_watch(fd, parent, UInt32(IN_CREATE | IN_MOVED_TO)) }
        watchFolder()
    }

    deinit { if fd >= 0 { close(fd) } }

    private func watchFolder() {
        if fd >= 0 { folderWatch = inotify_add_watch(fd, folder, UInt32(IN_CREATE | IN_ATTRIB | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM)) }
    }

    /// Returns the changes since the last call, in their order. Does not block.
    func changes() -> [Change] {
        var changes: [Change] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(fd, &buffer, buffer.count)
            if count <= 0 { return changes }
            buffer.withUnsafeBytes { buffer in
                var start = 0
                while start + 16 <= count {
                    let event = (
                        watch: buffer.loadUnaligned(fromByteOffset: start, as: Int32.self),
                        mask: buffer.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
                        length: Int(buffer.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
                    )
                    let name = String(decoding: buffer[(start + 16)..<min(start + 16 + event.length, count)].prefix { $0 != 0 }, as: UTF8.self)
                    handle(event.watch, event.mask, name, &changes)
                    start += 16 + event.length
                }
            }
        }
    }

    private func handle(_ watch: Int32, _ mask: UInt32, _ name: String, _ changes: inout [Change]) {
        if mask & UInt32(IN_Q_OVERFLOW) != 0 { return changes.append(.missed) }
        if watch != folderWatch {
            if parent + "/" + name == folder {
                watchFolder()
                changes += nodes.map { .appeared($0) }
            }
            return
        }
        guard name.begins(with: "event") else { return }
        let node = "\(folder)/\(name)"
        changes.append(mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 ? .removed(node) : .appeared(node))
    }

    /// The event nodes that are in the folder.
    private var nodes: [String] { Sysfs.names(in: folder).filter { $0.begins(with: "event") }.map { "\(folder)/\($0)" } }
}
