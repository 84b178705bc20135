/// Questions about panels and touches. They change nothing.
extension TouchPipeline {
    // MARK: Touches

    /// Touches that are down for somebody: those on the glass, and before them those that have lifted and whose `ended` a gesture
    /// still keeps from views. In order of panel and slot.
    public var touchesDown: [(panel: PanelID, touch: RoutedTouch)] {
        var down: [(panel: PanelID, touch: RoutedTouch)] = []
        for panel in context.panels {
            for ended in panel.touches.ended {
                for receiver in ended.recipients.told { down.append((panel.id, RoutedTouch(ended.asDown, to: receiver, tree))) }
            }
            for slot in panel.touches.indices {
                guard var touch = panel.touches[slot] else { continue }
                touch.phase = .stationary
                panel.touches.recipients(inSlot: slot).forEachAudience { down.append((panel.id, RoutedTouch(touch, to: $0, tree))) }
            }
        }
        return down
    }

    /// Contacts that are down in sensitive regions, as others know of them: in order of panel and slot.
    public var redactedDown: [(panel: PanelID, touch: RoutedTouch)] {
        guard tree.features.contains(.sensitive) else { return [] }
        var down: [(panel: PanelID, touch: RoutedTouch)] = []
        for panel in context.panels {
            for contact in panel.sensitive.told {
                guard let root = tree[contact.target].sensitiveRoot else { continue }
                for receiver in [root] + contact.receivers {
                    down.append((panel.id, contact.redacted(.stationary, for: receiver, at: contact.changedAt)))
                }
            }
        }
        return down
    }

    /// A touch that is on the glass, whoever gets it.
    public struct DownTouch: Sendable {
        public let id: TouchID
        /// The region that was hit at `began`: `UITouch.view`.
        public let target: RegionID?
    }

    /// One by one, in order of panel and slot: for questions, not for delivery.
    public var down: [DownTouch] {
        context.panels.flatMap { panel in panel.touches.compactMap { $0.map { DownTouch(id: $0.id, target: $0.target) } } }
    }

    /// How many touches are on the glass, but for those in sensitive regions.
    public var openDownCount: Int { down.count { touch in touch.target.map { tree[$0].sensitiveRoot == nil } ?? true } }

    /// The touch in a slot of a panel; nil when there is none, or one that is over though its contact is still there.
    public func touch(inSlot slot: Int, ofPanel panel: PanelID) -> TouchID? { context.panels[panel]?.touches[slot]?.id }

    /// How many touches are on the glass of a panel.
    public func touchCount(ofPanel panel: PanelID) -> Int { context.panels[panel]?.touches.downCount ?? 0 }

    // MARK: Panels

    public func name(ofPanel panel: PanelID) -> String { context.panels[panel]?.name ?? "" }

    public func counters(ofPanel panel: PanelID) -> ContactCounters { context.panels[panel]?.contacts.assembler.counters ?? ContactCounters() }

    public func filterCounters(ofPanel panel: PanelID) -> FilterCounters { context.panels[panel]?.contacts.filter?.counters ?? FilterCounters() }

    public func health(ofPanel panel: PanelID) -> PanelHealth { context.panels[panel]?.health ?? PanelHealth() }

    public func counts(ofPanel panel: PanelID) -> PanelCounts { context.panels[panel]?.told ?? PanelCounts() }

    /// Event time of the panel's last frame, nil before the first.
    public func time(ofPanel panel: PanelID) -> Int64? {
        guard let time = context.panels[panel]?.clock.time, time > .min else { return nil }
        return time
    }

    // MARK: Statistics

    /// Counts what began and ended in a frame, as the tree is now.
    public func count(_ frame: RoutedFrame, into statistics: inout TouchStatistics) { statistics.count(frame, context.tree.directory) }

    /// Takes note of what an edit or a reload has just removed, after the frames that it led to were counted.
    public func countRemoval(_ change: TreeChange, into statistics: inout TouchStatistics) {
        statistics.forget(change.removed, context.tree.directory)
    }

    /// The counts of all regions that have some (`TouchStatistics.regions`).
    public func counts(in statistics: TouchStatistics) -> [(id: String, counts: RegionCounts)] { statistics.regions(context.tree.directory) }

    /// The counts since the start of regions that have counts of their own (`RunStatistics.regions`).
    public func countsSinceStart(in statistics: TouchStatistics) -> [(id: String, counts: RegionCounts)] {
        statistics.sinceStart.regions(context.tree.directory)
    }

    /// Adds what an earlier run has counted.
    public func restore(
        _ regions: [(id: String, counts: RegionCounts)], total: RegionCounts, missed: Int, forgotten: Int, into statistics: inout TouchStatistics
    ) {
        statistics.restore(regions, total: total, missed: missed, forgotten: forgotten, context.tree.directory)
    }

    // MARK: Contacts, for recordings

    /// The contacts of a panel as of its last report, whether or not they are touches.
    func contacts(ofPanel panel: PanelID) -> ContactAssembler { context.panels[panel]!.contacts.assembler }

    /// Whether a contact of a panel may be a sensitive region's, or have been.
    func mayHaveSecrets(_ panel: PanelID) -> Bool { tree.directory.hasSensitive || context.panels[panel]!.hasSecretContacts }

    /// Whether a contact is in a sensitive region, or is one's touch. One that is no touch (yet) may be in another place by the time
    /// it becomes one.
    func judgement(ofSlot slot: Int, _ contact: KernelSlot, ofPanel id: PanelID) -> ReportRecorder.Judgement {
        let panel = context.panels[id]!
        if panel.isKnownSecret(slot) { return .secret }
        let place = panel.location(ContactChange(slot: slot, phase: .moved, values: contact.values))
        if context.isSecret(tree.hitTest(place, screen: panel.screen)) { return .secret }
        guard contact.trackingID >= 0, let touch = panel.touches[panel.contacts.touchSlot(ofContact: slot)] else { return .undecided }
        return context.sensitiveRoot(of: touch) == nil ? .open : .secret
    }
}
