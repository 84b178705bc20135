/// Whether a panel is alive: what brings it back when it is not goes by it (`Recovery`), and no client is told of it.
public struct PanelHealth: Hashable, Sendable {
    /// Reports (SYN_REPORT) since it was opened.
    public private(set) var reports = 0
    /// Event time of the last one, µs.
    public private(set) var lastReport: Int64?
    /// Reports in the last full second in which it reported at all.
    public private(set) var reportRate = 0

    private var secondBegan: Int64 = .min
    private var reportsThisSecond = 0

    public init() {}

    mutating func note(reportAt time: Int64) {
        reports += 1
        lastReport = time
        // A clock that jumps back begins a new second as well.
        if time &- secondBegan >= 1_000_000 || time < secondBegan {
            if time &- secondBegan < 2_000_000 && time > secondBegan { reportRate = reportsThisSecond }
            secondBegan = time
            reportsThisSecond = 0
        }
        reportsThisSecond += 1
    }
}

/// How a panel is doing, for `touchctl devices` and whoever watches over the kiosk: as if there were no contacts in sensitive regions.
public struct PanelCounts: Hashable, Sendable {
    /// Reports, but for those in which nothing but contacts in sensitive regions has changed.
    public private(set) var health = PanelHealth()
    public private(set) var contacts = ContactCounters()
    public private(set) var filters = FilterCounters()
    /// Touches begun.
    public private(set) var touches = 0
    /// Contacts cancelled because nothing was heard of them.
    public private(set) var stuck = 0
    /// How the assembler's and the filter's counts were at the last report.
    private var contactsBefore = ContactCounters()
    private var filtersBefore = FilterCounters()

    public init() {}

    mutating func noteTouch() { touches += 1 }

    mutating func note(stuck count: Int) { stuck += count }

    /// Takes a report.
    ///
    /// - Parameters:
    ///   - isOpen: whether anything but contacts in sensitive regions may have made it.
    ///   - isSecret: whether such contacts are down in it: what happened to contacts may have been to them.
    ///   - filters: the counts of contacts outside of sensitive regions.
    mutating func note(reportAt time: Int64, isOpen: Bool, isSecret: Bool, _ contacts: ContactCounters, _ filters: FilterCounters) {
        if isOpen { health.note(reportAt: time) }
        if !isSecret { self.contacts = self.contacts + (contacts - contactsBefore) }
        self.filters = self.filters + (filters - filtersBefore)
        self.contacts.drops = contacts.drops  // the kernel's, whoever touches
        (contactsBefore, filtersBefore) = (contacts, filters)
    }
}
