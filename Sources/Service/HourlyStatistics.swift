import Server
import TouchCore
import Wire

/// How much was touched in each hour of the wall clock. Events have a time of their own; the wall clock is read here, once a minute at most.
final class HourlyStatistics {
    /// µs after a touch until it is counted. What was touched in the last minute of an hour may be in the next one.
    private static let interval: Int64 = 60_000_000

    private let loop: EventLoop
    private let hasFolder: Bool
    /// Seconds since 1970; nil: nobody knows them.
    private let wallClock: (() -> Int64)?
    /// Since the start: they never fall.
    private let totals: () -> UseTotals
    private var table = HourTable()
    private var timer: EventLoop.Timer!
    private var isTimerSet = false
    private var keeper: StateKeeper<[HourEntry]>!

    init(_ folder: StateFolder?, loop: EventLoop, log: ServiceLog, wallClock: (() -> Int64)?, totals: @escaping () -> UseTotals) {
        self.loop = loop
        hasFolder = folder != nil
        self.wallClock = wallClock
        self.totals = totals
        keeper = StateKeeper(.hours, in: folder, loop: loop, log: log) { [unowned self] in noted() }
        timer = loop.timer { [unowned self] in
            isTimerSet = false
            note()
        }
    }

    var hours: [HourEntry] { noted() }

    /// Of a folder that is missing the other statistics tell.
    func use(keeps: Bool) { keeper.use(keeps: keeps && hasFolder) }

    /// - Parameter saved: nil: an earlier run has kept none.
    func restore(_ saved: [HourEntry]?) {
        if let saved { table.restore(saved) }
    }

    /// Something was touched.
    func changed() {
        if isTimerSet || wallClock == nil { return }
        timer.set(after: Self.interval)
        isTimerSet = true
    }

    func reset() {
        table.removeAll(from: totals())
        keeper.changed()
    }

    func finish() { keeper.finish() }

    private func note() {
        guard let wallClock else { return }
        table.note(totals(), at: wallClock())
        keeper.changed()
    }

    private func noted() -> [HourEntry] {
        if let wallClock { table.note(totals(), at: wallClock()) }
        return table.hours
    }
}
