import Glibc
import JSON
import Sockets

/// The connection to touchd: requests and their replies. Of all other lines only their coming is told; those about touches have no reader
/// here, and the subscription is to nothing.
final class TouchdLink {
    typealias Answer = (JSONValue?) -> Void

    private struct Pending {
        var answer: Answer
        var deadline: Int64
    }

    /// µs within which touchd answers.
    private static let patience: Int64 = 10_000_000
    private static let pendingMax = 64
    /// A path that no region has: what comes of it is that screens, panels and reloads are told as they change.
    private static let nothing = "touchd-mqtt/wants/no/touches"

    private let path: String
    private let lineMax: Int
    private var connection: UnixSocket?
    private var lines = LineBuffer()
    private var outgoing: [UInt8] = []
    private var pending: [Int: Pending] = [:]
    private var lastID = 0
    private var backOff = BackOff(retries: nil)
    private var connectAt: Int64 = 0
    private var connectedAt: Int64 = 0
    /// A line has come that is no reply.
    private let noticed: () -> Void

    /// - Parameters:
    ///   - path: touchd's events socket.
    ///   - lineMax: bytes of a line: of twenty thousand regions, the most of a configuration, 400 bytes of counts each.
    init(_ path: String, lineMax: Int = 8 << 20, noticed: @escaping () -> Void) {
        (self.path, self.lineMax, self.noticed) = (path, lineMax, noticed)
    }

    var isConnected: Bool { connection != nil }
    /// Bytes of a line that has not come whole.
    var buffered: Int { lines.count }
    var fd: Int32 { connection?.fd ?? -1 }
    var events: Int32 { POLLIN | (outgoing.isEmpty ? 0 : POLLOUT) }
    /// When something is to be done without an event.
    var deadline: Int64 { isConnected ? pending.values.map(\.deadline).min() ?? .max : connectAt }

    /// The answer is nil if the connection is lost before it, or there is none.
    func request(_ members: [String: JSONValue], at now: Int64 = MonotonicClock.now, _ answer: @escaping Answer) {
        guard isConnected, pending.count < Self.pendingMax else { return answer(nil) }
        lastID += 1
        pending[lastID] = Pending(answer: answer, deadline: now + Self.patience)
        send(members.merging(["id": .whole(lastID)]) { _, new in new })
    }

    private func send(_ members: [String: JSONValue]) {
        JSONValue.object(members).write(into: &outgoing)
        outgoing.append(UInt8(ascii: "\n"))
    }

    /// Connects when it is time to, and gives up on a touchd that does not answer.
    func tick(_ now: Int64) {
        if isConnected {
            if pending.values.contains(where: { $0.deadline <= now }) { lose(now) }
        } else if connectAt <= now {
            open(now)
        }
    }

    private func open(_ now: Int64) {
        do throws(UnixSocket.Failure) { connection = try UnixSocket(path: path) } catch { return retry(now) }
        (outgoing, connectedAt) = ([], now)
        send(["type": "hello", "name": "touchd-mqtt", "protocol": 1])
        send(["type": "subscribe", "regions": [.string(Self.nothing)], "events": []])
    }

    private func retry(_ now: Int64) { connectAt = now + Int64((backOff.delay(lasted: Double(now - connectedAt) / 1000) ?? 5000) * 1000) }

    private func lose(_ now: Int64) {
        connection = nil
        lines = LineBuffer()
        retry(now)
        let answers = pending.values.map(\.answer)
        pending = [:]
        for answer in answers { answer(nil) }
        noticed()
    }

    /// The socket is ready.
    func transfer(_ now: Int64) {
        guard let open = connection.take() else { return }
        if !outgoing.isEmpty { open.send(&outgoing) }
        let bytes = open.read()
        connection = consume open
        guard let bytes else { return lose(now) }
        lines.feed(bytes)
        while let line = lines.next() { take(line) }
        if lines.count > lineMax { lose(now) }
    }

    private func take(_ line: [UInt8]) {
        // The type stands first in each of touchd's lines.
        if !line.starts(with: Self.replyStart) { return noticed() }
        guard let reply = try? JSONReader.parse(line), let id = reply["id"]?.microseconds.flatMap({ Int(exactly: $0) }) else { return }
        pending.removeValue(forKey: id)?.answer(reply)
    }

    private static let replyStart = Array(#"{"type":"reply","#.utf8)
}
