import Configuration
import Panels
import Server
import TouchCore

/// Reopens panels in trouble and runs their recovery commands, as the recovery schedule of each panel decides, and logs these steps.
final class Recovery {
    /// A panel that has been in trouble: its schedule, and its last node.
    private struct TroubledPanel {
        var schedule = RecoverySchedule()
        var node: String
    }

    private let panels: PanelTable
    private let registry: PanelRegistry
    private let dispatcher: TouchDispatcher
    private let commands: any CommandRunner
    private let loop: EventLoop
    private let log: ServiceLog
    /// The panels in trouble, by panel ID.
    private var troubled: [String: TroubledPanel] = [:]
    private var runsCommands = true
    /// The number of reopenings of panels that are no longer in `troubled`, by panel ID.
    private var reopenedBefore: [String: Int] = [:]
    private var timer: EventLoop.Timer!
    private var silenceTimer: EventLoop.Timer!

    init(
        _ panels: PanelTable, _ registry: PanelRegistry, _ dispatcher: TouchDispatcher, commands: any CommandRunner, loop: EventLoop,
        log: ServiceLog
    ) {
        self.panels = panels
        self.registry = registry
        self.dispatcher = dispatcher
        self.commands = commands
        self.loop = loop
        self.log = log
        timer = loop.timer { [unowned self] in retry() }
        silenceTimer = loop.timer { [unowned self] in checkSilence() }
    }

    /// Returns how often a panel was opened again since the start.
    func reopened(_ id: String) -> Int { reopenedBefore[id, default: 0] + (troubled[id]?.schedule.reopened ?? 0) }

    /// Uses a new configuration. Every panel gets all its attempts again; panels that the configuration no longer has are forgotten.
    ///
    /// - Parameter runsCommands: false during a trial, because only the author of the file decides which commands touchd runs.
    func use(_ entries: [PanelMatcher.Entry], runsCommands: Bool = true) {
        self.runsCommands = runsCommands
        let ids = Set(entries.map(\.settings.id))
        for (id, patient) in troubled where !ids.contains(id) {
            reopenedBefore[id, default: 0] += patient.schedule.reopened
            troubled[id] = nil
        }
        for id in troubled.keys { troubled[id]!.schedule.reloaded() }
        for panel in panels.all { follow(panel) }
        setTimer()
        let shortest = entries.compactMap(\.settings.recovery.silentAfter).min()
        if let shortest { silenceTimer.set(after: shortest / 2, every: max(shortest / 2, 100_000)) } else { silenceTimer.clear() }
    }

    private func hasCommand(_ settings: PanelSettings) -> Bool { runsCommands && !settings.recovery.command.isEmpty }

    // MARK: Panels

    /// Handles a panel that could not be opened or read and is closed now.
    func failed(_ settings: PanelSettings, at node: String, _ why: String) {
        troubled[settings.id, default: TroubledPanel(node: node)].node = node
        defer { setTimer() }
        guard let decision = troubled[settings.id]!.schedule.failed(at: loop.now(), hasCommand: hasCommand(settings)) else { return }
        if decision.runsCommand { commands.run(settings) }
        switch decision.step {
        case .open(let wait, let attempt):
            log(
                .panelRetried, "panel \(settings.id) at \(node): \(why); reopening it in \(wait / 1_000_000) s (attempt \(attempt))",
                .panel(settings.id), .device(node), .reason(why))
        case .giveUp:
            log(
                .panelGivenUp, "gave up panel \(settings.id) at \(node): \(why); plug it in again or reload the configuration",
                .panel(settings.id), .device(node), .reason(why))
        }
    }

    /// Records in the schedule that a panel works again if the panel has sent a report since it was opened. Call it before the panel is closed, and
    /// before the schedule decides about the panel.
    func endTroubleIfReporting(of panel: OpenPanel) {
        if dispatcher.health(of: panel).reports > 0 { troubled[panel.id]?.schedule.worked() }
    }

    func opened(_ settings: PanelSettings) { troubled[settings.id]?.schedule.opened() }

    func unplugged(_ node: String) {
        for (id, patient) in troubled where patient.node == node { troubled[id]!.schedule.unplugged(at: loop.now()) }
    }

