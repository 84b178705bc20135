import Glibc
import JSON
import Logging
import Sockets
import Text

/// The connection to touchd of a program that serves the accessible glass: `touchd-speak` and `touchd-read`. The lines about it come to every subscriber
/// with the right `accessibility` (contract 10), so the first subscription matches no region.
public final class AccessibilityLink {
    /// The program that connects: its name, and its messages.
    public struct Program: Sendable {
        let name: String
        let connected, unreachable, unusable: MessageKind
        /// The consequence of a missing right, for the message.
        let loss: String

        public init(_ name: String, loss: String, connected: MessageKind, unreachable: MessageKind, unusable: MessageKind) {
            (self.name, self.loss, self.connected, self.unreachable, self.unusable) = (name, loss, connected, unreachable, unusable)
        }
    }

    /// The most bytes of a line: a snapshot. With a line of this size touchd-speak needs less than the 64 MiB that its unit
    /// allows (`Tests/Speak/misbehaving.py`).
    private static let lineMax = 8 << 20
    /// The bytes beyond which a line is parsed without its regions, unless the program has asked for some. They would take ten times their size.
    private static let largeLine = 1 << 16
    /// The time for touchd's first line, in µs.
    private static let patience: Int64 = 10_000_000
    private static let subscription = 1
    private static let status = 2
    private static let regions = 3
    /// The bytes beyond which requests are dropped: touchd reads none.
    private static let outgoingMax = 1 << 18

    private let path: String
    private let program: Program
    /// The patterns of the regions whose places the program needs.
    private let patterns: [String]
    private var connection: UnixSocket?
    private var lines = LineBuffer()
    private var outgoing: [UInt8] = []
    private var isGreeted = false
    private var backOff = BackOff(retries: nil)
    private var connectAt: Int64 = 0
    private var connectedAt: Int64 = 0
    private var lastLogged: String?
    private var lastID = 10
    private let handle: (JSONValue) -> Void
    private let handleLoss: () -> Void
    /// The function that log messages go to.
    var log: (LogMessage) -> Void = Log.write

    /// Creates the link without connecting.
    ///
    /// - Parameters:
    ///   - patterns: the regions whose places the program needs; without any, it gets lists of none.
    ///   - handle: called for each line after the greeting, except replies to the requests of the link.
    ///   - handleLoss: called when a connection has ended.
    public init(
        _ path: String, _ program: Program, regions patterns: [String] = [], handle: @escaping (JSONValue) -> Void,
        handleLoss: @escaping () -> Void
    ) {
        (self.path, self.program, self.patterns, self.handle, self.handleLoss) = (path, program, patterns, handle, handleLoss)
    }

    public var fd: Int32 { connection?.fd ?? -1 }
    public var events: Int32 { POLLIN | (outgoing.isEmpty ? 0 : POLLOUT) }
    /// The time at which `tick` has something to do.
    public var deadline: Int64 { connection == nil ? connectAt : isGreeted ? .max : connectedAt + Self.patience }

    /// Connects when it is time to, and closes a connection on which touchd does not greet.
    public func tick(_ now: Int64) {
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
        send(["type": "hello", "name": .string(program.name), "protocol": 1])
        // A path that no region has.
        send(["type": "subscribe", "id": .whole(Self.subscription), "regions": [.string("\(program.name)/wants/no/touches")], "events": []])
        send(["type": "status", "id": .whole(Self.status)])
        if !patterns.isEmpty {
            send(["type": "subscribe", "id": .whole(Self.regions), "regions": .array(patterns.map { .string($0) }), "events": []])
        }
    }

    /// Sends a request, and returns its id. Without a connection it is dropped.
    @discardableResult public func request(_ type: String, _ members: [String: JSONValue] = [:]) -> Int {
        lastID += 1
        if isGreeted, outgoing.count < Self.outgoingMax {
            send(members.merging(["type": .string(type), "id": .whole(lastID)]) { _, own in own })
            flush()
        }
        return lastID
    }

    /// Sends at once what the socket accepts.
    private func flush() {
        guard let open = connection.take() else { return }
        open.send(&outgoing)
        connection = consume open
    }

    private func send(_ members: [String: JSONValue]) {
        JSONValue.object(members).write(into: &outgoing)
        outgoing.append(UInt8(ascii: "\n"))
    }

    /// Sends and receives when the socket is ready.
    public func transfer(_ now: Int64) {
        guard let open = connection.take() else { return }
        if !outgoing.isEmpty { open.send(&outgoing) }
        let bytes = open.read()
        connection = consume open
        guard let bytes else { return closeConnection("it closed the connection", now) }
        lines.append(bytes)
        while let line = lines.next() {
            let text = patterns.isEmpty && line.count > Self.largeLine ? JSONReader.removing(["regions"], fromObject: line) : line
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
        case "reply" where (message["id"]?.number ?? 0) < 10: checkReply(message)
        default: if isGreeted { handle(message) }
        }
        return isGreeted
    }

    private func greet(_ hello: JSONValue) {
        let server = printable(hello["server"]?.string ?? "touchd", atMost: 100)
        logChange("connected to \(server)", LogMessage(program.connected, "connected to \(server)"))
        let capabilities = (hello["capabilities"]?.array ?? []).compactMap(\.string)
        if !capabilities.contains("accessibility") { logUnusable("\(server) has no accessible glass; install the same version of both") }
    }

    private func checkReply(_ reply: JSONValue) {
        let id = reply["id"]?.number
        if id == Double(Self.subscription) || id == Double(Self.regions), reply["ok"] == false {
            logUnusable(printable(reply["error"]?["message"]?.string ?? "it refuses the subscription", atMost: 200))
        }
        // Without the right `status` the reply is an error, and nothing is known.
        guard id == Double(Self.status), let rights = reply["rights"]?.array?.compactMap(\.string) else { return }
        if !rights.contains("accessibility") {
            logUnusable("no access rule grants \"accessibility\" to its user; add { user: \(user), allow: [accessibility] } to \"access\"")
        }
    }

    /// The name of the user who runs the program; the number of one without a name.
    private var user: String { getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())" }

    private func logUnusable(_ reason: String) {
        log(LogMessage(program.unusable, "\(program.name) \(program.loss): \(reason)", [.reason(reason)], limits: [.few()]))
    }

    private func closeConnection(_ reason: String, _ now: Int64) {
        connection = nil
        handleLoss()
        retry(reason, now)
    }

    private func retry(_ reason: String, _ now: Int64) {
        isGreeted = false
        connectAt = now + Int64((backOff.delay(lasted: Double(now - connectedAt) / 1000) ?? 5000) * 1000)
        let text = "no connection to touchd: \(reason); trying again"
        logChange(text, LogMessage(program.unreachable, text, [.reason(reason)], limits: [.few()]))
    }

    /// Logs a change of the connection. Repeated attempts are not logged.
    private func logChange(_ text: String, _ message: @autoclosure () -> LogMessage) {
        if lastLogged == text { return }
        lastLogged = text
        log(message())
    }
}
