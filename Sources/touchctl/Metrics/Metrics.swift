import ArgumentParser
import Files
import Glibc
import Sockets
import Wire

extension MetricText: ExpressibleByArgument {}

struct Metrics: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "What touchd counts, for Prometheus and its kin.",
        discussion: """
            For those who may open the admin socket, and for trusted users: docs/access.md. docs/metrics.md says what each figure means. \
            With --output, touchd_up is 0 in the file while touchd does not answer, and the exit status says why.
            """)

    @Option(help: ArgumentHelp("openmetrics (1.0), or prometheus (0.0.4), which node_exporter reads from files.", valueName: "format"))
    var format: MetricText = .openmetrics
    @Option(name: .shortAndLong, help: ArgumentHelp("Put it into this file, which is replaced as a whole.", valueName: "file")) var output: String?
    @OptionGroup var sockets: DaemonSockets

    func run() throws {
        let source: MetricSource
        do { source = try Self.ask(sockets) } catch {
            if output != nil { try write(MetricSource(status: .null, statistics: .null, clockOffset: 0)) }
            throw error
        }
        try write(source)
    }

    private static func ask(_ sockets: DaemonSockets) throws -> MetricSource {
        let connection = try Connection.trusted(sockets)
        let status = try connection.ask(#"{"type":"status"}"#, capability: "status").message
        let statistics = try connection.ask(#"{"type":"stats"}"#, capability: "stats").message["statistics"]
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let unix = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
        return MetricSource(status: status, statistics: statistics ?? .null, clockOffset: unix - MonotonicClock.now)
    }

    private func write(_ source: MetricSource) throws {
        let text = Array(format.text(MetricTable.families, of: source).utf8)
        guard let output else { return touchctl.output(text) }
        do throws(FileError) { try writeFile(output, text, mode: 0o644) } catch {
            complain("touchctl: cannot write \(output): \(error)")
            throw Exit.cannotCreate
        }
    }
}
