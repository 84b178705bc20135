import ArgumentParser
import Glibc
import Sockets
import Wire

struct Idle: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Waits until nobody has touched for some time, or until somebody touches; or shows how long ago the last touch was.",
        usage: "touchctl idle [<options>]",
        discussion: """
            The time need not be a threshold of the configuration. A finger that is held down counts as a touch; a contact that a filter \
            removed does not. If the user may not know of all touches, only the thresholds of the configuration's "idle" count. Both options \
            return at once if the condition is already true.

              touchctl idle --wait 300 && slideshow      after 5 minutes without a touch
              touchctl idle --active && wake-the-kiosk   at the next touch
            """)

    @Option(help: "Wait until nobody has touched for this many seconds.", transform: Seconds.read) var wait: Double?
    @Flag(help: "Wait until somebody touches.") var active = false
    @Option(help: "The screen's id; by default all screens, or with --active any screen.") var screen: String?
    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func validate() throws {
        if let wait, !(0...31_536_000).contains(wait) { throw ValidationError("--wait must be from 0 to 31536000 seconds (a year)") }
        if wait != nil && active { throw ValidationError("--wait and --active cannot be combined") }
    }

    func run() throws {
        if let wait { return try waitUntilIdle(Int64(wait * 1_000_000)) }
        if active { return try waitUntilActive() }
        let view = try ScreenView(try Connection.trusted(sockets), sees: .touches)
        for screen in try selectedScreens(view) {
            let name = screen.printable.text("screen")
            let isTouched = view.touched.contains(screen.text("screen"))
            if json.isOn { printJSON(ScreenView.json(screen)) } else { printLine("\(name)  \(isTouched ? "touched" : ScreenView.lastTouch(screen))") }
        }
    }

    private func selectedScreens(_ view: ScreenView) throws -> [JSONValue] {
        guard let screen else { return view.screens }
        let those = view.screens.filter { $0.text("screen") == screen }
        if !those.isEmpty { return those }
        complain("touchctl: there is no screen \"\(screen)\"; the screens are \(view.screens.map { $0.text("screen") }.joined(separator: ", "))")
        throw Exit.usage
    }

    private func printScreens(_ screens: [JSONValue]) {
        if json.isOn { for screen in screens { printJSON(ScreenView.json(screen)) } }
    }

    // MARK: Idle

    private func waitUntilIdle(_ time: Int64) throws {
        while true {
            // A new connection for each look, so that no lines of the old one have to be read in between.
            let connection = try Connection.trusted(sockets)
            let start = try untouchedSince(connection)
            let view = try ScreenView(connection, sees: .touches)
            let screens = try selectedScreens(view)
            let now = MonotonicClock.now
            var due = screens.map { self.due($0, time, start) }.max() ?? now
            // Nobody knows when the finger will lift, so the next look is in 0.1 to 1 s.
            if screens.contains(where: { view.touched.contains($0.text("screen")) }) { due = now + min(max(time, 100_000), 1_000_000) }
            if due <= now { return printScreens(screens) }
            usleep(UInt32(clamping: min(due - now, 3_600_000_000)))
        }
    }

    /// The time at which the screen will have been untouched for `time`.
    private func due(_ screen: JSONValue, _ time: Int64, _ start: Int64?) -> Int64 {
        if let idle = screen["idle"]?.number, idle * 1_000_000 >= Double(time) { return .min }
        if screen["lastTouch"]?.number != nil { return screen.whole("lastTouch") + time }
        // Users who may not see when somebody touched can only use the thresholds of the configuration.
        return start.map { $0 + time } ?? MonotonicClock.now + 1_000_000
    }

    /// The start of the idle time if nobody has touched yet: the start of touchd; nil if this user may not know whether somebody has touched.
    private func untouchedSince(_ connection: Connection) throws -> Int64? {
        let answer = try connection.reply(to: #"{"type":"status"}"#, capability: "status").message
        return answer["ok"]?.bool == true ? answer.whole("startedAt") : nil
    }

    // MARK: Active

    private func waitUntilActive() throws {
        let connection = try Connection.trusted(sockets)
        var view = try ScreenView(connection, sees: .touches)
        let screens = Set(try selectedScreens(view).map { $0.text("screen") })
        if !view.touched.isDisjoint(with: screens) { return printScreens(try selectedScreens(view)) }
        while let (_, message) = try connection.message() {
            guard view.update(from: message), let touched = view.screen(of: message), screen == nil || screen == touched else { continue }
            return printScreens(try selectedScreens(view))
        }
        complain("touchctl: touchd has closed the connection")
        throw Exit.unavailable
    }
}
