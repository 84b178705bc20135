import Glibc
import Logging
import Wire

/// What the server writes down: counts, and lines for the log, of which no client can make it write many.
final class Journal {
    /// Since the start; of moves merged only those of clients that are gone.
    var counters = Counters()
    /// Lines of frames that have something outside of sensitive regions.
    var openLines = 0
    /// From the kernel's time stamps of live panels' reports to the last of these lines.
    var latency = LatencyHistogram()
    /// Where lines for the log go.
    var log: (LogMessage) -> Void = Log.write
    /// For tests.
    private let stopsAtViolation = getenv("TOUCHD_VERIFIER").map { String(cString: $0) } == "fatal"

    /// Messages of a kind in 30 s about all connections of a principal.
    private static let mostOfPrincipal = 20

    /// Says something about a client in the log. Each client has a limit of its own, so that a noisy one hides nothing of the others, and all
    /// connections of a principal have one together, for those who connect again and again.
    ///
    /// - Parameter client: nil when it is about none.
    /// - Parameter fields: beside those that say which client it is.
    func complain(_ kind: MessageKind, _ client: Client?, _ text: String, _ fields: [LogField] = []) {
        let limits: [LogMessage.Limit] =
            client.map {
                [.few("client \($0.number)"), .init($0.principal.description, most: Self.mostOfPrincipal)]
            } ?? [.init("no client", most: Self.mostOfPrincipal)]
        log(LogMessage(kind, text, (client?.logFields ?? []) + fields, limits: limits))
    }

    /// A fault of touchd's own.
    ///
    /// - Parameter client: whom it concerns; nil: all.
    func reportBug(_ message: String, _ client: Client?) {
        complain(.bug, client, "bug: \(message); please report it")
    }

    /// The stream for a client is broken, or, with nil, what all of them are made of: a bug of the daemon's.
    func reportViolation(_ violation: String, _ client: Client?) {
        counters.violations += 1
        let whose = client.map { "the stream for \($0.label)" } ?? "what gestures, controls and scroll views say"
        reportBug("\(whose) is broken: \(violation)", client)
        if stopsAtViolation { abort() }
    }
}
