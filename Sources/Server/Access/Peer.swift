import CLinux

/// The process at the other end of a connection, with the ids that the kernel recorded when it connected.
public struct Peer: Hashable, Sendable {
    public var pid: Int32
    public var user: UInt32
    /// The process's group and supplementary groups.
    public var groups: Set<UInt32>

    public init(pid: Int32 = 0, user: UInt32, groups: Set<UInt32> = []) {
        self.pid = pid
        self.user = user
        self.groups = groups
    }

    /// The number of supplementary groups read; more than a process has in practice. Any others are ignored.
    private static let mostGroups = 1024

    /// Reads SO_PEERCRED and SO_PEERGROUPS (unix(7)).
    public init(of fd: Int32) {
        (pid, user) = (0, .max)
        var group = UInt32.max
        guard clinux_peer(fd, &pid, &user, &group) == 0 else {
            groups = []
            return
        }
        var others = [UInt32](repeating: 0, count: Self.mostGroups)
        let count = clinux_peer_groups(fd, &others, Int32(others.count))
        groups = Set(others.prefix(max(0, Int(count)))).union([group])
    }
}
