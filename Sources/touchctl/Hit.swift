import ArgumentParser
import Configuration
import TouchCore
import Wire

struct Hit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Which region a point hits, and why: every region asked, its answer, and who kept others from being asked.",
        usage: "touchctl hit [<options>] <x> <y>",
        discussion: """
            Exits with 0 when a region is hit, with 1 when none is.

              touchctl hit 540 1700         by the configuration
              touchctl hit 540 1700 --live  in touchd, as its regions are now
            """)

    @Argument(help: "In points of the screen.", transform: NegativeNumber.read) var x: Double
    @Argument(help: "In points of the screen.", transform: NegativeNumber.read) var y: Double
    @Option(help: "The configuration; the daemon's own by default.", completion: .file()) var config: String?
    @Flag(help: "Ask touchd for the tree as it is now, instead of a configuration.") var live = false
    @Option(help: "The screen's id; the first one by default.") var screen: String?
    @OptionGroup var json: JSONOutput
    @OptionGroup var events: EventsSocket

    func validate() throws {
        guard x.isFinite && y.isFinite else { throw ValidationError("x and y are to be finite numbers") }
        guard !live || config == nil else { throw ValidationError("--live and --config exclude each other") }
        guard live || events.path == nil else { throw ValidationError("--socket goes with --live") }
    }

    func run() throws {
        let why = try live ? ask() : look()
        if json.isOn {
            printJSON(why.line)
        } else {
            let point = "(\(x), \(y))" + (screen.map { " on screen \($0)" } ?? "")
            for line in MonitorText(paint: Paint(isOn: false)).why(point, why.message) { printLine(line) }
        }
        if why.message["hit"]?.string == nil { throw Exit.negative }
    }

    /// Tests the point in the configuration's tree.
    private func look() throws -> (line: [UInt8], message: JSONValue) {
        let file = config ?? events.chosen.configuration
        let settings = try settings(from: file)
        let tree = settings.tree
        guard let index = screen.map({ id in tree.screens.firstIndex { $0.id == id } }) ?? 0 else {
            complain("touchctl: \(file) has no screen \"\(screen!)\"; it has \(tree.screens.map(\.id).joined(separator: ", "))")
            throw Exit.usage
        }
        let line = Array(ServerMessages.hit(tree.trace(Point(x, y), screen: index), tree.directory).dropLast())
        return (line, try JSONReader.parse(line))
    }

    /// Tests the point in the daemon's current tree.
    private func ask() throws -> (line: [UInt8], message: JSONValue) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("type")
        writer.string("hit")
        writer.key("x")
        writer.number(x)
        writer.key("y")
        writer.number(y)
        if let screen {
            writer.key("screen")
            writer.string(screen)
        }
        writer.endObject()
        let answer = try Connection.ask(String(decoding: writer.bytes, as: UTF8.self), capability: "hit", at: events)
        // The same object as without --live.
        return (answer.bare, answer.message)
    }
}
