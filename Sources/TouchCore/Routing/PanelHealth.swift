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
    public internal(set) var touches = 0
    /// Contacts cancelled because nothing was heard of them.
    public internal(set) var stuck = 0
    /// How the assembler's and the filter's counts were at the last report.
    private var contactsBefore = ContactCounters()
    private var filtersBefore = FilterCounters()

    public init() {}

    /// Takes a report.
    ///
    /// - Parameter isOpen: whether anything but contacts in sensitive regions may have made it.
    /// - Parameter isSecret: whether such contacts are down in it: what happened to contacts may have been to them.
    mutating func note(reportAt time: Int64, isOpen: Bool, isSecret: Bool, _ contacts: ContactCounters, _ filters: FilterCounters) {
        if isOpen { health.note(reportAt: time) }
        if !isSecret {
            self.contacts = self.contacts + (contacts - contactsBefore)
            self.filters = self.filters + (filters - filtersBefore)
        }
        self.contacts.drops = contacts.drops  // the kernel's, whoever touches
        (contactsBefore, filtersBefore) = (contacts, filters)
    }
}

/// What is asked of an open panel.
extension TouchPipeline {
    public func name(ofPanel panel: PanelID) -> String { panels[panel]?.name ?? "" }

    public func counters(ofPanel panel: PanelID) -> ContactCounters { panels[panel]?.assembler.counters ?? ContactCounters() }

    public func filterCounters(ofPanel panel: PanelID) -> FilterCounters { panels[panel]?.filter?.counters ?? FilterCounters() }

    public func health(ofPanel panel: PanelID) -> PanelHealth { panels[panel]?.health ?? PanelHealth() }

    public func counts(ofPanel panel: PanelID) -> PanelCounts { panels[panel]?.told ?? PanelCounts() }

    /// Event time of the panel's last frame, nil before the first.
    public func time(ofPanel panel: PanelID) -> Int64? {
        guard let time = panels[panel]?.time, time > .min else { return nil }
        return time
    }
}

extension TouchPipeline {
    /// Whether a contact of the panel is a sensitive region's touch, or is no touch and in such a region.
    func hasSecretContact(_ id: PanelID) -> Bool {
        guard tree.special.contains(.sensitive), let panel = panels[id] else { return false }
        for touch in panel.touches { if let touch, isSecret(touch.target) { return true } }
        for slot in 0..<panel.assembler.slotCount {
            guard let values = panel.assembler.contact(inSlot: slot) else { continue }
            if panel.touches[panel.filter?.touchSlot(ofContact: slot) ?? slot] == nil, isSecret(values, panel) { return true }
        }
        return panel.assembler.hover.map { isSecret($0, panel) } ?? false
    }

    private func isSecret(_ values: ContactValues, _ panel: PanelState) -> Bool {
        isSecret(tree.hitTest(location(ContactChange(slot: 0, phase: .moved, values: values), panel), screen: panel.screen))
    }

    /// Counts a report that has gone all its way.
    mutating func tell(_ id: PanelID, at time: Int64, wasSecret: Bool) {
        let panel = panels[id]!
        let isSecret = wasSecret || hasSecretContact(id)
        let isOpen = !isSecret || frame.events.contains { !self.isSecret($0.target) }
        panel.told.note(
            reportAt: time, isOpen: isOpen, isSecret: isSecret, panel.assembler.counters, panel.filter?.counters ?? FilterCounters())
    }
}
