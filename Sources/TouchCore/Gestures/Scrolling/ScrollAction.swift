/// The new offset and zoom scale of a scroll view.
public struct ScrollAction: Sendable {
    public enum State: String, CaseIterable, Sendable {
        case began, changed, ended, cancelled
    }

    public var region: RegionID
    /// The point of the content that is shown at the region's top left corner.
    public var offset: Point
    /// The magnification at which the content is shown.
    public var zoomScale: Double
    public var state: State
    /// The first touch of the sequence that scrolls.
    public var first: TouchID
}
