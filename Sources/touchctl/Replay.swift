import ArgumentParser
import Configuration
import Glibc
import Panels
import Recordings
import Sockets
import TouchCore
import Wire

struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Plays recordings through touchd's whole pipeline, and prints the frames that an observer of everything would get.",
        usage: "touchctl replay [<options>] <recordings> ...",
        discussion: """
            With a configuration, the recordings are its panels, and are played together on event time. Without one, each recording is played \
            separately on a screen with one window, both named "screen" and as large as the panel's ranges, so that points are device units. \
            Known quirks of devices are corrected, as in touchd, unless the panel has "quirks: false" or you give --no-quirks.

              touchctl replay evening.evemu --config touchd.yaml --text
            """)

    enum Speed: String, ExpressibleByArgument, CaseIterable { case realtime, max }

    @Argument(help: "Recordings by evemu, touchctl record or libinput record; - is standard input.", completion: .file()) var recordings: [String]
    @Option(help: "The configuration with the panels and the regions.", completion: .file()) var config: String?
    @Flag(help: "Do not correct quirks of devices.") var noQuirks = false
    @Option(help: "How fast to play; the output is the same.") var speed = Speed.max
    @Flag(help: "Print the frames as text for people, as touchctl monitor does.") var text = false
    @Flag(help: "Also print the snapshot, the trace of each touch, screens, panels and the panel's raw places, as on the admin socket.")
    var session = false
    @Flag(help: "One line for each touch, gesture, control and scroll, at its end; with --text.") var compact = false
    @Option(help: "Colours, with --text: always, never, or auto: on a terminal, unless NO_COLOR is set.") var color = ColorChoice.auto

    func validate() throws {
        if session && text { throw ValidationError("--session prints the protocol's lines, so it cannot be combined with --text") }
        if compact && !text { throw ValidationError("--compact needs --text") }
    }

    func run() throws {
        let settings = try config.map { try touchctl.settings(from: $0) }
        var refused: UnplayableRecording?
        func playable<Item, Result>(_ items: [Item], _ body: (Item) throws(UnplayableRecording) -> Result) -> [Result] {
            items.compactMap { item in
                do throws(UnplayableRecording) { return try body(item) } catch {
                    complain("touchctl: \(error)")
                    refused = refused ?? error
                    return nil
                }
            }
        }
        let read = playable(InputFile.paths(recordings), load)
        let loaded: [Played]
        if let settings, let config {
            let matcher = PanelMatcher(settings, file: config)
            let answers = matcher.assign(read.map { PanelIdentity(recording: $0.file, panel: $0.panel) })
            loaded = playable(Array(zip(read, answers))) { recording, answer throws(UnplayableRecording) in
                guard case .matched(let index) = answer else {
                    throw UnplayableRecording(file: recording.file, answer, status: Exit.configuration)
                }
                let entry = matcher.entries[index]
                let profile = try Self.profile(of: recording, quirks: entry.settings.quirks && !noQuirks)
                return Played(recording: recording, profile: profile, entry: entry)
            }
        } else {
            loaded = playable(read) { recording throws(UnplayableRecording) in
                Played(recording: recording, profile: try Self.profile(of: recording, quirks: !noQuirks))
            }
        }
        if let refused, loaded.isEmpty { throw refused.status }
        let printer = FramePrinter(text ? FrameText(paint: Paint(isOn: color.isOn), isCompact: compact) : nil, isSession: session)
        let progress = Progress(
            "replaying", of: loaded.reduce(0) { $0 + $1.recording.events.count }, isShown: speed == .max && isatty(STDOUT_FILENO) == 0)
        if let settings {
            play(loaded, settings, printer, progress)
        } else {
            for one in loaded { playAlone(one, printer, progress) }
        }
        printer.flush()
        progress.finish()
        if let refused { throw refused.status }
    }

    /// A recording with the panel that touchd makes of it.
    private struct Played {
        let recording: Recording
        let profile: PanelProfile
        /// The configured panel that it matches; nil without a configuration.
        var entry: PanelMatcher.Entry?
    }

    private func load(_ path: String) throws(UnplayableRecording) -> Recording {
        do { return try Recording.load(path, others: anyFile(path)) } catch {
            throw UnplayableRecording(file: path, reason: "\(error)", status: Exit.noInput)
        }
    }

    /// How touchd reads a recording's panel.
    static func profile(of recording: Recording, quirks: Bool) throws(UnplayableRecording) -> PanelProfile {
        let profile = PanelProfile(recording.panel, quirks: quirks)
        if case .refused(let why) = profile.kind {
            throw UnplayableRecording(
                file: recording.file, reason: "\"\(recording.panel.name)\" is not a touchscreen that touchd can read: \(why)", status: Exit.noInput)
        }
        return profile
    }

    /// The screen of a recording that is played without a configuration: one window, as large as the panel's ranges.
    static func alone(_ profile: PanelProfile) -> (tree: RegionTree, mapping: PanelMapping) {
        let axes = [profile.kind.xAxis, profile.kind.yAxis].map { profile.description[axis: $0]?.count ?? 1 }
        let size = Size(axes[0], axes[1])
        var window = RegionSpec(id: "screen", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, size.width, size.height)))
        window.isMultipleTouchEnabled = true
        let tree = RegionTree([ScreenSpec(id: "screen", size: size, windows: [window])])
        return (tree, PanelMapping(panel: profile.description, kind: profile.kind, screen: size))
    }

    private func playAlone(_ one: Played, _ printer: FramePrinter, _ progress: Progress) {
        let profile = one.profile
        let (tree, mapping) = Self.alone(profile)
        let pipeline = TouchPipeline(tree: tree, ids: printer.ids)
        let panel = pipeline.addPanel("screen-0", screen: 0, kind: profile.kind, mapping: mapping)
        let entry = PanelEntry(
            id: "screen-0", name: profile.declared.name, screen: "screen", pointsPerMillimetre: mapping.pointsPerMillimetre)
        play([(panel, entry, one.recording.events)], pipeline, printer, progress)
    }

    private func play(_ played: [Played], _ settings: Settings, _ printer: FramePrinter, _ progress: Progress) {
        let pipeline = TouchPipeline(tree: settings.tree, ids: printer.ids)
        let panels = played.compactMap { one -> PlayedPanel? in
            guard let entry = one.entry else { return nil }
            let screen = settings.screens[entry.screen].spec
            let mapping = PanelMapping(one.profile, settings: entry.settings, screen: screen.size)
            let panel = pipeline.addPanel(
                entry.settings.id, screen: entry.screen, kind: one.profile.kind, mapping: mapping, rules: entry.settings.rules)
            let listed = PanelEntry(
                id: entry.settings.id, name: one.profile.declared.name, screen: screen.id, pointsPerMillimetre: mapping.pointsPerMillimetre)
            return (panel, listed, one.recording.events)
        }
        play(panels, pipeline, printer, progress)
    }

    /// A panel's number in the pipeline, its entry in snapshots, and the events of its recording.
    private typealias PlayedPanel = (panel: PanelID, entry: PanelEntry, events: [InputEvent])

    private func play(_ panels: [PlayedPanel], _ pipeline: TouchPipeline, _ printer: FramePrinter, _ progress: Progress) {
        let encoder = FrameEncoder(pipeline.tree.directory)
        var frames = FrameBuffer()
        var merged = MergedRecordings(panels.map(\.events))
        let start = panels.compactMap { $0.events.first?.time }.min() ?? 0
        let pace = speed == .realtime ? Pace(start: start) : nil
        printer.begin(panels.map(\.entry), pipeline, encoder, at: start)
        let numbers = panels.map(\.panel)
        while let step = merged.step() {
            let panel = numbers[step.recording]
            progress.advance()
            if let event = step.event {
                pace.map { pace in
                    if pace.isAhead(of: event.time) { printer.flush() }
                    pace.wait(until: event.time)
                }
                // Deadlines of other panels are handled too, because all panels share one clock here.
                pipeline.advance(to: event.time, into: &frames)
                _ = pipeline.handle(event, panel: panel, into: &frames)
            } else {
                pipeline.cancelTouches(ofPanel: panel, reason: .deviceRemoved, time: max(step.time, 0), into: &frames)
            }
            if !frames.isEmpty { printer.add(&frames, pipeline, encoder) }
            printer.addNotices(pipeline)
            if step.event == nil {
                pipeline.removePanel(panel)
                printer.remove(panels[step.recording].entry.id, at: max(step.time, 0))
            }
        }
        printer.ids = pipeline.ids
    }
}

/// Delays a replay so that its events come at the pace at which they were recorded.
private struct Pace {
    private let start: Int64
    private let began = MonotonicClock.now

    init(start: Int64) { self.start = start }

    private func left(_ time: Int64) -> Int64 { time - start - (MonotonicClock.now - began) }

    func isAhead(of time: Int64) -> Bool { left(time) > 0 }

    func wait(until time: Int64) {
        let left = left(time)
        if left > 0 { usleep(UInt32(clamping: left)) }
    }
}
