import CLinux
import Configuration
import Glibc
import Panels
import Server
import TouchCore

/// A panel that cannot be read, or says nothing any more: how often it has been tried, and what comes next.
final class Recovery {
    var entry: String
    var attempts = 0
    var hasRunCommand = false
    /// How often the panel was opened again, for `touchctl devices`.
    var reopened = 0
    var timer: EventLoop.Timer?

    init(entry: String) { self.entry = entry }

    /// µs to wait before each try; in the place of nil the command is run.
    static let schedule: [Int64?] = [1, 2, 4, 8, 16].map { $0 * 1_000_000 } + [nil] + Array(repeating: 10_000_000, count: 3)
}

/// Bounded, and visible in the log: endless silent retries hide a broken cable (dispatch E2, E4).
extension Daemon {
    /// Reading failed. The panel is closed already.
    func recover(_ panel: OpenPanel, hadReports: Bool, _ why: String) {
        let recovery = recovery(of: panel)
        // It worked for a while: this is another trouble than the last.
        if hadReports { forget(recovery) }
        next(recovery, panel.identity.source, panel.entry.settings, why)
    }

    /// Nothing was heard of it: open it again at once, and count how often that did not help.
    private func wake(_ panel: OpenPanel) {
        let recovery = recovery(of: panel)
        if pipeline.health(ofPanel: panel.panel).reports > 0 { forget(recovery) }
        recovery.attempts += 1
        recovery.reopened += 1
        Log.warning("panel \(panel.entry.settings.id) has said nothing for its silentAfter; it is opened again, time \(recovery.attempts)")
        if recovery.attempts == 3 { run(panel.entry.settings, recovery) }
        remove(panel, reason: .deviceDisabled)
        reconsider()
    }

    private func recovery(of panel: OpenPanel) -> Recovery {
        let node = panel.identity.source
        if let known = recoveries[node] {
            if known.entry != panel.entry.settings.id { forget(known) }
            known.entry = panel.entry.settings.id
            return known
        }
        let recovery = Recovery(entry: panel.entry.settings.id)
        recoveries[node] = recovery
        return recovery
    }

    /// A new configuration: every panel gets all its tries again.
    func forgetRecoveries() {
        for recovery in recoveries.values {
            forget(recovery)
            recovery.timer?.clear()
        }
    }

    private func forget(_ recovery: Recovery) {
        recovery.attempts = 0
        recovery.hasRunCommand = false
    }

    private func next(_ recovery: Recovery, _ node: String, _ settings: PanelSettings, _ why: String) {
        if recovery.attempts < Recovery.schedule.count, Recovery.schedule[recovery.attempts] == nil {
            recovery.attempts += 1
            run(settings, recovery)
        }
        guard recovery.attempts < Recovery.schedule.count, let wait = Recovery.schedule[recovery.attempts] else {
            Log.error("panel \(settings.id) at \(node) is given up: \(why); plug it in again or reload the configuration")
            return
        }
        recovery.attempts += 1
        Log.warning("panel \(settings.id) at \(node): \(why); it is opened again in \(wait / 1_000_000) s, try \(recovery.attempts)")
        let timer = recovery.timer ?? loop.timer { [unowned self, unowned recovery] in
            if panels.contains(where: { $0.identity.source == node }) { return }
            reconsider()
            if panels.contains(where: { $0.identity.source == node }) {
                recovery.reopened += 1
            } else if let reason = refused.first(where: { $0.device.node == node })?.reason {
                next(recovery, node, settings, reason)
            }  // else it is gone, and udev says when it is back
        }
        recovery.timer = timer
        timer.set(after: wait)
    }

    private func run(_ settings: PanelSettings, _ recovery: Recovery) {
        guard !settings.recovery.command.isEmpty, !recovery.hasRunCommand else { return }
        recovery.hasRunCommand = true
        let arguments = settings.recovery.command.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        let pid = (arguments.map { UnsafePointer<CChar>($0) } + [nil]).withUnsafeBufferPointer { clinux_spawn($0.baseAddress) }
        let command = settings.recovery.command.joined(separator: " ")
        if pid < 0 {
            Log.error("panel \(settings.id): cannot run \(command): \(String(cString: strerror(-pid)))")
        } else {
            Log.warning("panel \(settings.id): running \(command)")
        }
    }

    // MARK: Silence

    /// Looks at the panels that are to be woken when they say nothing; called every so often.
    func checkSilence() {
        let now = monotonicNow()
        for panel in panels {
            guard case .live = panel.source, let most = panel.entry.settings.recovery.silentAfter,
                pipeline.touchCount(ofPanel: panel.panel) == 0, recovery(of: panel).attempts < 5
            else { continue }
            if now - max(panel.openedAt, pipeline.health(ofPanel: panel.panel).lastReport ?? 0) >= most { wake(panel) }
        }
    }

    func setSilenceTimer() {
        let shortest = matcher.entries.compactMap(\.settings.recovery.silentAfter).min()
        if let shortest { silenceTimer.set(after: shortest / 2, every: max(shortest / 2, 100_000)) } else { silenceTimer.clear() }
    }
}
