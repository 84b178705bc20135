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
    /// What earlier openings of panels have done, by the panel's id.
    private var before: [String: PanelTotals] = [:]
    /// What open panels had done when counting began.
    private var bases: [PanelID: PanelTotals] = [:]
    /// µs counted by earlier runs, and when this one began.
    private var earlier: Int64 = 0
    private var since: Int64

    init(_ folder: StateFolder?, _ panels: PanelTable, _ dispatcher: TouchDispatcher, loop: EventLoop, log: ServiceLog, wallClock: (() -> Int64)?) {
        self.panels = panels
        self.dispatcher = dispatcher
        self.loop = loop
        since = loop.now()
        keeper = StateKeeper(.statistics, in: folder, loop: loop, log: log) { [unowned self] in entry.forKeeping }
        hourly = HourlyStatistics(folder, loop: loop, log: log, wallClock: wallClock) { [unowned self] in entry.use }
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
        for panel in saved.panels { before[panel.id, default: PanelTotals()] = before[panel.id, default: PanelTotals()] + panel.totals }
        dispatcher.restoreCounts(saved.regions.map { ($0.id, $0.counts) }, total: saved.total, missed: saved.missed, forgotten: saved.forgotten)
    }

    /// Before it is forgotten what it has done.
    func willRemove(_ panel: OpenPanel) {
        if panel.isInjected { return }
        before[panel.id] = totals(panel)
        bases[panel.panelID] = nil
        keeper.changed()
    }

    func answer(resets: Bool) -> StatisticsEntry {
        var answer = entry
        answer.hours = hourly.hours
        if resets { reset() }
        return answer
    }

    func finish() {
        keeper.finish()
        hourly.finish()
    }

    private func reset() {
        dispatcher.resetCounts()
        before = [:]
        bases = Dictionary(uniqueKeysWithValues: panels.all.map { ($0.panelID, now($0)) })
        (earlier, since) = (0, loop.now())
        hourly.reset()
        keeper.changed()
    }

    private var entry: StatisticsEntry {
        let open = panels.all.filter { !$0.isInjected }
        var all = before
        for panel in open { all[panel.id] = totals(panel) }
        let counts = dispatcher.touchCounts
        return StatisticsEntry(
            duration: earlier + loop.now() - since, missed: counts.missed, forgotten: counts.forgotten, total: counts.total,
            regions: dispatcher.pipeline.counts(in: counts).map { StatisticsEntry.Region(id: $0.id, counts: $0.counts) },
            panels: all.sorted { $0.key < $1.key }.map { id, totals in
                let rate = open.first { $0.id == id }.map { dispatcher.pipeline.counts(ofPanel: $0.panelID).health.reportRate }
                return StatisticsEntry.Panel(id: id, totals: totals, reportRate: rate)
            })
    }

    private func totals(_ panel: OpenPanel) -> PanelTotals {
        before[panel.id, default: PanelTotals()] + now(panel) - bases[panel.panelID, default: PanelTotals()]
    }

    /// Since this opening.
    private func now(_ panel: OpenPanel) -> PanelTotals { PanelTotals(dispatcher.pipeline.counts(ofPanel: panel.panelID)) }
}

extension StatisticsEntry {
    /// What it comes to in all.
    fileprivate var use: UseTotals {
        UseTotals(
            regions: regions.lazy.map(\.counts), missed: missed,
            panels: Dictionary(panels.map { ($0.id, $0.totals) }, uniquingKeysWith: { one, _ in one }))
    }

    /// Without what is of the moment.
    fileprivate var forKeeping: StatisticsEntry {
        var kept = self
        for index in kept.panels.indices { kept.panels[index].reportRate = nil }
        return kept
    }
}
