import Glibc
import Sockets

/// Serves the service manager's sockets if the bridge cannot start: its configuration is invalid, it has no token yet, or a socket fails.
///
/// Every connection is answered with 503 for some seconds, and then the bridge exits. If it exited at once, the manager would restart it for each
/// waiting connection. If the unit has no `TriggerLimitIntervalSec=0`, the manager would then close the socket, and another user of the machine could
/// take the port and get the tokens that pages send to it.
struct ClosedPort {
    static let seconds: Int64 = 5
    private static let connectionsMax = 64

    private let listeners: [Int32]
    private let answer: [UInt8]
    /// The connections, the oldest first.
    private var connections: [Int32] = []

    /// Serves the sockets, if there are any, before the bridge exits.
    static func serve(_ listeners: [Int32], configuration: String) {
        if listeners.isEmpty { return }
        var port = ClosedPort(listeners, configuration: configuration)
        port.serve()
    }

    init(_ listeners: [Int32], configuration: String) {
        self.listeners = listeners
        let text =
            "This bridge serves no page: it has no token yet, or its configuration is wrong.\n"
            + "Run \"touchd-web --config \(configuration) --check\" to see what is wrong.\n"
        answer = Array(
            ("HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(text.utf8.count)\r\n"
                + "Cache-Control: no-store\r\nConnection: close\r\n\r\n\(text)").utf8)
    }

    /// Serves for `seconds`, then returns.
    mutating func serve() {
        for listener in listeners {
            _ = fcntl(listener, F_SETFL, fcntl(listener, F_GETFL) | O_NONBLOCK)
            listen(listener, 1024)
        }
        let end = MonotonicClock.now + Self.seconds * 1_000_000
        while true {
            let rest = end - MonotonicClock.now
            if rest <= 0 { break }
            var polled = (listeners + connections).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, nfds_t(polled.count), Int32(rest / 1000 + 1)) > 0 else { continue }
            for ready in polled where ready.revents != 0 {
                if listeners.contains(ready.fd) { accept(from: ready.fd) } else { read(ready.fd) }
            }
        }
        for connection in connections { close(connection) }
    }

    private mutating func accept(from listener: Int32) {
        let connection = Glibc.accept(listener, nil, nil)
        if connection < 0 { return }
        _ = fcntl(connection, F_SETFL, fcntl(connection, F_GETFL) | O_NONBLOCK)
        if connections.count >= Self.connectionsMax { close(connections.removeFirst()) }
        connections.append(connection)
        // The answer is short, so it fits into the kernel's buffer. Closing before the request has been read would reset the connection.
        _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        shutdown(connection, Int32(SHUT_WR))
    }

    private mutating func read(_ connection: Int32) {
        var bytes = [UInt8](repeating: 0, count: 16384)
        let count = recv(connection, &bytes, bytes.count, 0)
        if count > 0 || (count < 0 && errno == EAGAIN) { return }
        close(connection)
        connections.removeAll { $0 == connection }
    }
}
