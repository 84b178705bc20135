import ArgumentParser
import TouchCore
import Wire

struct Regions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the current regions of touchd: path, kind, place on the screen, and the client that has claimed the region.",
        usage: "touchctl regions [<options>]",
        discussion: """
            The place is the box around the region, in points of the screen. Claims are shown only to users who may open the admin socket, and to \
            trusted users (docs/access.md).

              touchctl regions --tree
              touchctl regions --accessibility   what people hear, in the order of the focus, by the configuration
            """)

    @Flag(help: "Indent regions below the region that contains them.") var tree = false
    @Flag(help: "List what people hear of the elements of a configuration, in the order of the focus, instead of asking touchd.")
    var accessibility = false
    @Option(help: "With --accessibility: the configuration; by default that of the service.", completion: .file()) var config: String?
    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func validate() throws {
        if accessibility && tree { throw ValidationError("--tree and --accessibility cannot be combined") }
        if accessibility && sockets.events.path != nil && sockets.events.chosen.instance == nil {
            throw ValidationError("--accessibility reads a configuration, so it cannot be combined with --socket")
        }
        if config != nil && !accessibility { throw ValidationError("--config needs --accessibility") }
        if tree && json.isOn { throw ValidationError("--tree is text for people, so it cannot be combined with --json") }
    }

    func run() throws {
        if accessibility {
            let list = ElementList(try settings(from: config ?? sockets.events.chosen.configuration).tree)
            return json.isOn ? list.objects.forEach(printJSON) : list.lines.forEach { printLine($0) }
        }
        let connection = try Connection.trusted(sockets)
        let list = RegionList(try regions(connection), claims: try claims(connection))
        if json.isOn { return list.objects.forEach(printJSON) }
        // A tree that is cut to the terminal's width would hide the nesting.
        for line in list.table(isTree: tree).lines(fitting: tree ? nil : terminalWidth) { printLine(line) }
    }

    /// Reads the regions from the snapshot of a subscription to no events.
    private func regions(_ connection: Connection) throws -> [JSONValue] {
        connection.send(#"{"type":"subscribe","id":1,"events":[]}"#)
        while let (_, message) = try connection.message() {
            switch message["type"]?.string {
            case "reply" where message["ok"]?.bool == false: throw Connection.refused(message["error"])
            case "snapshot": return message["regions"]?.array ?? []
            case "bye": complain("touchctl: touchd closes the connection: \(message["message"]?.string ?? "")")
            default: break
            }
        }
        complain("touchctl: touchd has closed the connection without an answer")
        throw Exit.unavailable
    }

    /// The claiming clients by claimed ID; nil, with a message, if this user may not know them.
    private func claims(_ connection: Connection) throws -> [String: JSONValue]? {
        let answer = try connection.reply(to: #"{"type":"clients"}"#, capability: "clients").message
        guard answer["ok"]?.bool == true else {
            complain("touchctl: cannot show who has claimed them: \(answer["error"]?["message"]?.string ?? "")")
            return nil
        }
        var claims: [String: JSONValue] = [:]
        for client in answer["clients"]?.array ?? [] {
            for id in client["claims"]?.array ?? [] { if let id = id.string { claims[id] = client } }
        }
        return claims
    }
}
