import ArgumentParser
import Configuration
import TouchCore
import Wire

struct Hit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows which region a point hits, and why: every region asked, its answer, and the regions that were not asked.",
        usage: "touchctl hit [<options>] <x> <y>",
        discussion: """
            Exits with 0 if a region is hit, otherwise with 1.

              touchctl hit 540 1700         in the configuration
              touchctl hit 540 1700 --live  in the running touchd
            """)

    @Argument(help: "The x coordinate, in points of the screen.", transform: NegativeNumber.read) var x: Double
    @Argument(help: "The y coordinate, in points of the screen.", transform: NegativeNumber.read) var y: Double
    @Option(help: "The configuration, or - for standard input; by default that of the service.", completion: .file()) var config: String?
    @Flag(help: "Ask the running touchd for its current tree instead of reading a configuration.") var live = false
    @Option(help: "The screen's id; the first one by default.") var screen: String?
    @OptionGroup var json: JSONOutput
    @OptionGroup var events: EventsSocket

    func validate() throws {
        guard x.isFinite && y.isFinite else { throw ValidationError("x and y must be finite numbers") }
        guard !live || config == nil else { throw ValidationError("--live and --config cannot be combined") }
        guard live || events.path == nil else { throw ValidationError("--socket needs --live") }
    }

    func run() throws {
        let why = try live ? askDaemon() : testConfiguration()
        if json.isOn {
            printJSON(why.line)
        } else {
            let point = "(\(x), \(y))" + (screen.map { " on screen \($0)" } ?? "")
            for line in MonitorText(paint: Paint(isOn: false)).why(point, why.message) { printLine(line) }
        }
        if why.message["hit"]?.string == nil { throw Exit.negative }
    }

    /// Tests the point in the configuration's tree.
    private func testConfiguration() throws -> (line: [UInt8], message: JSONValue) {
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
    private func askDaemon() throws -> (line: [UInt8], message: JSONValue) {
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
