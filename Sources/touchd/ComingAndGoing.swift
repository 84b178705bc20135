import Configuration
import Panels
import Recordings
import Server
import TouchCore

/// Panels that come and go: live ones as udev says, recordings as the command line says.
extension Daemon {
    /// Looks at all touchscreens that are there and no panel yet: together, because an entry that fits two takes neither,
    /// and again whenever one comes or goes or the configuration changes, because that may decide it.
    ///
    /// - Parameter gone: a node that is on its way out, whatever udev still lists.
    func reconsider(without gone: String? = nil) {
        let idle = watcher.present().filter { device in
            device.node != gone && !panels.contains { $0.identity.source == device.node }
        }
        var held: [Int: PanelIdentity] = [:]
        for panel in panels {
            if let index = matcher.entries.firstIndex(where: { $0.settings.id == panel.entry.settings.id }) { held[index] = panel.identity }
        }
        let before = refused
        refused = []
        for (device, answer) in zip(idle, matcher.assign(idle.map(\.identity), holding: held)) {
            switch answer {
            case .refused(let why): refuse(device, why, unlessIn: before)
            case .matched(let index): open(device, as: matcher.entries[index], before)
            }
        }
    }

    /// Says so once, and not again each time it is looked at.
    private func refuse(_ device: PanelWatcher.Device, _ why: String, unlessIn known: [(device: PanelWatcher.Device, reason: String)]) {
        refused.append((device, why))
        if known.contains(where: { $0.device.node == device.node && $0.reason == why }) { return }
        Log.warning("\(device.identity.summary) is not used: \(why)")
    }

    private func open(
        _ device: PanelWatcher.Device, as entry: PanelMatcher.Entry, _ known: [(device: PanelWatcher.Device, reason: String)]
    ) {
        let live: LivePanel
        do { live = try LivePanel(node: device.node, grab: entry.settings.grab, quirks: entry.settings.quirks) } catch {
            if error.mayPass {
                refused.append((device, error.message))
                recover(entry.settings, at: device.node, error.message)
            } else {
                refuse(device, error.message, unlessIn: known)
            }
            return
        }
        if let fault = device.calibrationFault { Log.error("\(device.identity.summary): \(fault)") }
        noteOpening(of: entry.settings)
        let panel = add(
            .live(live, device), device.identity, live.profile, calibration: device.calibration, entry)
        let isResumed = entry.settings.rules.opening == .resume && !opensAfterSleep
        if !isResumed { pipeline.open(panel.panel, slots: live.kernelSlots, currentSlot: live.currentSlot) }
        // Strongly: the loop lets go of it when the panel is removed, and weak references cost at every event.
        loop.add(live.fd) { [self] _ in read(live, panel) }
        announce(panel)
        if isResumed {
            pipeline.resynchronise(panel.panel, slots: live.kernelSlots, currentSlot: live.currentSlot, time: monotonicNow())
            publishFrame()
        }
    }

    private func loadRecordings() throws(StartFailure) -> [Recording] {
        let files = options.recordings
        if files.isEmpty { return [] }
        let job = BackgroundJob<Result<[Recording], StartFailure>> { waits in
            var recordings: [Recording] = []
            for file in files {
                do throws(RecordingError) { recordings.append(try Recording.load(file, waits: waits)) } catch {
                    return .failure(StartFailure(message: "\(error)", status: StartFailure.noInput))
                }
            }
            return .success(recordings)
        }
        return try job.result(
            signals, isStale: &isStale,
            ifItHangs: StartFailure(
                message: "cannot read the recordings \(files.joined(separator: ", ")): the system does not answer; is their file system there?",
                status: StartFailure.noInput))
    }

    func openRecordings() throws(StartFailure) {
        let recordings = try loadRecordings()
        let identities = recordings.map { PanelIdentity(recording: $0.file, panel: $0.panel) }
        var all: [PlayedRecording] = []
        for (index, answer) in matcher.assign(identities).enumerated() {
            let recording = recordings[index]
            switch answer {
            case .refused(let why):
                throw StartFailure(message: "\(recording.file): \(why)", status: StartFailure.configuration)
            case .matched(let entry):
                if case .refused(let why) = PanelProfile(recording.panel, quirks: matcher.entries[entry].settings.quirks).kind {
                    throw StartFailure(message: "\(recording.file): \(why)", status: StartFailure.noInput)
                }
                let played = PlayedRecording(recording, identities[index])
                all.append(played)
                use(played, as: matcher.entries[entry])
            }
        }
        player = RecordingPlayer(
            all, loop: loop,
            handle: { [unowned self] event, recording in
                guard let panel = recording.panel else { return }
                advance(to: event.time + player.origin)
                _ = handle(event, panel)
                setDeadlineTimer()
            },
            ended: { [unowned self] recording in
                if let panel = recording.panel { remove(panel, reason: .deviceRemoved) }
            })
    }

