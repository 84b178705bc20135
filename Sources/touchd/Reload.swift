import CLinux
import Configuration
import Panels
import Server
import Synchronization
import TouchCore
import Wire

/// Reloads that are under way or wanted: one file is read at a time.
struct Reloads {
    typealias Answer = (ReloadResult) -> Void

    var job: LoadedConfiguration.Job?
    /// Whom to tell what comes of the job.
    var asked: [Answer] = []
    /// Who has asked since the job began: the file may be another one by now, so it is read again for them, once for all.
    var next: [Answer] = []
    /// Frees what the last reload has left.
    var cleaning: BackgroundJob<Void>?
    /// Jobs that hang in the kernel. There is nothing that would end them.
    var abandoned: [LoadedConfiguration.Job] = []
    var timer: EventLoop.Timer!

    static let abandonedMost = 2
}

/// The configuration: as a whole or not at all. It is read by a thread of its own; what is done with it is done here, on the loop.
extension Daemon {
    /// Answers once the new configuration, or the old one, is in force.
    func reload(_ done: @escaping Reloads.Answer) {
        if reloads.job != nil {
            reloads.next.append(done)
        } else {
            reloads.asked.append(done)
            startReload()
        }
    }

    private func startReload() {
        service.notify("RELOADING=1\nMONOTONIC_USEC=\(monotonicNow())")
        reloads.abandoned.removeAll { $0.value != nil }
        guard reloads.abandoned.count < Reloads.abandonedMost else {
            return finish(.failure(LoadedConfiguration.hangs(options.configuration)))
        }
        let job = LoadedConfiguration.job(options.configuration)
        if let failure = job.startFailure { return finish(.failure(failure)) }
        reloads.job = job
        loop.add(job.fd) { [unowned self] _ in job.value.map(finish) }
        reloads.timer.set(after: 100_000, every: 100_000)
    }

    /// Called every so often while a file is read.
    func checkReload() {
        guard let job = reloads.job else { return reloads.timer.clear() }
        if let value = job.value { return finish(value) }
        guard job.hangs else { return }
        reloads.abandoned.append(job)
        finish(.failure(LoadedConfiguration.hangs(options.configuration)))
    }

    private func finish(_ outcome: Result<LoadedConfiguration, StartFailure>) {
        if let job = reloads.job { loop.remove(job.fd) }
        reloads.timer.clear()
        let result: ReloadResult
        switch outcome {
        case .failure(let error): result = refuse(error)
        case .success(let loaded): result = use(loaded)
        }
        reloads.job = nil
        let asked = reloads.asked
        (reloads.asked, reloads.next) = (reloads.next, [])
        service.notify("READY=1\n\(status)")
        for answer in asked { answer(result) }
        if !reloads.asked.isEmpty { startReload() }
    }

    private func refuse(_ error: StartFailure) -> ReloadResult {
        configurationEntry.refusal = (loop.now(), error.message)
        Log.error(error.message)
        Log.error("the configuration is refused; the old one stays")
        publisher.refusedReload(error.message)
        return ReloadResult(isDone: false, diagnostics: error.message.split(separator: "\n").map(String.init))
    }

    /// Freeing a large tree takes ms, and giving its memory back to the system more: both are done beside the loop.
    private func release(_ old: RegionTree) {
        let garbage = Garbage(old)
        reloads.cleaning = BackgroundJob { waits in
            waits(false)
            garbage.clear()
            clinux_trim()
        }
    }

    private func use(_ loaded: LoadedConfiguration) -> ReloadResult {
        for warning in loaded.warnings { Log.warning(warning) }
        let new = loaded.settings
        let newMatcher = PanelMatcher(new, file: options.configuration)
        // Panels whose device or screen is another now are closed and taken up again. The others go on, and are mapped and
        // treated the new way once nothing is down on them.
        let entries = newMatcher.entries + new.screens.indices.map { Self.injectedEntry(onScreen: $0, of: new) }
        for panel in panels {
            let same = entries.first {
                $0.settings.id == panel.entry.settings.id && $0.settings.match == panel.entry.settings.match
                    && $0.settings.grab == panel.entry.settings.grab && $0.settings.quirks == panel.entry.settings.quirks
                    && $0.screen == panel.entry.screen
            }
            if let same { panel.entry = same } else { remove(panel, reason: .reload) }
        }
        let old = pipeline.tree
        publish(pipeline.replaceTree(loaded.tree, time: timesOfPanels))
        settings = new
        configurationEntry.loadedAt = loop.now()
        access = loaded.access
        matcher = newMatcher
        for panel in panels {
            pipeline.reconfigure(
                panel.panel, mapping: mapping(of: panel),
                rules: panel.entry.settings.rules)
        }
        publisher.replaceTree(isReload: true, encoder: loaded.encoder, texts: loaded.texts)
        Log.info("configuration reloaded: \(loaded.tree.regionCount) regions, generation \(publisher.generation)")
        forgetRecoveries()
        setSilenceTimer()
        watchOutputs()
        reconsider()
        reconsiderRecordings()
        release(old)
        return ReloadResult(isDone: true, diagnostics: loaded.warnings)
    }
}

/// A tree that nobody needs any more.
private final class Garbage: Sendable {
    private let tree: Mutex<RegionTree?>

    init(_ tree: RegionTree) { self.tree = Mutex(tree) }

    func clear() { tree.withLock { $0 = nil } }
}
