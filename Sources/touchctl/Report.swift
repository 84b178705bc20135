import ArgumentParser
import Configuration
import Files
import Panels
import Recordings
import Report
import TouchCore
import Wire

struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a report of recordings, or of the use of this kiosk, into one HTML file.",
        usage: "touchctl report [<options>] [<recordings> ...]",
        discussion: """
            For recordings it shows timeline, paths, heat map, rate, ghosts, taps beside buttons, and cancels. Each recording is played separately \
            through touchd's whole pipeline, as "touchctl replay" does. The file loads nothing and runs no script, so you can mail and print it. \
            The same recordings give the same bytes, except with --timing. Of touches in sensitive regions the report has only the number. A recording that cannot be read is named in the report, and the exit status is then \
            66. With --since it has only counts, rates and alarms: touchd's hourly counts, and the warnings and errors of the journal. The kiosk does not \
            keep where fingers were.

              touchctl report evening.evemu --config touchd.yaml -o evening.html
              touchctl report --since yesterday -o use.html
            """)

    @Argument(help: "Recordings by evemu, touchctl record or libinput record; - is standard input.", completion: .file()) var recordings: [String] =
        []
    @Option(help: "The configuration with the panels and the regions.", completion: .file()) var config: String?
    @Option(name: [.customShort("o"), .customLong("output")], help: OutputFile.help, completion: .file()) var file = OutputFile.standard
    @Flag(help: "Do not correct quirks of devices.") var noQuirks = false
    @Option(help: "Report counts, rates and alarms of this kiosk since this time, instead of recordings: a day, \"24h\", \"7d\", today or yesterday.")
    var since: String?
    @Option(help: "With --since: read a file of journalctl -o json instead of this machine's journal.", completion: .file()) var journal: String?
    @OptionGroup var sockets: DaemonSockets
    @Flag(help: "Also show how long the replay took for each report, on this machine.") var timing = false

    /// The most recordings in one report.
    private static let most = 100

    func validate() throws {
        let isOfSockets = sockets.admin != nil || sockets.events.named != nil || sockets.events.chosen.instance != nil
        if since == nil && (journal != nil || isOfSockets) { throw ValidationError("--journal, --instance and the socket options need --since") }
        guard since != nil || !recordings.isEmpty else { throw ValidationError("give recordings, or a time with --since") }
        guard recordings.count <= Self.most else { throw ValidationError("a report can have at most \(Self.most) recordings") }
    }

    func run() throws {
        // Not in `validate`, which would be called first if there is also an unknown option, and would take its value for a recording.
        if since != nil && (!recordings.isEmpty || config != nil || noQuirks || timing) {
            throw ValidationError("--since reports what the kiosk keeps, so it cannot be combined with recordings and their options")
        }
        try OutputFile.checkIsNotInput(file, among: InputFile.paths(recordings) + [config, journal].compactMap(\.self))
        if let since { return try writeUse(since: since) }
        let settings = try config.map { try touchctl.settings(from: $0) }
        // Read all of them before playing any, so that an error in the last one shows at once.
        var refused: [UnplayableRecording] = []
        let players = InputFile.paths(recordings).compactMap { path -> RecordingPlayer? in
            do throws(UnplayableRecording) {
                let (recording, clock) = try load(path)
                return try player(recording, clock, settings)
            } catch {
                complain("touchctl: \(error)")
                refused.append(error)
                return nil
            }
        }
        if let first = refused.first, players.isEmpty { throw first.status }
        let progress = Progress("playing recordings", of: players.reduce(0) { $0 + $1.eventCount })
        let findings = players.map { $0.play { progress.advance() } }
        progress.finish()
        let unread = refused.map { (file: $0.file, reason: $0.reason) }
        try OutputFile.write(RecordingReport(findings: findings, unread: unread, configuration: config).bytes, to: file)
        if let first = refused.first { throw first.status }
    }

    private func load(_ path: String) throws(UnplayableRecording) -> (Recording, WallClock?) {
        do {
            let bytes = try Recording.bytes(of: path, others: anyFile(path))
            return (try Recording.parse(bytes, file: path), WallClock(in: bytes))
        } catch {
            throw UnplayableRecording(file: path, reason: "\(error)", status: Exit.noInput)
        }
    }

    private func player(_ recording: Recording, _ wallClock: WallClock?, _ settings: Settings?) throws(UnplayableRecording) -> RecordingPlayer {
        guard let settings else {
            let profile = try Replay.profile(of: recording, quirks: !noQuirks)
            let (tree, mapping) = Replay.alone(profile)
            return RecordingPlayer(
                recording: recording, profile: profile, mapping: mapping, rules: PanelRules(), tree: tree, screen: 0, place: nil,
                wallClock: wallClock, measures: timing)
        }
        let matcher = PanelMatcher(settings, file: config!)
        let answer = matcher.assign([PanelIdentity(recording: recording.file, panel: recording.panel)])[0]
        guard case .matched(let index) = answer else { throw UnplayableRecording(file: recording.file, answer, status: Exit.configuration) }
        let entry = matcher.entries[index]
        let profile = try Replay.profile(of: recording, quirks: entry.settings.quirks && !noQuirks)
        let screen = settings.screens[entry.screen].spec
        return RecordingPlayer(
            recording: recording, profile: profile, mapping: PanelMapping(profile, settings: entry.settings, screen: screen.size),
            rules: entry.settings.rules, tree: settings.tree, screen: entry.screen, place: (entry.settings.id, screen.id), wallClock: wallClock,
            measures: timing)
    }
}
