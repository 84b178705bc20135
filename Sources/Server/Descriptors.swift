import Glibc

/// The number of descriptors that this process may have open (RLIMIT_NOFILE).
public enum Descriptors {
    /// The number of descriptors that must be left when the daemon has started: for panels, clients and files that are read again.
    public static let spareAtStart = 8

    /// Raises the soft limit to the hard limit, but at most to 1024, which is more than all clients and panels need. The soft limit is low for the
    /// sake of programs that use select(2).
    public static func allowAll() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < 1024 else { return }
        limit.rlim_cur = min(limit.rlim_max, 1024)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Returns a warning if fewer than this number of descriptors can still be opened; else nil.
    public static func shortage(spare: Int) -> String? {
        var opened: [Int32] = []
        defer { for fd in opened { close(fd) } }
        while opened.count < spare {
            let fd = open("/", O_RDONLY | O_CLOEXEC)
            if fd < 0 { return "only \(opened.count) descriptors are left, but \(spare) are needed: \(String(cString: strerror(errno))); \(advice)" }
            opened.append(fd)
        }
        return nil
    }

    /// The advice for the administrator.
    static var advice: String {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return "RLIMIT_NOFILE is \(limit.rlim_cur); raise it (LimitNOFILE= of the unit, ulimit -n of a shell)"
    }
}
