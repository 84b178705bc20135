import Glibc
import Logging
import Wire

/// The server's counters and its log messages. Limits keep a single client from flooding the log.
final class Journal {
    /// The counters since the start. Merged moves are counted only for clients that are gone.
    var counters = Counters()
    /// The number of lines sent for frames that have content outside sensitive regions.
    var unredactedLines = 0
    /// The latencies of reports of live panels that led to such lines: the time from the kernel's time stamp until the frames have been published.
    var latency = LatencyHistogram()
    /// The function that log messages go to.
    var log: (LogMessage) -> Void = Log.write
    /// True if a violation ends the process; for tests.
    private let stopsAtViolation = getenv("TOUCHD_VERIFIER").map { String(cString: $0) } == "fatal"

    /// The maximum number of messages of one kind in 30 s about all connections of a principal.
    private static let mostOfPrincipal = 20

    /// Logs a message about a client. Each client has its own limit, so that a noisy one does not hide messages about others. All connections of a
    /// principal share another limit, because a client may connect again and again.
    ///
    /// - Parameter client: the client; nil if the message is about none.
    /// - Parameter fields: fields in addition to those that identify the client.
    func logLimited(_ kind: MessageKind, _ client: Client?, _ text: String, _ fields: [LogField] = []) {
        let limits: [LogMessage.Limit] =
            client.map {
                [.few("client \($0.number)"), .init($0.principal.description, most: Self.mostOfPrincipal)]
            } ?? [.init("no client", most: Self.mostOfPrincipal)]
        log(LogMessage(kind, text, (client?.logFields ?? []) + fields, limits: limits))
    }

    /// Logs a bug of touchd.
    ///
    /// - Parameter client: the client that it affects; nil for all.
    func reportBug(_ message: String, _ client: Client?) {
        logLimited(.bug, client, "bug: \(message); please report it")
    }

    /// Logs a violation of the grammar in a client's stream, or, if `client` is nil, in the actions that all streams are made from. It is a bug of
    /// touchd.
    func reportViolation(_ violation: String, _ client: Client?) {
        counters.violations += 1
        let whose = client.map { "the stream for \($0.label)" } ?? "the stream of gestures, controls and scroll views"
        reportBug("\(whose) is broken: \(violation)", client)
        if stopsAtViolation { abort() }
    }
}
