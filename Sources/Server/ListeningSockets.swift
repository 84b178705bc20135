import Glibc
import Logging

/// The sockets that clients connect to.
///
/// If a socket's file is removed or replaced while touchd runs, clients no longer find the socket. If touchd made the socket, it makes the socket
/// again; if the service manager made the socket, touchd logs an error. It checks the paths every 5 s. inotify would have to watch folders that may
/// be busy or be removed themselves; the check is only two calls of lstat(2) and misses nothing.
final class ListeningSockets: ServerPart {
    unowned let server: Publisher
    private var listeners: [Listener]
    /// The log message about each socket's current fault; nil if there is none.
    private var faults: [LogMessage?]
    private var retryTimer: EventLoop.Timer!
    private var checkTimer: EventLoop.Timer!
    private static let checkInterval: Int64 = 5_000_000

    init(_ listeners: [Listener], _ server: Publisher) {
        self.server = server
        self.listeners = listeners
        faults = listeners.map { _ in nil }
        retryTimer = loop.timer { [unowned self] in for listener in listeners { accept(listener) } }
    }

    /// The path that clients connect to.
    var path: String { listeners[0].path }

    func open() {
        checkTimer = loop.timer { [unowned self] in check() }
        checkTimer.set(after: Self.checkInterval, every: Self.checkInterval)
        for listener in listeners { accept(listener) }
    }

    func close() {
        for listener in listeners {
            loop.remove(listener.fd)
            listener.close()
        }
        // The descriptors may be reused by others from now on.
        listeners = []
    }

    /// Accepts connections. If no descriptors are left, it stops accepting for 1 s.
    private func accept(_ listener: Listener) {
        loop.add(listener.fd) { [unowned self] _ in
            for _ in 0..<Limit.connectionsATurn {
                if let fd = listener.accept() {
                    server.connections.accept(fd, listener.role)
                    continue
                }
                if [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno) {
                    logLimited(.noDescriptors, nil, "cannot accept another client: no descriptors or memory left; raise LimitNOFILE")
                    for listener in listeners { loop.remove(listener.fd) }
                    retryTimer.set(after: 1_000_000)
                }
                break
            }
        }
    }

    func check() {
        for (index, listener) in listeners.enumerated() {
            let fault = listener.isReachable ? nil : restore(listener)
            // Log a fault once, not at every check.
            if let fault, fault.text != faults[index]?.text { journal.log(fault) }
            faults[index] = fault
        }
    }

    /// Makes a socket again. Returns the fault; nil if clients find the socket again.
    private func restore(_ listener: Listener) -> LogMessage? {
        let name = "the \(listener.role.rawValue) socket \(listener.path)"
        if !listener.isOwn {
            return LogMessage(
                .socketLost,
                "\(name) was removed, so new clients cannot connect; systemd made it: restart its socket unit, then touchd",
                [.file(listener.path)])
        }
        let old: Int32
        do throws(Listener.Failure) { old = try listener.recreate() } catch {
            return LogMessage(
                .socketNotMadeAgain, "\(name) was removed and cannot be made again, so new clients cannot connect: \(error)",
                [.file(listener.path), .reason("\(error)")])
        }
        loop.remove(old)
        while let fd = Listener.accept(old) { server.connections.accept(fd, listener.role) }
        Glibc.close(old)
        accept(listener)
        journal.log(LogMessage(.socketMadeAgain, "\(name) was removed; touchd made it again", [.file(listener.path)]))
        return nil
    }
}
