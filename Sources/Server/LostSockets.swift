import Glibc

/// Sockets whose file was removed, or replaced, while touchd runs: nobody would find it any more. touchd's own is made again; of the
/// service manager's the log says so.
///
/// Their paths are looked at every few seconds. inotify would have to watch folders that may be busy or go themselves; this is two
/// calls of lstat(2), and finds all there is.
extension Publisher {
    static let socketInterval: Int64 = 5_000_000

    func checkSockets() {
        for (index, listener) in listeners.enumerated() {
            let word = listener.isReachable ? nil : restore(listener)
            // Once, for as long as it is so.
            if let word, word != lostSockets[index] { log(.error, word) }
            lostSockets[index] = word
        }
    }

    /// Returns the fault; nil if clients find the socket again.
    private func restore(_ listener: Listener) -> String? {
        let name = "the \(listener.role.rawValue) socket \(listener.path)"
        if !listener.isOwn {
            return "\(name) was removed, and clients that come do not find touchd; systemd has made it: restart its socket unit, then touchd"
        }
        let old: Int32
        do throws(Listener.Failure) { old = try listener.makeAgain() } catch {
            return "\(name) was removed, and cannot be made again, so clients that come do not find touchd: \(error)"
        }
        loop.remove(old)
        while let fd = Listener.accept(old) { welcome(fd, listener.role) }
        Glibc.close(old)
        accept(listener)
        log(.warning, "\(name) was removed, and is made again")
        return nil
    }
}
