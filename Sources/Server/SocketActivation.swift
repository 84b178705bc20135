import CLinux
import Glibc
import Logging
import Text

/// Descriptors that the service manager passes on (sd_listen_fds(3)): the sockets that it has made, told apart by the unit's `FileDescriptorName`,
/// and the descriptors that the previous run stored (`ServiceManager.keep`).
public struct SocketActivation {
    public private(set) var events: Listener?
    public private(set) var admin: Listener?
    public private(set) var kept: [(name: String, fd: Int32)] = []
    /// The prefix of the names of stored descriptors.
    public static let keptPrefix = "virtual-"

    /// Whether descriptors were passed to this process that it has not taken yet.
    public static var hasUntakenDescriptors: Bool { number("LISTEN_PID") == getpid() && number("LISTEN_FDS") ?? 0 > 0 }

    private static func number(_ name: String) -> Int32? { getenv(name).flatMap { Int32(String(cString: $0)) } }

    /// Takes the descriptors that were passed to this process, and removes the variables that announce them from the environment.
    ///
    /// - Throws: `Listener.Failure`, if a descriptor is of the wrong kind or a socket is passed twice.
    public init() throws(Listener.Failure) {
        let isMeant = Self.number("LISTEN_PID") == getpid()
        let count = Self.number("LISTEN_FDS") ?? 0
        let names = getenv("LISTEN_FDNAMES").map { String(cString: $0) } ?? ""
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        guard isMeant, count > 0, count < 1024 else { return }
        let words = names.split(at: ":", omittingEmptySubsequences: false).map(String.init)
        for offset in 0..<Int(count) {
            let fd = 3 + Int32(offset)  // SD_LISTEN_FDS_START
            let name = offset < words.count ? words[offset] : "unknown"
            switch Listener.Role(rawValue: name) {
            case .events where events == nil: events = try Listener(adopting: fd, role: .events)
            case .admin where admin == nil: admin = try Listener(adopting: fd, role: .admin)
            case nil where name.begins(with: Self.keptPrefix):
                _ = clinux_adopt(fd)
                kept.append((name, fd))
            case nil:
                Log.write(.descriptorUnused, "ignored descriptor \(fd), passed as \"\(name)\": FileDescriptorName= must be events or admin")
                close(fd)
            default: throw Listener.Failure("two sockets are passed as \"\(name)\"")
            }
        }
    }
}
