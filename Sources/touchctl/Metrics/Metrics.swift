import ArgumentParser
import Glibc
import Sockets
import Wire

extension MetricText: ExpressibleByArgument {}

struct Metrics: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints touchd's counters for Prometheus and similar systems.",
        usage: "touchctl metrics [<options>]",
        discussion: """
            For users who may open the admin socket, trusted users, users with the right "status", and the user touchd-metrics (docs/access.md). \
            docs/metrics.md explains each metric. If touchd does not answer, touchd_up is 0 and the exit status says why. node_exporter reads \
            only files whose names end in .prom.

              touchctl metrics                                     to standard output
              touchctl metrics --format prometheus -o touchd.prom  for node_exporter
            """)

    @Option(help: ArgumentHelp("openmetrics (1.0), or prometheus (0.0.4), which node_exporter reads from files.", valueName: "format"))
    var format: MetricText = .openmetrics
    @Option(name: [.customShort("o"), .customLong("output")], help: OutputFile.help, completion: .file()) var file = OutputFile.standard
    @OptionGroup var sockets: DaemonSockets

    func run() throws {
        let source: MetricSource
        var isRefused = false
        do {
            let connection = try Connection.trusted(sockets)
            do { source = try Self.ask(connection) } catch let error as ExitCode where error == Exit.permission {
                isRefused = true
                throw error
            }
        } catch {
            try write(MetricSource(status: .null, statistics: .null, clockOffset: 0, isRefused: isRefused))
            throw error
        }
        try write(source)
    }

    private static func ask(_ connection: Connection) throws -> MetricSource {
        let status = try connection.ask(#"{"type":"status"}"#, capability: "status").message
        let statistics = try connection.ask(#"{"type":"stats","sinceStart":true}"#, capability: "stats").message["statistics"]?["sinceStart"]
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let unix = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
        return MetricSource(status: status, statistics: statistics ?? .null, clockOffset: unix - MonotonicClock.now)
    }

    private func write(_ source: MetricSource) throws {
        // Readable for everyone, because another user reads the file.
        try OutputFile.write(Array(format.text(MetricTable.families, of: source).utf8), to: file, mode: 0o644)
    }
}
