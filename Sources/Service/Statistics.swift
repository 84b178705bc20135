import Server
import TouchCore
import Wire

/// How often what was touched, since the start, or since long before it (`server: statistics: keep`). Regions' counts are the
/// dispatcher's, panels' the pipeline's; here is what outlives a panel and a run.
final class Statistics {
    private let panels: PanelTable
    private let dispatcher: TouchDispatcher
    private let loop: EventLoop
    private var keeper: StateKeeper<StatisticsEntry>!
    private var hourly: HourlyStatistics!
    /// What earlier openings of panels have done since the start, by the panel's id.
    private var closed: [String: PanelRunCounts] = [:]
    /// What panels' totals have beside that: of earlier runs, or less what had come when counting began anew.
    private var offsets: [String: PanelTotals] = [:]
    /// µs counted by earlier runs, and when this one began.
    private var earlier: Int64 = 0
    private var since: Int64

    init(_ folder: StateFolder?, _ panels: PanelTable, _ dispatcher: TouchDispatcher, loop: EventLoop, log: ServiceLog, wallClock: (() -> Int64)?) {
        self.panels = panels
        self.dispatcher = dispatcher
        self.loop = loop
        since = loop.now()
        keeper = StateKeeper(.statistics, in: folder, loop: loop, log: log) { [unowned self] in entry.forKeeping }
        hourly = HourlyStatistics(folder, loop: loop, log: log, wallClock: wallClock) { [unowned self] in sinceStart.use }
        dispatcher.counted = { [unowned self] in
            keeper.changed()
            hourly.changed()
        }
    }

    /// Another configuration is in force.
    func use(keeps: Bool) {
        keeper.use(keeps: keeps)
        hourly.use(keeps: keeps)
    }

    /// Goes on from what an earlier run has counted.
    func restore(_ saved: StatisticsEntry?, _ hours: [HourEntry]?) {
        defer { hourly.restore(hours) }
        guard let saved else { return }
        earlier += saved.duration
        for panel in saved.panels { offsets[panel.id] = offsets[panel.id, default: PanelTotals()] + panel.totals }
        dispatcher.restoreCounts(saved.regions.map { ($0.id, $0.counts) }, total: saved.total, missed: saved.missed, forgotten: saved.forgotten)
    }

    /// Before it is forgotten what it has done.
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

    /// What panels have done since the start.
    private var run: [String: PanelRunCounts] {
        var all = closed
        for panel in open { all[panel.id] = closed[panel.id, default: PanelRunCounts()] + now(panel) }
        return all
    }

    /// Since this opening.
    private func now(_ panel: OpenPanel) -> PanelRunCounts { PanelRunCounts(dispatcher.pipeline.counts(ofPanel: panel.panelID)) }
}

extension RunEntry {
    /// What it comes to in all.
    fileprivate var use: UseTotals {
        UseTotals(total, missed: missed, panels: Dictionary(panels.map { ($0.id, PanelTotals($0.counts)) }, uniquingKeysWith: { one, _ in one }))
    }
}

extension StatisticsEntry {
    /// Without what is of the moment.
    fileprivate var forKeeping: StatisticsEntry {
        var kept = self
        for index in kept.panels.indices { kept.panels[index].reportRate = nil }
        return kept
    }
}
