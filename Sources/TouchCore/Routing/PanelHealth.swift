/// Signs of life of a panel. `Recovery` uses them to decide when to reopen it; clients do not get them.
public struct PanelHealth: Hashable, Sendable {
    /// The number of reports (SYN_REPORT) since the panel was opened.
    public private(set) var reports = 0
    /// Event time of the last report, in µs.
    public private(set) var lastReport: Int64?
    /// The number of reports in the last full second that had any.
    public private(set) var reportRate = 0

    private var secondBegan: Int64 = .min
    private var reportsThisSecond = 0

    public init() {}

    mutating func record(reportAt time: Int64) {
        reports += 1
        lastReport = time
        // A clock that jumps back also starts a new second.
        if time &- secondBegan >= 1_000_000 || time < secondBegan {
            if time &- secondBegan < 2_000_000 && time > secondBegan { reportRate = reportsThisSecond }
            secondBegan = time
            reportsThisSecond = 0
        }
        reportsThisSecond += 1
    }
}

/// The counts of a panel, for `touchctl devices` and programs that monitor the kiosk. Contacts in sensitive regions do not affect them.
public struct PanelCounts: Hashable, Sendable {
    /// The health according to the reports, without those in which only contacts in sensitive regions have changed.
    public private(set) var health = PanelHealth()
    public private(set) var contacts = ContactCounters()
    public private(set) var filters = FilterCounters()
    /// The number of touches that began.
    public private(set) var touches = 0
    /// The number of contacts cancelled because they sent no reports.
    public private(set) var stuck = 0
    /// The counts of the assembler at the last report.
    private var contactsBefore = ContactCounters()
    /// The counts of the filter at the last report.
    private var filtersBefore = FilterCounters()

    public init() {}

    mutating func recordTouch() { touches += 1 }

    mutating func record(stuck count: Int) { stuck += count }

    /// Counts a report.
    ///
    /// - Parameters:
    ///   - isOpen: Whether the report may contain changes outside sensitive regions.
    ///   - isSecret: Whether contacts in sensitive regions are down, so that changes in `contacts` may be due to them.
    ///   - filters: The counts of contacts outside sensitive regions.
    mutating func record(reportAt time: Int64, isOpen: Bool, isSecret: Bool, _ contacts: ContactCounters, _ filters: FilterCounters) {
        if isOpen { health.record(reportAt: time) }
        if !isSecret { self.contacts = self.contacts + (contacts - contactsBefore) }
        self.filters = self.filters + (filters - filtersBefore)
        self.contacts.drops = contacts.drops  // counted by the kernel, independent of contacts
        (contactsBefore, filtersBefore) = (contacts, filters)
    }
}
