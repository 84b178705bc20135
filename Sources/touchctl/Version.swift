import ArgumentParser
import JSON
import Wire
import Text

struct Version: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the version of this touchctl, and of the touchd that answers.",
        discussion: """
            Exits with 0 even if touchd is not reachable, and says so. If the versions differ, a note on standard error says so; that is normal \
            after an upgrade, until touchd is restarted. "touchctl --version" does not ask touchd.

              touchctl version
            """)

    @OptionGroup var json: JSONOutput
    @OptionGroup var events: EventsSocket

    func run() throws {
        let path = Connection.path(events.path)
        let here = Side(version: ServerMessages.version, protocolNumber: "\(ServerMessages.protocolVersion)", minor: "\(ServerMessages.minorVersion)")
        let (daemon, why) = Side.daemon(at: path)
        if json.isOn {
            let there = daemon.map { $0.members + [("socket", .string(path))] }
            let line = OrderedJSON.object([
                ("touchctl", .object(here.members)),
                ("touchd", there.map { .object($0) } ?? .object([("socket", .string(path)), ("why", .string(why))])),
            ])
            printJSON(Array(line.compactText.utf8))
        } else {
            printLine("touchctl  \(here.text)")
            printLine("touchd    \(daemon.map { "\($0.text), at \(path)" } ?? "not reachable at \(path): \(why)")")
        }
        if let daemon, daemon.version != here.version || daemon.protocolNumber != here.protocolNumber || daemon.minor != here.minor {
            complain("touchctl: note: touchctl and touchd have different versions; install the same version of both, and restart touchd")
        }
    }
}

/// The version of touchctl or touchd, as its `hello` states it or would state it.
private struct Side {
    let version, protocolNumber, minor: String
    var epoch: String?

    /// The server that answers at the path, whatever its protocol; otherwise the reason why none does.
    static func daemon(at path: String) -> (Side?, why: String) {
        do {
            guard let hello = try Connection(path: path, isQuiet: true).greeting(), hello["type"]?.string == "hello",
                let server = hello["server"]?.string
            else { return (nil, "the server there is not touchd") }
            let number = { (key: String) in hello[key]?.numberText ?? "0" }
            return (Side(version: server, protocolNumber: number("protocol"), minor: number("minor"), epoch: hello["epoch"]?.string), "")
        } catch let error as Connection.NotReachable {
            return (nil, error.why)
        } catch {
            return (nil, "permission denied")
        }
    }

    /// The version without the program's name.
    private var number: String { version.split(at: " ").last.map(String.init) ?? version }

    var text: String { "\(number), protocol \(protocolNumber).\(minor)\(epoch.map { ", epoch \($0)" } ?? "")" }

    var members: [(key: String, value: OrderedJSON)] {
        [("version", .string(number)), ("protocol", .number(Double(protocolNumber) ?? 0)), ("minor", .number(Double(minor) ?? 0))]
            + (epoch.map { [("epoch", .string($0))] } ?? [])
    }
}
