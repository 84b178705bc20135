/// Which touches are down.
extension TouchPipeline {
    /// Touches that are down for somebody: those on the glass, and before them those that have lifted and whose `ended` a gesture
    /// still keeps from views. In order of panel and slot.
    public var touchesDown: [(panel: PanelID, touch: RoutedTouch)] {
        var down: [(panel: PanelID, touch: RoutedTouch)] = []
        for panel in panels {
            for ended in panel.touches.ended { down += ended.recipients.told.map { (panel.id, tree.routed(ended.asDown, to: $0)) } }
            for slot in panel.touches.indices {
                guard var touch = panel.touches[slot] else { continue }
                touch.phase = .stationary
                let recipients = panel.touches.recipients(inSlot: slot)
                if recipients.isSilent { continue }
                down.append((panel.id, tree.routed(touch, to: recipients.first)))
                down += recipients.others.map { (panel.id, tree.routed(touch, to: $0)) }
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
        panels.flatMap { panel in panel.touches.compactMap { $0.map { DownTouch(id: $0.id, target: $0.target) } } }
    }

    /// The touch in a slot of a panel; nil when there is none, or one that is over though its contact is still there.
    public func touch(inSlot slot: Int, ofPanel panel: PanelID) -> TouchID? { panels[panel]?.touches[slot]?.id }

    /// How many touches are on the glass of a panel.
    public func touchCount(ofPanel panel: PanelID) -> Int { panels[panel]?.touches.count { $0 != nil } ?? 0 }
}
