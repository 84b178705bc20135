import Configuration
import Server
import TouchCore
import Wire

/// A new configuration: as a whole or not at all.
extension TouchService {
    func finishReload(_ outcome: Result<LoadedConfiguration, StartFailure>, _ options: ReloadOptions = ReloadOptions()) -> ReloadResult {
        switch outcome {
        case .failure(let error): refuse(error, options)
        case .success(let loaded): use(loaded, options)
        }
    }

    private func refuse(_ error: StartFailure, _ options: ReloadOptions) -> ReloadResult {
        let result = ReloadResult(isDone: false, diagnostics: error.message.split(separator: "\n").map(String.init))
        if options.isDryRun { return result }
        configurationEntry.refusal = (loop.now(), error.message)
        log.error(error.message)
        log.error("the configuration is refused; the old one stays")
        publisher.refusedReload(error.message)
        return result
    }

    /// First ends what does not go on, then puts the new tree in place of the old one, then takes up what is new.
    private func use(_ read: LoadedConfiguration, _ options: ReloadOptions) -> ReloadResult {
        let loaded = read.caughtUp(with: TreeInForce(tree: tree, configured: configured, resets: options.resets))
        let gaveWay = loaded.gaveWay.map { GaveWayEntry($0, client: authors[$0]) }
        if options.isDryRun { return ReloadResult(isDone: true, diagnostics: loaded.warnings, gaveWay: gaveWay) }
        for warning in loaded.warnings { log.warning(warning) }
        registry.closeThoseChanged(by: loaded.settings)
        let old = DiscardedTree(tree)
        let change = dispatcher.replaceTree(loaded.tree)
        configurationEntry.loadedAt = loop.now()
        configurationEntry.isLastGood = false
        access = loaded.access
        configured = loaded.configured
        authors.reloaded(loaded.gaveWay, configured, tree)
        registry.use(loaded.settings)
        publisher.reloaded(change, encoder: loaded.encoder, texts: loaded.texts, gaveWay: gaveWay)
        log.info("configuration reloaded: \(loaded.tree.regionCount) regions, generation \(publisher.generation)")
        tell(gaveWay)
        values.use(keeps: loaded.settings.server.keepsState)
        recovery.use(registry.matcher.entries)
        outputs.use(registry.matcher.entries)
        registry.reconsider()
        recorded.reconsider()
        platform.discard(old)
        return ReloadResult(isDone: true, diagnostics: loaded.warnings, gaveWay: gaveWay)
    }

    /// Lines of the log about what gave way; the log does not name what is in a sensitive region.
    private func tell(_ gaveWay: [GaveWayEntry]) {
        let most = 20
        for entry in gaveWay.prefix(most) {
            let region = tree.region(ofID: entry.what.region)
            let name = region.flatMap { tree[$0].sensitiveRoot }.map { "in \(tree[$0].id)" } ?? "of \(entry.what.region)"
            log.info(
                "gave way to the configuration: \(entry.what.key ?? "all") \(name)\(entry.client.map { ", which client number \($0) had changed" } ?? "")"
            )
        }
        if gaveWay.count > most { log.info("gave way to the configuration: \(gaveWay.count - most) more") }
    }

    /// The file is wrong at the start, and what is kept of it is in force.
    func fallBack(_ why: String) {
        configurationEntry.refusal = (loop.now(), why)
        configurationEntry.isLastGood = true
        log.error(why)
        log.error("the configuration is wrong: its last right state is in force; mend \(configurationEntry.file) and reload it")
    }

    public var warning: (code: String, message: String)? {
        guard configurationEntry.isLastGood, let refusal = configurationEntry.refusal else { return nil }
        let first = refusal.message.split(separator: "\n").first.map(String.init) ?? ""
        return ("lastGoodConfiguration", "the configuration is wrong, and its last right state is in force: \(first)")
    }
}
