/// Queries about panels and touches. They change nothing.
extension TouchPipeline {
    // MARK: Touches

    /// The touches that are down for some receiver, in order of panel and slot. Within each panel, touches whose finger has lifted come first; a
    /// gesture still delays their `ended` for views.
    public var touchesDown: [(panel: PanelID, touch: RoutedTouch)] {
        var down: [(panel: PanelID, touch: RoutedTouch)] = []
        for panel in context.panels {
            for ended in panel.touches.ended {
                for receiver in ended.recipients.current { down.append((panel.id, RoutedTouch(ended.asDown, to: receiver, tree))) }
            }
            for slot in panel.touches.indices {
                guard var touch = panel.touches[slot] else { continue }
                touch.phase = .stationary
                panel.touches.recipients(inSlot: slot).forEachAudience { down.append((panel.id, RoutedTouch(touch, to: $0, tree))) }
            }
        }
        return down
    }

    /// The contacts that are down in sensitive regions, redacted for other clients. In order of panel and slot.
    public var redactedDown: [(panel: PanelID, touch: RoutedTouch)] {
        guard tree.features.contains(.sensitive) else { return [] }
        var down: [(panel: PanelID, touch: RoutedTouch)] = []
        for panel in context.panels {
            for contact in panel.sensitive.reported {
                guard let root = tree[contact.target].sensitiveRoot else { continue }
                for receiver in [root] + contact.receivers {
                    down.append((panel.id, contact.redacted(.stationary, for: receiver, at: contact.changedAt)))
                }
            }
        }
        return down
    }

    /// A touch on the glass, regardless of its receivers.
    public struct DownTouch: Sendable {
        public let id: TouchID
        /// The region that was hit at `began`: `UITouch.view`.
        public let target: RegionID?
    }

    /// All touches on the glass, in order of panel and slot. For queries, not for delivery.
    public var down: [DownTouch] {
        context.panels.flatMap { panel in panel.touches.compactMap { $0.map { DownTouch(id: $0.id, target: $0.target) } } }
    }

    /// The number of touches on the glass outside sensitive regions.
    public var openDownCount: Int { down.count { touch in touch.target.map { tree[$0].sensitiveRoot == nil } ?? true } }

    /// Returns the touch in a slot of a panel; nil if there is none, or if its contact is still down but the touch is over.
    public func touch(inSlot slot: Int, ofPanel panel: PanelID) -> TouchID? { context.panels[panel]?.touches[slot]?.id }

    /// Returns the number of touches on the glass of a panel.
    public func touchCount(ofPanel panel: PanelID) -> Int { context.panels[panel]?.touches.downCount ?? 0 }

    /// Returns the number of contacts that are down on a panel, as the device reports them: before filters and all rules.
    public func contactCount(ofPanel panel: PanelID) -> Int { context.panels[panel]?.contacts.assembler.contactCount ?? 0 }

    // MARK: Panels

    public func name(ofPanel panel: PanelID) -> String { context.panels[panel]?.name ?? "" }

    public func counters(ofPanel panel: PanelID) -> ContactCounters { context.panels[panel]?.contacts.assembler.counters ?? ContactCounters() }

    public func filterCounters(ofPanel panel: PanelID) -> FilterCounters { context.panels[panel]?.contacts.filter?.counters ?? FilterCounters() }

    public func health(ofPanel panel: PanelID) -> PanelHealth { context.panels[panel]?.health ?? PanelHealth() }

    public func counts(ofPanel panel: PanelID) -> PanelCounts { context.panels[panel]?.reportedCounts ?? PanelCounts() }

    /// Returns the event time of the panel's last frame; nil before the first.
    public func time(ofPanel panel: PanelID) -> Int64? {
        guard let time = context.panels[panel]?.clock.time, time > .min else { return nil }
        return time
    }

    // MARK: Statistics

    /// Counts the touches that began and ended in a frame, using the current tree.
    public func count(_ frame: RoutedFrame, into statistics: inout TouchStatistics) { statistics.count(frame, context.tree.directory) }

    /// Updates the statistics after an edit or reload that removed regions. Call it after counting the resulting frames.
    public func countRemoval(_ change: TreeChange, into statistics: inout TouchStatistics) {
        statistics.forget(change.removed, context.tree.directory)
    }

    /// Returns the counts of all touched regions (`TouchStatistics.regions`).
    public func counts(in statistics: TouchStatistics) -> [(id: String, counts: RegionCounts)] { statistics.regions(context.tree.directory) }

    /// Returns the counts since the start, for each region that has its own counts (`RunStatistics.regions`).
    public func countsSinceStart(in statistics: TouchStatistics) -> [(id: String, counts: RegionCounts)] {
        statistics.sinceStart.regions(context.tree.directory)
    }

    /// Adds the counts of an earlier run.
    public func restore(
        _ regions: [(id: String, counts: RegionCounts)], total: RegionCounts, missed: Int, forgotten: Int, into statistics: inout TouchStatistics
    ) {
        statistics.restore(regions, total: total, missed: missed, forgotten: forgotten, context.tree.directory)
    }

    // MARK: Contacts, for recordings

    /// Returns the contacts of a panel after its last report, including those that are not touches.
    func contacts(ofPanel panel: PanelID) -> ContactAssembler { context.panels[panel]!.contacts.assembler }

    /// Whether a contact of a panel may be, or may have been, in a sensitive region.
    func mayHaveSensitiveContacts(_ panel: PanelID) -> Bool { tree.directory.hasSensitive || context.panels[panel]!.hasKnownSensitiveContacts }

    /// Judges whether a contact is in a sensitive region or belongs to a touch of such a region. A contact elsewhere that is not a touch yet stays
    /// undecided, because it may move into a sensitive region before it becomes a touch.
    func judgement(ofSlot slot: Int, _ contact: KernelSlot, ofPanel id: PanelID) -> ReportRecorder.Judgement {
        let panel = context.panels[id]!
        if panel.isKnownSensitive(slot) { return .sensitive }
        let place = panel.location(ContactChange(slot: slot, phase: .moved, values: contact.values))
        if context.isSensitive(tree.hitTest(place, screen: panel.screen)) { return .sensitive }
        guard contact.trackingID >= 0, let touch = panel.touches[panel.contacts.touchSlot(ofContact: slot)] else { return .undecided }
        return context.sensitiveRoot(of: touch) == nil ? .open : .sensitive
    }
}
