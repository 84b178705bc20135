/// Which touches are down, one by one: for questions, not for delivery (`touchesDown` has those by receiver).
extension TouchPipeline {
    public struct DownTouch: Sendable {
        public let id: TouchID
        /// The region that was hit at `began`: `UITouch.view`.
        public let target: RegionIndex?
    }

    /// In order of panel and slot.
    public var down: [DownTouch] {
        panels.flatMap { panel in panel?.touches.compactMap { $0.map { DownTouch(id: $0.id, target: $0.target) } } ?? [] }
    }

    /// The touch in a slot of a panel; nil when there is none, or one that is over though its contact is still there.
    public func touch(inSlot slot: Int, ofPanel panel: Int) -> TouchID? { panels[panel]?.touches[slot]?.id }
}
