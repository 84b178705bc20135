import TouchCore
import Wire

/// What was touched in each hour, out of totals since the start that are looked at now and then.
struct HourTable {
    /// Hours in which something was touched: 31 days of a kiosk that never rests.
    static let most = 31 * 24
    /// Panels of one hour.
    static let panelsMost = 64

    /// In the order of time.
    private(set) var hours: [HourEntry] = []
    private var before = UseTotals()

    mutating func restore(_ saved: [HourEntry]) { hours = Array(saved.sorted { $0.time < $1.time }.suffix(Self.most)) }

    mutating func removeAll(from totals: UseTotals) {
        hours = []
        before = totals
    }

    /// What has come since the last time came now.
    ///
    /// - Parameter time: seconds since 1970. A clock that was set back goes on in the hour that it shows.
    mutating func note(_ totals: UseTotals, at time: Int64) {
        let new = totals.since(before)
        before = totals
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
            if hours.count > Self.most { hours.removeFirst() }
        }
    }

    /// A configuration that gives panels ever new ids costs no more.
    private mutating func trim(_ place: Int) {
        let panels = hours[place].totals.panels
        if panels.count <= Self.panelsMost { return }
        for (panel, _) in panels.sorted(by: { $0.key < $1.key }).dropFirst(Self.panelsMost) { hours[place].totals.panels[panel] = nil }
    }
}
