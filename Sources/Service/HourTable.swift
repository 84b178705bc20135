import TouchCore
import Wire

/// The use in each hour, computed from samples of the totals since the start.
struct HourTable {
    /// The maximum number of hours kept: 31 days of a kiosk in constant use. Hours without any use do not count.
    static let most = 31 * 24
    /// The maximum number of panels kept for each hour.
    static let panelsMost = 64

    /// The hours, in the order of time.
    private(set) var hours: [HourEntry] = []
    private var lastTotals = UseTotals()

    mutating func restore(_ saved: [HourEntry]) { hours = Array(saved.sorted { $0.time < $1.time }.suffix(Self.most)) }

    mutating func removeAll(from totals: UseTotals) {
        hours = []
        lastTotals = totals
    }

    /// Adds the increase since the last call to the hour of this time.
    ///
    /// - Parameter time: seconds since 1970. If the clock was set back, counting continues in the hour that it shows, and hours that are still to come
    ///   go before past ones.
    mutating func add(_ totals: UseTotals, at time: Int64) {
        let new = totals.since(lastTotals)
        lastTotals = totals
        if new.isEmpty { return }
        let hour = time - (time % HourEntry.length + HourEntry.length) % HourEntry.length
        let place = hours.lastIndex { $0.time <= hour }
        if let place, hours[place].time == hour {
            hours[place].totals += new
            trim(place)
        } else {
            let next = place.map { $0 + 1 } ?? 0
            hours.insert(HourEntry(time: hour, totals: new), at: next)
            trim(next)
            if hours.count <= Self.most { return }
            // The oldest hour may be that of a clock that was behind for a moment, as at the boot of a machine without a battery. It is the next to go.
            if next == 0 { hours.remove(at: 1) } else if hours.last!.time > hour { hours.removeLast() } else { hours.removeFirst() }
        }
    }

    /// Limits the panels of an hour, because a configuration may keep giving panels new ids.
    private mutating func trim(_ place: Int) {
        let panels = hours[place].totals.panels
        if panels.count <= Self.panelsMost { return }
        for (panel, _) in panels.sorted(by: { $0.key < $1.key }).dropFirst(Self.panelsMost) { hours[place].totals.panels[panel] = nil }
    }
}
