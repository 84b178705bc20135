import Glibc
import JSON
import Sockets

/// The connection to touchd: requests and their replies, and gestures of the kiosk. Other lines only trigger `noticed`; lines about touches are not
/// read, and the subscription matches no region.
final class TouchdLink {
    typealias Answer = (JSONValue?) -> Void

    private struct Pending {
        var answer: Answer
        var deadline: Int64
    }

    /// The time limit for touchd's answers, in µs.
    private static let patience: Int64 = 10_000_000
    private static let pendingMax = 64
    /// A path that no region has. The subscription to it only brings the changes of screens, panels and configuration.
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
    /// Called for each line that is neither a reply nor about a gesture of the kiosk.
    private let noticed: () -> Void
    /// Called when somebody has made a gesture of the kiosk.
    private let gestured: (_ screen: String, _ id: String) -> Void

    /// Creates the link without connecting.
    ///
    /// - Parameters:
    ///   - path: touchd's events socket.
    ///   - lineMax: the most bytes of a line: 400 bytes of counts for each of twenty thousand regions, the most in a configuration.
    init(_ path: String, lineMax: Int = 8 << 20, noticed: @escaping () -> Void, gestured: @escaping (String, String) -> Void = { _, _ in }) {
        (self.path, self.lineMax, self.noticed, self.gestured) = (path, lineMax, noticed, gestured)
    }

    var isConnected: Bool { connection != nil }
    /// The number of bytes of an incomplete line.
    var buffered: Int { lines.count }
    var fd: Int32 { connection?.fd ?? -1 }
    var events: Int32 { POLLIN | (outgoing.isEmpty ? 0 : POLLOUT) }
    /// The time at which `tick` has something to do.
    var deadline: Int64 { isConnected ? pending.values.map(\.deadline).min() ?? .max : connectAt }

    /// Sends a request. The answer is nil if there is no connection, or if it is lost before the reply.
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

    /// Connects when it is time to, and closes the connection if touchd does not answer.
    func tick(_ now: Int64) {
        if isConnected {
            if pending.values.contains(where: { $0.deadline <= now }) { closeConnection(now) }
        } else if connectAt <= now {
            open(now)
        }
    }

    private func open(_ now: Int64) {
        connectedAt = now
        do throws(UnixSocket.Failure) { connection = try UnixSocket(path: path) } catch { return retry(now) }
        outgoing = []
        send(["type": "hello", "name": "touchd-mqtt", "protocol": 1])
        send(["type": "subscribe", "regions": [.string(Self.nothing)], "events": []])
    }

    private func retry(_ now: Int64) { connectAt = now + Int64((backOff.delay(lasted: Double(now - connectedAt) / 1000) ?? 5000) * 1000) }

    private func closeConnection(_ now: Int64) {
        connection = nil
        lines = LineBuffer()
        retry(now)
        let answers = pending.values.map(\.answer)
        pending = [:]
        for answer in answers { answer(nil) }
        noticed()
    }

    /// Sends and receives when the socket is ready.
    func transfer(_ now: Int64) {
        guard let open = connection.take() else { return }
        if !outgoing.isEmpty { open.send(&outgoing) }
        let bytes = open.read()
        connection = consume open
        guard let bytes else { return closeConnection(now) }
        lines.append(bytes)
        while let line = lines.next() { handle(line) }
        if lines.count > lineMax { closeConnection(now) }
    }

    private func handle(_ line: [UInt8]) {
        // The type is the first key in each of touchd's lines.
        if line.starts(with: Self.gestureStart) {
            guard let line = try? JSONReader.parse(line), let screen = line["screen"]?.string, let id = line["id"]?.string else { return }
            return gestured(screen, id)
        }
        if !line.starts(with: Self.replyStart) { return noticed() }
        guard let reply = try? JSONReader.parse(line), let id = reply["id"]?.microseconds.flatMap({ Int(exactly: $0) }) else { return }
        pending.removeValue(forKey: id)?.answer(reply)
    }

    private static let replyStart = Array(#"{"type":"reply","#.utf8)
    private static let gestureStart = Array(#"{"type":"kioskGesture","#.utf8)
}
