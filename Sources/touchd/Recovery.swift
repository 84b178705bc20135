import Configuration
import Panels
import Server
import TouchCore

/// A panel that has been in trouble: what its schedule says, and where it was last.
struct Recovery {
    var schedule = RecoverySchedule()
    var node: String
}

/// Does what the schedules of panels in trouble decide, and says so in the log.
extension Daemon {
    /// A panel could not be opened, or reading it failed; it is closed.
    func recover(_ settings: PanelSettings, at node: String, _ why: String) {
        recoveries[settings.id, default: Recovery(node: node)].node = node
        guard let decision = recoveries[settings.id]!.schedule.failed(at: loop.now(), hasCommand: !settings.recovery.command.isEmpty) else { return }
        if decision.runsCommand { commands.run(settings) }
        switch decision.step {
        case .open(let wait, let attempt):
            Log.warning("panel \(settings.id) at \(node): \(why); it is opened again in \(wait / 1_000_000) s, try \(attempt)")
        case .giveUp:
            Log.error("panel \(settings.id) at \(node) is given up: \(why); plug it in again or reload the configuration")
        }
        setRecoveryTimer()
    }

    /// Before a panel is closed or judged: if it has reported since it was opened, its trouble is over.
    func noteWork(of panel: OpenPanel) {
        if pipeline.health(ofPanel: panel.panel).reports > 0 { recoveries[panel.entry.settings.id]?.schedule.worked() }
    }

    func noteOpening(of settings: PanelSettings) {
        recoveries[settings.id]?.schedule.opened()
    }

    func noteUnplugging(_ node: String) {
        for (id, recovery) in recoveries where recovery.node == node { recoveries[id]!.schedule.unplugged(at: loop.now()) }
    }

    /// A new configuration: every panel gets all its tries again, and panels that it has no more are forgotten.
    func forgetRecoveries() {
        let ids = Set(matcher.entries.map(\.settings.id))
        recoveries = recoveries.filter { ids.contains($0.key) }
        for id in recoveries.keys { recoveries[id]!.schedule.reloaded() }
        setRecoveryTimer()
    }

    /// What cannot be opened now says when it is tried next.
    func recoveryIsDue() {
        let now = loop.now()
        reconsider()
        for id in recoveries.keys { recoveries[id]!.schedule.passed(now) }
        setRecoveryTimer()
    }

    private func setRecoveryTimer() {
        let next = recoveries.values.compactMap(\.schedule.due).min()
        if let next { recoveryTimer.set(after: next - loop.now()) } else { recoveryTimer.clear() }
    }

    // MARK: Silence

    /// Looks at the panels that are to be woken when they say nothing; called every so often.
    func checkSilence() {
        let now = monotonicNow()
        for panel in panels {
            guard case .live = panel.source, let most = panel.entry.settings.recovery.silentAfter,
                pipeline.touchCount(ofPanel: panel.panel) == 0
            else { continue }
            if now - max(panel.openedAt, pipeline.health(ofPanel: panel.panel).lastReport ?? 0) >= most { wake(panel) }
        }
    }

    /// Nothing was heard of it: open it again at once, a few times.
    private func wake(_ panel: OpenPanel) {
        let settings = panel.entry.settings
        noteWork(of: panel)
        recoveries[settings.id, default: Recovery(node: panel.identity.source)].node = panel.identity.source
        guard let decision = recoveries[settings.id]!.schedule.silent(at: loop.now(), hasCommand: !settings.recovery.command.isEmpty) else { return }
        switch decision.step {
        case .open(_, let attempt):
            Log.warning("panel \(settings.id) has said nothing for its silentAfter; it is opened again, time \(attempt)")
            if decision.runsCommand { commands.run(settings) }
            remove(panel, reason: .deviceDisabled)
            reconsider()
        case .giveUp:
            Log.warning("panel \(settings.id) still says nothing: it stays open, and is not opened again until it has reported")
        }
    }

    func setSilenceTimer() {
        let shortest = matcher.entries.compactMap(\.settings.recovery.silentAfter).min()
        if let shortest { silenceTimer.set(after: shortest / 2, every: max(shortest / 2, 100_000)) } else { silenceTimer.clear() }
    }
}
