import Server
import TouchCore
import Wire

/// The use in each hour of the wall clock. Event times come from another clock, so this class reads the wall clock: at most once a minute while there
/// are touches, and when the hours are requested or written.
final class HourlyStatistics {
    /// The time in µs from a touch until it is counted. Touches in the last minute of an hour may be counted in the next hour.
    private static let interval: Int64 = 60_000_000

    private let loop: EventLoop
    private let hasFolder: Bool
    /// Returns the seconds since 1970; nil if they are unknown.
    private let wallClock: (() -> Int64)?
    /// Returns the totals since the start, which never decrease.
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
        keeper = StateKeeper(.hours, in: folder, loop: loop, log: log) { [unowned self] in sampledHours() }
        timer = loop.timer { [unowned self] in
            isTimerSet = false
            sample()
        }
    }

    var hours: [HourEntry] { sampledHours() }

    /// Sets whether the hours are kept when the service ends. Without a state folder they are not kept; `Statistics` already logs a warning about
    /// this.
    func use(keeps: Bool) { keeper.use(keeps: keeps && hasFolder) }

    /// - Parameter saved: the hours that an earlier run has kept; nil if there are none.
    func restore(_ saved: [HourEntry]?) {
        if let saved { table.restore(saved) }
    }

    /// Schedules a sample of the totals after a touch.
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

    private func sample() {
        guard let wallClock else { return }
        table.add(totals(), at: wallClock())
        keeper.changed()
    }

    private func sampledHours() -> [HourEntry] {
        if let wallClock { table.add(totals(), at: wallClock()) }
        return table.hours
    }
}
