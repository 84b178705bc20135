import ArgumentParser
import Glibc
import Wire

struct Clients: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the clients of touchd: their subscriptions, the data that waits for them, and how far behind they are.",
        usage: "touchctl clients [<options>]",
        discussion: """
            For users who may open the admin socket, and for trusted users (docs/access.md). QUEUE is the data that waits for the client: bytes \
            that are being sent, and frames after them. LAG is how long the oldest of it has waited. MERGED counts moves that were merged into \
            later ones. LAGGED counts how often touches were cancelled because the client was too slow. BAD counts lines that were not requests, \
            DENIED requests that were answered with an error. For a client that sees into a sensitive region, the numbers are those from before.

              touchctl clients
            """)

    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func run() throws {
        let answer = try Connection.askTrusted(#"{"type":"clients"}"#, capability: "clients", at: sockets)
        if json.isOn { return printJSON(answer.bare) }
        var table = Table(
            ">PID", "USER", "PROGRAM", "NAME", ">SINCE", ">LINES", ">SENT", ">QUEUE", ">LAG", ">MERGED", ">LAGGED", ">BAD", ">DENIED", "SUBSCRIBES TO"
        )
        let message = answer.message.printable
        let now = message.whole("time")
        for client in message["clients"]?.array ?? [] { table.add(row(client, now)) }
        for line in table.lines(fitting: terminalWidth) { printLine(line) }
    }

    private func row(_ client: JSONValue, _ now: Int64) -> [String] {
        [
            client.text("pid"), Self.user(UInt32(clamping: client.whole("uid"))), client.text("program"),
            client["self"]?.bool == true ? "(this touchctl)" : name(client), duration(now - client.whole("connectedAt")),
        ] + traffic(client) + [client.text("lagged"), client.text("badLines"), client.text("refusedRequests"), wishes(client)]
    }

    /// The client's name, and the token whose rights it has.
    private func name(_ client: JSONValue) -> String {
        guard let token = client["token"]?.string else { return client.text("name") }
        return (client["name"]?.string.map { $0 + " " } ?? "") + "(token \(token))"
    }

    /// The columns about the client's traffic.
    private func traffic(_ client: JSONValue) -> [String] {
        let waiting = client.whole("queuedBytes") + client.whole("queuedFrames")
        return [
            client.text("seq"), bytes(client.whole("sentBytes")),
            waiting == 0 ? "-" : "\(bytes(client.whole("queuedBytes"))) + \(client.whole("queuedFrames"))",
            client.whole("lag") == 0 ? "-" : duration(client.whole("lag")), client.text("merged"),
        ]
    }

    /// The client's subscriptions, claims and further rights, and the counts of what it has done.
    private func wishes(_ client: JSONValue) -> String {
        var wishes = (client["subscriptions"]?.array ?? []).map { subscription in
            let globs = (subscription["regions"]?.array ?? []).compactMap(\.string).joined(separator: " ")
            let kinds = (subscription["events"]?.array ?? []).compactMap(\.string)
            // Default values are left out.
            let words =
                (kinds.count == 4 ? [] : [kinds.joined(separator: "+")])
                + ["observe", "axes", "coalesced", "raw"].filter { subscription[$0]?.bool == true }
                + (subscription["maxRate"]?.numberText.map { ["at most \($0) Hz"] } ?? [])
            return globs + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
        }
        let claims = (client["claims"]?.array ?? []).compactMap(\.string)
        if !claims.isEmpty {
            var claim = "claims \(claims.joined(separator: " "))"
            if let within = client["ackWithin"]?.numberText {
                claim += ", answers within \(within) ms"
                if client["sensitive"]?.bool != true {
                    claim += ", last answered line \(client["lastAck"]?.numberText ?? "none"), \(client.whole("unacknowledged")) unanswered"
                }
            }
            wishes.append(claim)
        }
        if client["trace"]?.bool == true { wishes.append("trace") }
        if client.whole("injected") > 0 { wishes.append("has injected " + plural(client.whole("injected"), "finger", "fingers")) }
        return wishes.isEmpty ? "-" : wishes.joined(separator: "; ")
    }

    /// The user's name, or the uid if this system does not know the user.
    private static func user(_ uid: UInt32) -> String {
        getpwuid(uid).map { String(cString: $0.pointee.pw_name) } ?? String(uid)
    }
}
