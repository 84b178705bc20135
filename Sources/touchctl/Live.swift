import ArgumentParser
import Configuration
import Glibc
import Panels
import Recordings
import Sockets
import Text
import TouchCore

struct Live: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Opens the live view in the browser: who gets which finger, and why.",
        usage: "touchctl live [<options>]",
        discussion: """
            Starts touchd-web for the live view, on a port of 127.0.0.1 and with a new token. Prints the address of the page, and opens it if \
            there is a display. Press Ctrl-C to end it. The page shows the touchd that runs; with the admin socket, if this user may open it, \
            also why. With --recording it shows a recording, which a separate touchd plays in a loop, without any \
            device. docs/web.md describes the page.

              touchctl live
              touchctl live --recording evening.evemu --config touchd.yaml
            """)

    @Option(help: "A recording (evemu or libinput record) to show instead of the running touchd.", completion: .file()) var recording: String?
    @Option(help: "The configuration for the recording; without it one region, as large as the panel.", completion: .file()) var config: String?
    @OptionGroup var served: ServedPage
    @OptionGroup var sockets: DaemonSockets

    func validate() throws {
        if config != nil, recording == nil { throw ValidationError("--config is for a recording; give --recording, too") }
    }

    func run() throws {
        if let recording { return try show(recording) }
        let bridge = try served.bridge(.live, socket: absolutePath(reachableSocket()))
        defer { bridge.remove() }
        let address = try served.start(bridge)
        complain("touchctl: showing touchd's touches; Ctrl-C ends it")
        try served.wait(bridge, address)
    }

    /// The admin socket if this user may open it, otherwise the events socket.
    private func reachableSocket() throws -> String {
        let (admin, events) = (Connection.adminPath(sockets), Connection.path(sockets.events.path))
        if access(admin, R_OK | W_OK) == 0 { return admin }
        if access(events, R_OK | W_OK) == 0 {
            complain("touchctl: \(admin): \(String(cString: strerror(errno))); the page shows who gets a touch, but not why")
            return events
        }
        complain("touchctl: \(events): \(String(cString: strerror(errno))); start touchd, or show a recording: touchctl live --recording FILE")
        throw Exit.unavailable
    }

    private func show(_ recording: String) throws {
        for file in [recording, config].compactMap(\.self) where !isRegularFile(file) {
            complain("touchctl: \(file) is not a regular file; touchd reads it by itself, so save it to a file first")
            throw Exit.noInput
        }
        let loaded: Recording
        do { loaded = try Recording.load(recording, others: anyFile(recording)) } catch {
            complain("touchctl: \(error)")
            throw Exit.noInput
        }
        var configuration: PageBridge.Configuration
        if let config {
            _ = try settings(from: config)
            configuration = .file(absolutePath(config))
        } else {
            let profile: PanelProfile
            do { profile = try Replay.profile(of: loaded, quirks: true) } catch {
                complain("touchctl: \(error)")
                throw error.status
            }
            configuration = .text(Self.configuration(Replay.alone(profile).tree.screens[0].size))
        }
        let touchd = try served.program("touchd")
        let bridge = try served.bridge(.live, socket: nil)
        defer { bridge.remove() }
        try bridge.startTouchd(touchd, playing: absolutePath(recording), configuration)
        let address = try served.start(bridge)
        complain("touchctl: playing \(recording) again and again; Ctrl-C ends it")
        try served.wait(bridge, address)
    }

    /// A screen with one region, as in `touchctl replay` without a configuration.
    private static func configuration(_ size: Size) -> String {
        let (width, height) = (Int(size.width), Int(size.height))
        return """
            version: 1
            screens:
              - id: screen
                size: [\(width), \(height)]
                panels: [{ match: { recording: "*" } }]
                windows: [{ id: screen, frame: [0, 0, \(width), \(height)], multipleTouchEnabled: true }]

            """
    }
}