    // MARK: Noise

    /// Watches a panel for as much noise as its settings allow.
    func follow(_ panel: OpenPanel) {
        guard panel.device != nil, let limit = panel.entry.settings.recovery.ghosts else { return panel.noise = nil }
        if panel.noise?.limit != limit { panel.noise = NoiseWatch(limit, total: noise(of: panel)) }
    }

    /// The number of contacts that lifted without having become touches, because a filter took them for noise.
    private func noise(of panel: OpenPanel) -> Int { dispatcher.pipeline.filterCounters(ofPanel: panel.panelID)[.eaten] }

    /// Takes the next step if the panel has too much noise: cancels its touches, and opens it again at once, but only a few times.
    func checkNoise(of panel: OpenPanel) {
        let now = loop.now()
        guard let limit = panel.noise?.limit, panel.noise!.update(total: noise(of: panel), at: now) else { return }
        let settings = panel.entry.settings
        troubled[settings.id, default: TroubledPanel(node: panel.identity.source)].node = panel.identity.source
        let quiet = troubled[settings.id]!.schedule.quiet(since: panel.openedAt, at: now)
        let decision = troubled[settings.id]!.schedule.stormed(at: now, isNew: quiet > 2 * limit.within, hasCommand: hasCommand(settings))
        let noise = "\(limit.count) contacts within \(Double(limit.within) / 1e6) s were noise"
        switch decision?.step {
        case .open(_, let attempt):
            log(
                .panelNoisy, "panel \(settings.id): \(noise); reopening it (attempt \(attempt))", .panel(settings.id),
                .device(panel.identity.source))
            if decision!.runsCommand { commands.run(settings) }
            registry.remove(panel, .deviceDisabled)
            registry.reconsider()
        case .giveUp:
            log(
                .panelStillNoisy, "panel \(settings.id): \(noise), also after it was reopened; touchd keeps it open and cancels its touches",
                .panel(settings.id), .device(panel.identity.source))
            dispatcher.cancelTouches(of: panel, .deviceDisabled)
        case nil: dispatcher.cancelTouches(of: panel, .deviceDisabled)
        }
    }

    // MARK: Tries

    /// Tries to open panels again. Each failure sets the time of the panel's next attempt.
    private func retry() {
        let now = loop.now()
        registry.reconsider()
        for id in troubled.keys { troubled[id]!.schedule.passed(now) }
        setTimer()
    }

    private func setTimer() {
        let next = troubled.values.compactMap(\.schedule.due).min()
        if let next { timer.set(after: next - loop.now()) } else { timer.clear() }
    }

    /// Reopens panels that have been silent for their `silentAfter`. Called at regular intervals.
    private func checkSilence() {
        let now = loop.now()
        for panel in panels.all where panel.device != nil {
            guard let longest = panel.entry.settings.recovery.silentAfter, dispatcher.touchCount(of: panel) == 0 else { continue }
            if now - max(panel.openedAt, dispatcher.health(of: panel).lastReport ?? 0) >= longest { wake(panel) }
        }
    }

    /// Reopens a silent panel at once, but only a few times.
    private func wake(_ panel: OpenPanel) {
        let settings = panel.entry.settings
        endTroubleIfReporting(of: panel)
        troubled[settings.id, default: TroubledPanel(node: panel.identity.source)].node = panel.identity.source
        guard let decision = troubled[settings.id]!.schedule.silent(at: loop.now(), hasCommand: hasCommand(settings)) else { return }
        switch decision.step {
        case .open(_, let attempt):
            log(
                .panelSilent, "panel \(settings.id) sent no report for silentAfter; reopening it (attempt \(attempt))",
                .panel(settings.id), .device(panel.identity.source))
            if decision.runsCommand { commands.run(settings) }
            registry.remove(panel, .deviceDisabled)
            registry.reconsider()
        case .giveUp:
            log(
                .panelStillSilent, "panel \(settings.id) still sends no report; touchd keeps it open and waits for a report",
                .panel(settings.id), .device(panel.identity.source))
        }
    }
}
