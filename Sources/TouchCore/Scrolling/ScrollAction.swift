/// Where a scroll view has gone.
public struct ScrollAction: Sendable {
    public enum State: String, CaseIterable, Sendable {
        case began, changed, ended, cancelled
    }

    public var region: RegionID
    /// The point of the content that is shown at the region's top left.
    public var offset: Point
    /// How much larger than it is the content is shown.
    public var zoomScale: Double
    public var state: State
    /// The first touch of the sequence that scrolls.
    public var first: TouchID
}
