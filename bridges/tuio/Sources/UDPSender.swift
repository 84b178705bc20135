import Glibc

/// Sends datagrams to one address without waiting. A datagram that cannot be sent now is lost, as TUIO expects.
final class UDPSender: Sendable {
    private let socket: Int32
    private let destination: UDPAddress

    /// Creates a socket. Returns nil if the system refuses it (errno).
    init?(_ destination: UDPAddress) {
        self.destination = destination
        // Not connected: on a connected socket, the error for a datagram that nobody received would make the next send fail.
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        socket = Glibc.socket(destination.isIPv6 ? AF_INET6 : AF_INET, kind, 0)
        if socket < 0 { return nil }
    }

    deinit { close(socket) }

    /// Sends a datagram. Returns 0, or the error (errno).
    func send(_ bytes: [UInt8]) -> Int32 {
        let sent = destination.withSocketAddress { sendto(socket, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL), $0, $1) }
        return sent < 0 ? errno : 0
    }
}
