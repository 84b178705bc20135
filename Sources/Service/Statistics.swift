import Server
import TouchCore
import Wire

/// The counts of touches since the start, or since an earlier run (`server: statistics: keep`). The dispatcher has the counts of regions, and the
/// pipeline those of panels. This class has the counts that outlive a panel and a run.
final class Statistics {
    private let panels: PanelTable
    private let dispatcher: TouchDispatcher
    private let loop: EventLoop
    private var keeper: StateKeeper<StatisticsEntry>!
    private var hourly: HourlyStatistics!
    /// The counts of earlier openings of panels since the start, by panel ID.
    private var closed: [String: PanelRunCounts] = [:]
    /// The numbers to add to panels' counts since the start to get their totals, by panel ID: the counts of earlier runs, or minus the counts at the
    /// last reset.
    private var offsets: [String: PanelTotals] = [:]
    /// The time in µs that earlier runs have counted, and the time when counting in this run began.
    private var earlier: Int64 = 0
    private var since: Int64

    init(_ folder: StateFolder?, _ panels: PanelTable, _ dispatcher: TouchDispatcher, loop: EventLoop, log: ServiceLog, wallClock: (() -> Int64)?) {
        self.panels = panels
        self.dispatcher = dispatcher
        self.loop = loop
        since = loop.now()
        keeper = StateKeeper(.statistics, in: folder, loop: loop, log: log) { [unowned self] in entry.forKeeping }
        hourly = HourlyStatistics(folder, loop: loop, log: log, wallClock: wallClock) { [unowned self] in sinceStart.use }
        dispatcher.countsChanged = { [unowned self] in
            keeper.changed()
            hourly.changed()
        }
    }

    /// Applies a new configuration.
    func use(keeps: Bool) {
        keeper.use(keeps: keeps)
        hourly.use(keeps: keeps)
    }

    /// Continues from the counts of an earlier run.
    func restore(_ saved: StatisticsEntry?, _ hours: [HourEntry]?) {
        defer { hourly.restore(hours) }
        guard let saved else { return }
        earlier += saved.duration
        for panel in saved.panels { offsets[panel.id] = offsets[panel.id, default: PanelTotals()] + panel.totals }
        dispatcher.restoreCounts(saved.regions.map { ($0.id, $0.counts) }, total: saved.total, missed: saved.missed, forgotten: saved.forgotten)
    }

    /// Adds a panel's counts to those of closed panels, before the panel is removed.
    func willRemove(_ panel: OpenPanel) {
        if panel.isInjected { return }
        closed[panel.id] = closed[panel.id, default: PanelRunCounts()] + now(panel)
        keeper.changed()
    }

    func answer(resets: Bool) -> StatisticsEntry {
        var answer = entry
        answer.hours = hourly.hours
        answer.sinceStart = sinceStart
        if resets { reset() }
        return answer
    }

    func finish() {
        keeper.finish()
        hourly.finish()
    }

    private func reset() {
        dispatcher.resetCounts()
        offsets = run.mapValues { PanelTotals() - PanelTotals($0) }
        (earlier, since) = (0, loop.now())
        hourly.reset()
        keeper.changed()
    }

    private var entry: StatisticsEntry {
        let open = open
        let run = run
        let all = Set(offsets.keys).union(run.keys).sorted().map { id in
            (id, offsets[id, default: PanelTotals()] + PanelTotals(run[id, default: PanelRunCounts()]))
        }
        let counts = dispatcher.touchCounts
        return StatisticsEntry(
            duration: earlier + loop.now() - since, missed: counts.missed, forgotten: counts.forgotten, total: counts.total,
            regions: dispatcher.pipeline.counts(in: counts).map { StatisticsEntry.Region(id: $0.id, counts: $0.counts) },
            panels: all.map { id, totals in
                let rate = open.first { $0.id == id }.map { dispatcher.pipeline.counts(ofPanel: $0.panelID).health.reportRate }
                return StatisticsEntry.Panel(id: id, totals: totals, reportRate: rate)
            })
    }

    private var sinceStart: RunEntry {
        let counts = dispatcher.touchCounts
        return RunEntry(
            missed: counts.sinceStart.missed, total: counts.sinceStart.total, others: counts.sinceStart.others,
            regions: dispatcher.pipeline.countsSinceStart(in: counts).map { StatisticsEntry.Region(id: $0.id, counts: $0.counts) },
            panels: run.sorted { $0.key < $1.key }.map { RunEntry.Panel(id: $0.key, counts: $0.value) })
    }

    private var open: [OpenPanel] { panels.all.filter { !$0.isInjected } }

    /// The counts of panels since the start.
    private var run: [String: PanelRunCounts] {
        var all = closed
        for panel in open { all[panel.id] = closed[panel.id, default: PanelRunCounts()] + now(panel) }
        return all
    }

    /// Returns a panel's counts since it was opened.
    private func now(_ panel: OpenPanel) -> PanelRunCounts { PanelRunCounts(dispatcher.pipeline.counts(ofPanel: panel.panelID)) }
}

extension RunEntry {
    /// The sum of the run's counts.
    fileprivate var use: UseTotals {
        UseTotals(total, missed: missed, panels: Dictionary(panels.map { ($0.id, PanelTotals($0.counts)) }, uniquingKeysWith: { one, _ in one }))
    }
}

extension StatisticsEntry {
    /// The entry without momentary values, such as report rates.
    fileprivate var forKeeping: StatisticsEntry {
        var kept = self
        for index in kept.panels.indices { kept.panels[index].reportRate = nil }
        return kept
    }
}
