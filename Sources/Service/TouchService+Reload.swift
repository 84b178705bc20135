import Configuration
import Logging
import Server
import TouchCore
import Wire
import Text

/// Reloads: a new configuration is used as a whole or not at all.
extension TouchService {
    func finishReload(_ outcome: Result<LoadedConfiguration, StartFailure>, _ options: ReloadOptions = ReloadOptions()) -> ReloadResult {
        switch outcome {
        case .failure(let error): refuse(error, options)
        case .success(let loaded): use(loaded, options)
        }
    }

    private func refuse(_ error: StartFailure, _ options: ReloadOptions) -> ReloadResult {
        var result = ReloadResult(isDone: false, diagnostics: error.message.split(at: "\n").map(String.init))
        if options.isDryRun { return result }
        if case .trial = options.source {
            result.isNotAllowed = error.status == StartFailure.permission
            log(
                .trialRefused, "configuration trial refused: \(result.diagnostics.first ?? "")", .reason(error.message))
            return result
        }
        configurationEntry.refusal = (loop.now(), error.message)
        configurationEntry.refusals += 1
        let file = configurationEntry.file
        log(.configurationFault, error.message, .file(file))
        log(.configurationRefused, "the configuration is refused; the old one stays", .file(file), .reason(error.message))
        publisher.refusedReload(error.message)
        return result
    }

    /// Puts a configuration in force: ends the claims and closes the panels that cannot continue with it, then replaces the tree, then applies the
    /// other settings.
    private func use(_ read: LoadedConfiguration, _ options: ReloadOptions) -> ReloadResult {
        var loaded = options.isDryRun ? read : read.caughtUp(with: treeInForce(resets: options.resets))
        let duration = if case .trial(_, let duration) = options.source { duration } else { nil as Int64? }
        if !options.isDryRun, publisher.endClaims(before: loaded.tree, by: duration == nil ? .file : .trial(inPlaceOf: configured)) {
            loaded = loaded.caughtUp(with: treeInForce(resets: options.resets))
        }
        let gaveWay = loaded.gaveWay.flatMap { what in
            let clients = authors.clients(of: what)
            return clients.isEmpty ? [GaveWayEntry(what, client: nil)] : clients.map { GaveWayEntry(what, client: $0) }
        }
        // The answer must not reveal how fingers have changed parts of sensitive regions.
        let told = gaveWay.filter { !isSensitivePart($0.what.region, tree) && !isSensitivePart($0.what.region, loaded.tree) }
        if options.isDryRun { return ReloadResult(isDone: true, diagnostics: loaded.warnings, gaveWay: told) }
        for warning in loaded.warnings { log(.configurationWarning, warning, .file(configurationEntry.file)) }
        trial.willUseConfiguration()
        registry.closeChangedPanels(by: loaded.settings)
        let old = DiscardedTree(tree, configured, loaded.base.extract())
        let screens = screenStates
        let lines = lines(gaveWay, before: tree, after: loaded.tree)
        let change = dispatcher.replaceTree(loaded.tree, loaded.change)
        if options.source == .file {
            (configurationEntry.loadedAt, configurationEntry.isLastGood) = (loop.now(), false)
            configurationEntry.reloads += 1
        }
        trial.didUse(options.source, loaded.text)
        access = loaded.access
        configured = loaded.configured
        if options.resets { authors = EditAuthors() } else { authors.reloaded(loaded.gaveWay, configured, tree) }
        registry.use(loaded.settings)
        publisher.reloaded(change, encoder: loaded.encoder, texts: loaded.texts, gaveWay: gaveWay, trial: trial.entry)
        dispatcher.handleNotices()
        let what = "\(loaded.tree.regionCount) regions, generation \(publisher.generation)"
        if let duration {
            log(.configurationTried, "configuration on trial for \(Trial.seconds(duration)) s: \(what)")
        } else {
            log(.configurationReloaded, "configuration reloaded: \(what)", .file(configurationEntry.file))
        }
        for line in lines { log.write(line) }
        // A trial does not decide what is kept across runs.
        if !trial.isConfiguration {
            values.use(keeps: loaded.settings.server.keepsState)
            statistics.use(keeps: loaded.settings.server.keepsStatistics)
            virtualPanels.keeper.use(keeps: KnownPanel.isNeeded(by: loaded.settings))
        }
        recovery.use(registry.matcher.entries, runsCommands: !trial.isConfiguration)
        outputs.use(registry.matcher.entries, registry.screens)
        useScreens(before: screens)
        virtualPanels.reloaded()
        keyboards.reloaded()
        discardKeptDevices()
        registry.reconsider()
        siblings.update()
        keypads.use(loaded.settings)
        recorded.reconsider()
        platform.discard(old)
        return ReloadResult(isDone: true, diagnostics: loaded.warnings, gaveWay: told)
    }

    private func isSensitivePart(_ id: String, _ tree: RegionTree) -> Bool {
        tree.region(ofID: id).map { tree[$0].sensitiveRoot.map { tree[$0].id != id } ?? false } ?? false
    }

    /// Returns the tree in force, which the next configuration will replace.
    func treeInForce(resets: Bool) -> TreeInForce {
        TreeInForce(tree: tree, configured: configured, authors: authors, resets: resets, fileText: trial.fileText)
    }

    /// Returns the log's lines about changes that the configuration overruled. A sensitive region gets one line, however many of its parts are
    /// affected.
    private func lines(_ gaveWay: [GaveWayEntry], before: RegionTree, after: RegionTree) -> [LogMessage] {
        let most = 20
        func root(_ id: String, _ tree: RegionTree) -> String? { tree.region(ofID: id).flatMap { tree[$0].sensitiveRoot }.map { tree[$0].id } }
        var regions: Set<String> = []
        let all: [(region: String, what: String)] = gaveWay.compactMap { entry in
            if let sensitive = root(entry.what.region, before) ?? root(entry.what.region, after) {
                return regions.insert(sensitive).inserted ? (sensitive, "changes by clients or fingers in \(sensitive)") : nil
            }
            let author = entry.client.map { ", changed by client number \($0)" } ?? ""
            return (entry.what.region, "\(entry.what.key ?? "all") of \(entry.what.region)\(author)")
        }
        var lines = all.prefix(most).map { LogMessage(.gaveWay, "gave way to the configuration: \($0.what)", [.region($0.region)]) }
        if all.count > most { lines.append(LogMessage(.gaveWay, "gave way to the configuration: \(all.count - most) more")) }
        return lines
    }

    /// Records and logs that the file was wrong at the start, so that its last good state is in force.
    func fallBack(_ why: String) {
        configurationEntry.refusal = (loop.now(), why)
        configurationEntry.isLastGood = true
        let file = configurationEntry.file
        log(.configurationFault, why, .file(file))
        log(
            .lastGoodInForce, "the configuration is wrong; the last valid one is in force: correct \(file) and reload it",
            .file(file), .reason(why))
    }

    public var warning: (code: String, message: String)? {
        guard configurationEntry.isLastGood, let refusal = configurationEntry.refusal else { return nil }
        let first = refusal.message.split(at: "\n").first.map(String.init) ?? ""
        return ("lastGoodConfiguration", "the configuration is wrong; the last valid one is in force: \(first)")
    }
}
