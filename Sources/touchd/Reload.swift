import Configuration
import Panels
import Server
import TouchCore
import Wire

/// The configuration: as a whole or not at all.
extension Daemon {
    /// Warnings are in the log, and in `warnings`.
    static func load(_ path: String, warnings: inout [String]) throws(StartFailure) -> Settings {
        let result: ConfigurationResult
        do { result = try loadConfiguration(file: path) } catch {
            throw StartFailure(message: "\(error)", status: StartFailure.configuration)
        }
        guard let settings = result.settings else {
            throw StartFailure(
                message: result.diagnostics.map(\.description).joined(separator: "\n"), status: StartFailure.configuration)
        }
        warnings = result.diagnostics.map(\.description)
        for warning in warnings { Log.warning(warning) }
        return settings
    }

    /// The new configuration as a whole, or the old one as a whole.
    func reload() -> ReloadResult {
        service.notify("RELOADING=1")
        defer { service.notify("READY=1\n\(status)") }
        let new: Settings
        let newAccess: AccessRules
        var warnings: [String] = []
        do {
            new = try Self.load(options.configuration, warnings: &warnings)
            newAccess = try Accounts.access(new, file: options.configuration)
        } catch {
            configurationEntry.refusal = (loop.now(), error.message)
            Log.error(error.message)
            Log.error("the configuration is refused; the old one stays")
            publisher.refusedReload(error.message)
            return ReloadResult(isDone: false, diagnostics: error.message.split(separator: "\n").map(String.init))
        }
        let tree = new.tree
        let newMatcher = PanelMatcher(new, file: options.configuration)
        // Panels whose device or screen is another now are closed and taken up again. The others go on, and are mapped and
        // treated the new way once nothing is down on them.
        let entries = newMatcher.entries + new.screens.indices.map { Self.injectedEntry(onScreen: $0, of: new) }
        for panel in panels {
            let same = entries.first {
                $0.settings.id == panel.entry.settings.id && $0.settings.match == panel.entry.settings.match
                    && $0.settings.grab == panel.entry.settings.grab && $0.screen == panel.entry.screen
            }
            if let same { panel.entry = same } else { remove(panel, reason: .reload) }
        }
        publish(pipeline.replaceTree(tree, time: timesOfPanels))
        settings = new
        configurationEntry.loadedAt = loop.now()
        access = newAccess
        matcher = newMatcher
        for panel in panels {
            pipeline.reconfigure(
                panel.panel, mapping: mapping(of: panel),
                rules: panel.entry.settings.rules)
        }
        publisher.replaceTree(isReload: true)
        Log.info("configuration reloaded: \(tree.regionCount) regions, generation \(publisher.generation)")
        forgetRecoveries()
        setSilenceTimer()
        watchOutputs()
        reconsider()
        reconsiderRecordings()
        return ReloadResult(isDone: true, diagnostics: warnings)
    }
}
