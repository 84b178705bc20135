import ArgumentParser
import Wire

struct Screen: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the state of the screens; reports displays as on or off; locks the glass, or closes it for cleaning.",
        usage: "touchctl screen [<options>] [<screen>]",
        discussion: """
            Without options it prints the state of all screens, or of one. Changes need the right "screen". Users who may open the admin socket have \
            it, and so do trusted users, users to whom an access rule allows it, and the user touchd-unlock. After "--display off" the next touch \
            wakes the display and reaches nobody.

              touchctl screen                      the state of all screens
              touchctl screen main --display off   the display was turned off
              touchctl screen main --clean 60      no touch reaches anybody for 60 s
              touchctl screen main --unlock        ends cleaning and locking
            """)

    @Argument(help: "The screen's id; by default all screens, or with an option the first one.") var screen: String?
    @Option(help: "Report that the display under the glass was turned on or off.") var display: String?
    @Option(help: "Close the glass for cleaning: no touch reaches anybody for this many seconds.", transform: Seconds.read) var clean: Double?
    @Flag(help: "Lock the glass: no touch reaches anybody until it is unlocked.") var lock = false
    @Flag(help: "Open the glass again, however it was closed.") var unlock = false
    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func validate() throws {
        if let display, !["on", "off"].contains(display) { throw ValidationError("--display must be on or off") }
        if let clean, !(1...604_800).contains(clean) { throw ValidationError("--clean must be from 1 to 604800 seconds (a week)") }
        if [clean != nil, lock, unlock].count(where: { $0 }) > 1 { throw ValidationError("--clean, --lock and --unlock cannot be combined") }
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
                complain(
                    "touchctl: there is no screen \"\(screen)\"; the screens are \(view.screens.map { $0.text("screen") }.joined(separator: ", "))")
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
