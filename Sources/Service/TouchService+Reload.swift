import Configuration
import Server
import TouchCore
import Wire

/// A new configuration: as a whole or not at all.
extension TouchService {
    func finishReload(_ outcome: Result<LoadedConfiguration, StartFailure>) -> ReloadResult {
        switch outcome {
        case .failure(let error): refuse(error)
        case .success(let loaded): use(loaded)
        }
    }

    private func refuse(_ error: StartFailure) -> ReloadResult {
        configurationEntry.refusal = (loop.now(), error.message)
        log.error(error.message)
        log.error("the configuration is refused; the old one stays")
        publisher.refusedReload(error.message)
        return ReloadResult(isDone: false, diagnostics: error.message.split(separator: "\n").map(String.init))
    }

    /// First ends what does not go on, then puts the new tree in place of the old one, then takes up what is new.
    private func use(_ loaded: LoadedConfiguration) -> ReloadResult {
        for warning in loaded.warnings { log.warning(warning) }
        registry.closeThoseChanged(by: loaded.settings)
        // Clients may have edited the tree since the file was read: then what was made of it beside the loop is of another tree.
        let isSuccessor = loaded.tree.isSuccessor(of: tree)
        let old = DiscardedTree(tree)
        let change = dispatcher.replaceTree(loaded.tree)
        configurationEntry.loadedAt = loop.now()
        access = loaded.access
        registry.use(loaded.settings)
        publisher.replaceTree(
            change, isReload: true, encoder: isSuccessor ? loaded.encoder : nil, texts: isSuccessor ? loaded.texts : nil)
        log.info("configuration reloaded: \(loaded.tree.regionCount) regions, generation \(publisher.generation)")
        recovery.use(registry.matcher.entries)
        outputs.use(registry.matcher.entries)
        registry.reconsider()
        recorded.reconsider()
        platform.discard(old)
        return ReloadResult(isDone: true, diagnostics: loaded.warnings)
    }
}
