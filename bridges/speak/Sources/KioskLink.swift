import Glibc
import JSON
import Logging
import Sockets
import Speech
import Text

/// The connection to touchd. The lines about the accessible glass come to every subscriber with the right `accessibility` (contract 10), so the
/// subscription matches no region.
final class KioskLink {
    /// A path that no region has.
    private static let nothing = "touchd-speak/wants/no/touches"
    /// The most bytes of a line: a snapshot. With a line of this size the program needs less than the 64 MiB that its unit
    /// allows (`Tests/Speak/misbehaving.py`).
    private static let lineMax = 8 << 20
    /// The bytes beyond which a line is parsed without its regions, of which this program needs none. They would take ten times their size.
    private static let largeLine = 1 << 16
    /// The time for touchd's first line, in µs.
    private static let patience: Int64 = 10_000_000
    private static let subscription = 1
    private static let status = 2

    private let path: String
    private var connection: UnixSocket?
    private var lines = LineBuffer()
    private var outgoing: [UInt8] = []
    private var isGreeted = false
    private var backOff = BackOff(retries: nil)
    private var connectAt: Int64 = 0
    private var connectedAt: Int64 = 0
    private var lastLogged: String?
    private let handle: (KioskLine) -> Void
    private let handleLoss: () -> Void

    /// Creates the link without connecting.
    ///
    /// - Parameters:
    ///   - handle: called for each line about the accessible glass.
    ///   - handleLoss: called when a connection has ended.
    init(_ path: String, handle: @escaping (KioskLine) -> Void, handleLoss: @escaping () -> Void) {
        (self.path, self.handle, self.handleLoss) = (path, handle, handleLoss)
    }

    var fd: Int32 { connection?.fd ?? -1 }
    var events: Int32 { POLLIN | (outgoing.isEmpty ? 0 : POLLOUT) }
    /// The time at which `tick` has something to do.
    var deadline: Int64 { connection == nil ? connectAt : isGreeted ? .max : connectedAt + Self.patience }

    /// Connects when it is time to, and closes a connection on which touchd does not greet.
    func tick(_ now: Int64) {
        if connection != nil {
            if deadline <= now { closeConnection("it sends no hello", now) }
        } else if connectAt <= now {
            open(now)
        }
    }

    private func open(_ now: Int64) {
        connectedAt = now
        do throws(UnixSocket.Failure) { connection = try UnixSocket(path: path) } catch { return retry(String(cString: strerror(error.code)), now) }
        (outgoing, lines, isGreeted) = ([], LineBuffer(), false)
        send(["type": "hello", "name": "touchd-speak", "protocol": 1])
        send(["type": "subscribe", "id": .whole(Self.subscription), "regions": [.string(Self.nothing)], "events": []])
        send(["type": "status", "id": .whole(Self.status)])
    }

    private func send(_ members: [String: JSONValue]) {
        JSONValue.object(members).write(into: &outgoing)
        outgoing.append(UInt8(ascii: "\n"))
    }

    /// Sends and receives when the socket is ready.
    func transfer(_ now: Int64) {
        guard let open = connection.take() else { return }
        if !outgoing.isEmpty { open.send(&outgoing) }
        let bytes = open.read()
        connection = consume open
        guard let bytes else { return closeConnection("it closed the connection", now) }
        lines.append(bytes)
        while let line = lines.next() {
            let text = line.count > Self.largeLine ? JSONReader.removing(["regions"], fromObject: line) : line
            guard let message = try? JSONReader.parse(text) else { return closeConnection("it sends lines that are not JSON", now) }
            if !receive(message) { return closeConnection("it speaks another protocol", now) }
        }
        if lines.count > Self.lineMax {
            closeConnection("it sends a line of more than \(Self.lineMax >> 20) MiB; are there so many regions, or is it no touchd?", now)
        }
    }

    /// Processes a line. Returns false if the server is not a touchd that this program understands.
    private func receive(_ message: JSONValue) -> Bool {
        switch message["type"]?.string {
        case "hello":
            guard message["protocol"]?.number == 1 else { return false }
            isGreeted = true
            greet(message)
        case "snapshot": for line in KioskLine.lines(ofSnapshot: message) { handle(line) }
        case "reply": checkReply(message)
        default: if isGreeted, let line = KioskLine(message) { handle(line) }
        }
        return isGreeted
    }

    private func greet(_ hello: JSONValue) {
        let server = printable(hello["server"]?.string ?? "touchd", atMost: 100)
        logChange("connected to \(server)", LogMessage(.speakConnected, "connected to \(server)"))
        let capabilities = (hello["capabilities"]?.array ?? []).compactMap(\.string)
        if !capabilities.contains("accessibility") { logUnusable("\(server) has no accessible glass; install the same version of both") }
    }

    private func checkReply(_ reply: JSONValue) {
        let id = reply["id"]?.number
        if id == Double(Self.subscription), reply["ok"] == false {
            logUnusable(printable(reply["error"]?["message"]?.string ?? "it refuses the subscription", atMost: 200))
        }
        // Without the right `status` the reply is an error, and nothing is known.
        guard id == Double(Self.status), let rights = reply["rights"]?.array?.compactMap(\.string) else { return }
        if !rights.contains("accessibility") {
            logUnusable("no access rule grants \"accessibility\" to its user; add { user: touchd-speak, allow: [accessibility] } to \"access\"")
        }
    }

    private func logUnusable(_ reason: String) {
        Log.write(LogMessage(.speakUnusable, "touchd-speak hears nothing from touchd: \(reason)", [.reason(reason)], limits: [.few()]))
    }

    private func closeConnection(_ reason: String, _ now: Int64) {
        connection = nil
        handleLoss()
        retry(reason, now)
    }

    private func retry(_ reason: String, _ now: Int64) {
        connectAt = now + Int64((backOff.delay(lasted: Double(now - connectedAt) / 1000) ?? 5000) * 1000)
        let text = "no connection to touchd: \(reason); trying again"
        logChange(text, LogMessage(.speakUnreachable, text, [.reason(reason)], limits: [.few()]))
    }

    /// Logs a change of the connection. Repeated attempts are not logged.
    private func logChange(_ text: String, _ message: @autoclosure () -> LogMessage) {
        if lastLogged == text { return }
        lastLogged = text
        Log.write(message())
    }
}
