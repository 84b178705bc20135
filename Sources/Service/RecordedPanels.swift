import Logging
import Panels
import Recordings
import Server
import TouchCore

/// The recordings that stand in for panels, as given on the command line.
final class RecordedPanels {
    private let registry: PanelRegistry
    private let dispatcher: TouchDispatcher
    private let log: ServiceLog
    private var player: RecordingPlayer!

    /// Adds the recordings as panels. Clients see them as panels that were there from the start.
    init(
        _ recordings: [Recording], loops: Bool, _ registry: PanelRegistry, _ dispatcher: TouchDispatcher, loop: EventLoop, log: ServiceLog
    ) throws(StartFailure) {
        self.registry = registry
        self.dispatcher = dispatcher
        self.log = log
        let identities = recordings.map { PanelIdentity(recording: $0.file, panel: $0.panel) }
        var all: [PlayedRecording] = []
        for (index, answer) in registry.matcher.assign(identities).enumerated() {
            let recording = recordings[index]
            switch answer {
            case .refused(let why):
                throw StartFailure(message: "\(recording.file): \(why)", status: StartFailure.configuration)
            case .matched(let entry):
                let settings = registry.matcher.entries[entry].settings
                if case .refused(let why) = PanelProfile(recording.panel, quirks: settings.quirks).kind {
                    throw StartFailure(message: "\(recording.file): \(why)", status: StartFailure.noInput)
                }
                let played = PlayedRecording(recording, identities[index])
                all.append(played)
                use(played, as: registry.matcher.entries[entry])
            }
        }
        player = RecordingPlayer(
            all, loops: loops, loop: loop,
            handle: { [unowned self] event, recording in handle(event, recording) },
            ended: { [unowned registry] recording in
                if let panel = recording.panel { registry.remove(panel, .deviceRemoved) }
            },
            beginAnew: { [unowned self] in reconsider() })
    }

    /// Starts to play the recordings, unless they are already playing.
    func start() { player.start() }

    /// Passes on the events that are due.
    func play() { player.play() }

    /// Matches the recordings that have no panel with the entries of the configuration again. Those that match become panels. Call it after a reload
    /// and before each new round.
    func reconsider() {
        let idle = player.recordings.filter { $0.panel == nil && !$0.hasEnded }
        for (played, answer) in zip(idle, registry.matcher.assign(idle.map(\.identity))) {
            switch answer {
            case .refused(let why):
                // Each round checks again, but a reason is logged only once.
                if why != played.refusal {
                    log(.recordingUnused, "\(played.recording.file) is not used: \(why)", .file(played.recording.file), .reason(why))
                }
                played.refusal = why
            case .matched(let entry):
                played.refusal = nil
                use(played, as: registry.matcher.entries[entry])
                registry.announce(played.panel!)
            }
        }
    }

    private func use(_ recording: PlayedRecording, as entry: PanelMatcher.Entry) {
        recording.panel = registry.add(
            .recording(recording), recording.identity, PanelProfile(recording.recording.panel, quirks: entry.settings.quirks),
            calibration: .identity, entry)
    }

    private func handle(_ event: InputEvent, _ recording: PlayedRecording) {
        guard let panel = recording.panel else { return }
        dispatcher.setClockOffset(of: panel)
        dispatcher.advance(to: event.time + recording.origin)
        _ = event.withEventBuffer { dispatcher.handle(&$0, panel) }
        dispatcher.setTimer()
    }
}
