import CLinux
import Glibc

/// The socket that receives the requests for a `DeviceBroker`. Each connection carries one request and one answer.
///
/// A client that stays silent blocks no other client: connections wait side by side, and the oldest one is closed when there are too many.
public final class BrokerSocket {
    static let maximumConnections = 16
    private let quiet: Int64
    private let longestUnrest: Int64
    private let listener: Int32
    private var connections: [Int32] = []

    /// - Parameters:
    ///   - listener: a socket of type SOCK_SEQPACKET, which still belongs to the caller.
    ///   - quiet: the time without a request after which `inQuiet` is called, in ms.
    ///   - longestUnrest: the time after a request by which `inQuiet` is called in any case, in ms.
    public init(_ listener: Int32, quiet: Int64 = 1000, longestUnrest: Int64 = 10_000) {
        self.listener = listener
        self.quiet = quiet
        self.longestUnrest = longestUnrest
    }

    deinit { for fd in connections { close(fd) } }

    /// Answers requests until none has come for `idle` ms.
    ///
    /// - Parameters:
    ///   - answer: opens a device. The descriptor is closed here once it is passed on.
    ///   - log: receives the refusals.
    ///   - inQuiet: is called after requests, when no other has come for `quiet`, or after `longestUnrest` at the latest. It may be slow, which
    ///     answers may not be, because the daemon waits for them.
    public func serve(
        idle: Int32, _ answer: (DeviceRequest) throws(PanelError) -> Int32, log: (PanelError) -> Void, inQuiet: () -> Void = {}
    ) {
        // The time of the first request since `inQuiet`, in ms.
        var unrestSince: Int64?
        defer { if unrestSince != nil { inQuiet() } }
        while true {
            var polled = ([listener] + connections).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let unrest = unrestSince.map { $0 + longestUnrest - DeviceAccess.milliseconds() }
            let count = poll(&polled, nfds_t(polled.count), unrest.map { Int32(min(max($0, 0), quiet)) } ?? idle)
            if count < 0, errno == EINTR { continue }
            if let unrest, count == 0 || unrest <= 0 {
                unrestSince = nil
                inQuiet()
                if count == 0 { continue }
            }
            if count <= 0 { return }
            for ready in polled.dropFirst() where ready.revents != 0 {
                reply(ready.fd, answer, log)
                connections.removeAll { $0 == ready.fd }
                close(ready.fd)
                unrestSince = unrestSince ?? DeviceAccess.milliseconds()
            }
            if polled[0].revents != 0, !accept() { return }
        }
    }

    /// Accepts a connection. Returns false if the listener is no listening socket.
    private func accept() -> Bool {
        let fd = clinux_accept(listener)
        if fd < 0 { return ![ENOTSOCK, EINVAL, EOPNOTSUPP].contains(errno) }
        connections.append(fd)
        if connections.count > Self.maximumConnections { close(connections.removeFirst()) }
        return true
    }

    private func reply(_ fd: Int32, _ answer: (DeviceRequest) throws(PanelError) -> Int32, _ log: (PanelError) -> Void) {
        var bytes = [UInt8](repeating: 0, count: DeviceRequest.maximumSize)
        // There is no room for descriptors, so the kernel closes any that come with the message.
        let count = recv(fd, &bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_TRUNC))
        guard count > 0 else { return }
        let text = count <= bytes.count ? String(validating: bytes[..<count], as: UTF8.self) : nil
        do throws(PanelError) {
            guard let request = text.flatMap({ DeviceRequest($0) }) else {
                throw PanelError("the message", DeviceRequest.problem(text ?? ""), code: EINVAL)
            }
            let device = try answer(request)
            defer { close(device) }
            _ = clinux_packet_send(fd, "0 ", 2, device)
        } catch {
            log(error)
            let refusal = Array("\(error.code) \(error.message)".utf8)
            _ = clinux_packet_send(fd, refusal, refusal.count, -1)
        }
    }
}