    func use(_ recording: PlayedRecording, as entry: PanelMatcher.Entry) {
        recording.panel = add(
            .recording(recording), recording.identity, PanelProfile(recording.recording.panel, quirks: entry.settings.quirks),
            calibration: .identity, entry)
    }

    /// After a reload: recordings that lost their panel go on as what they are now, if they are anything.
    func reconsiderRecordings() {
        let idle = player.recordings.filter { $0.panel == nil && !$0.hasEnded }
        for (played, answer) in zip(idle, matcher.assign(idle.map(\.identity))) {
            switch answer {
            case .refused(let why): Log.warning("\(played.recording.file) is not used: \(why)")
            case .matched(let entry):
                use(played, as: matcher.entries[entry])
                announce(played.panel!)
            }
        }
    }

    func add(
        _ source: OpenPanel.Source, _ identity: PanelIdentity, _ profile: PanelProfile, calibration: AffineTransform, _ entry: PanelMatcher.Entry
    ) -> OpenPanel {
        let number = pipeline.addPanel(
            entry.settings.id, screen: entry.screen, kind: profile.kind, mapping: mapping(profile, calibration, entry),
            rules: entry.settings.rules)
        let panel = OpenPanel(
            source: source, identity: identity, profile: profile, calibration: calibration, panel: number, entry: entry)
        panels.append(panel)
        for known in profile.quirks {
            let names = known.quirks.map(\.name).joined(separator: " and ")
            Log.info("panel \(entry.settings.id): \(names) is put right (\(known.reason)); \"quirks: false\" leaves it as it is")
        }
        follow(panel)
        return panel
    }

    func mapping(
        _ profile: PanelProfile, _ calibration: AffineTransform, _ entry: PanelMatcher.Entry
    ) -> PanelMapping {
        PanelMapping(
            profile, udevCalibration: calibration, settings: entry.settings, screen: settings.screens[entry.screen].spec.size)
    }

    /// As the configuration now has it: after a reload it is in force once nothing is down.
    func mapping(of panel: OpenPanel) -> PanelMapping {
        mapping(panel.profile, panel.calibration, panel.entry)
    }

    func announce(_ panel: OpenPanel) {
        Log.info("panel \(panel.entry.settings.id) is \(panel.identity.summary)")
        publisher.added(entry(of: panel))
        service.notify(status)
    }

    func removed(_ node: String) {
        if let panel = panels.first(where: { $0.identity.source == node }) {
            noteWork(of: panel)
            remove(panel, reason: .deviceRemoved)
        }
        noteUnplugging(node)
        reconsider(without: node)
    }

    /// In this order: what is down is cancelled, the panel is gone.
    func remove(_ panel: OpenPanel, reason: CancelReason) {
        guard let index = panels.firstIndex(where: { $0 === panel }) else { return }
        switch panel.source {
        case .live(let live, _): loop.remove(live.fd)
        case .recording(let recording): recording.panel = nil
        case .injected: break
        }
        if escapingPanel === panel { cancelEscape() }
        let time = time(of: panel)
        pipeline.cancelTouches(ofPanel: panel.panel, reason: reason, time: time)
        publishFrame()
        pipeline.removePanel(panel.panel)
        publisher.ended(recordings: recorders.remove(panel: panel.panel))
        if case .injected(let screen) = panel.source { publisher.forgetInjected(screen: screen) }
        panels.remove(at: index)
        Log.info("panel \(panel.entry.settings.id), \(panel.identity.summary), is gone")
        publisher.removed(panel.entry.settings.id, number: panel.panel, time: time)
        service.notify(status)
    }

    /// A recording's time is its own; a live panel's is the clock its events come with.
    func time(of panel: OpenPanel) -> Int64 {
        if case .recording(let recording) = panel.source { return recording.time }
        return monotonicNow()
    }
}
