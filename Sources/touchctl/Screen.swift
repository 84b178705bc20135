import ArgumentParser
import Wire

struct Screen: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "How the screens are; says whether a display is on, and closes the glass for cleaning or altogether.",
        usage: "touchctl screen [<options>] [<screen>]",
        discussion: """
            Without options it prints how the screens are, or one of them. What it changes takes the right "screen": those who may open the \
            admin socket have it, trusted users, those to whom an access rule allows it, and the user touchd-unlock.

              touchctl screen                      how all of them are
              touchctl screen main --display off   the display was turned off: the next touch wakes it and reaches nobody
              touchctl screen main --clean 60      for a minute no touch reaches anybody
              touchctl screen main --unlock        whatever closed the glass
            """)

    @Argument(help: "A screen's id; all of them, and with an option the first one by default.") var screen: String?
    @Option(help: "The display under it was turned on, or off.") var display: String?
    @Option(help: "No touch reaches anybody for so many seconds.") var clean: Double?
    @Flag(help: "No touch reaches anybody until it is unlocked.") var lock = false
    @Flag(help: "Touches reach somebody again.") var unlock = false
    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func validate() throws {
        if let display, !["on", "off"].contains(display) { throw ValidationError("--display is on or off") }
        if let clean, !(1...604_800).contains(clean) { throw ValidationError("--clean is a number of seconds, from 1 to 604800") }
        if [clean != nil, lock, unlock].count(where: { $0 }) > 1 { throw ValidationError("--clean, --lock and --unlock exclude each other") }
    }

    func run() throws {
        let connection = try Connection.trusted(sockets)
        if let request { _ = try connection.ask(request, capability: "screen") }
        // A user who only changes something gets no output.
        if request != nil && !json.isOn { return }
        let view = try ScreenView(connection, sees: .screens)
        var screens = view.screens
        if let screen {
            screens = screens.filter { $0.text("screen") == screen }
            if screens.isEmpty {
                complain("touchctl: there is no screen \"\(screen)\"; there are: \(view.screens.map { $0.text("screen") }.joined(separator: ", "))")
                throw Exit.usage
            }
        } else if request != nil {
            screens = Array(screens.prefix(1))
        }
        if json.isOn {
            for screen in screens { printJSON(ScreenView.json(screen)) }
            return
        }
        var table = Table("SCREEN", "DISPLAY", "ACTIVITY", "MODE", "LAST TOUCH")
        for screen in screens.map(\.printable) {
            table.add([screen.text("screen"), screen.text("display"), ScreenView.activity(screen), screen.text("mode"), ScreenView.lastTouch(screen)])
        }
        for line in table.lines(fitting: terminalWidth) { printLine(line) }
    }

    /// The request for the change; nil if nothing is to be changed.
    private var request: String? {
        var members: [(name: String, value: JSONValue)] = []
        if let display { members.append(("display", .string(display))) }
        if let clean { members += [("mode", .string("cleaning")), ("seconds", .number(clean))] }
        if lock { members.append(("mode", .string("locked"))) }
        if unlock { members.append(("mode", .string("normal"))) }
        if members.isEmpty { return nil }
        if let screen { members.append(("screen", .string(screen))) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("type")
        writer.string("screen")
        for (name, value) in members {
            writer.key(name: name)
            writer.value(value)
        }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
