/// A change made by fingers or clients that the configuration's new state has overruled.
public struct GaveWay: Hashable, Sendable {
    /// The region's id; for the order of windows, the screen's.
    public let region: String
    /// The key of the property in an edit; `offset` for the bounds of a scroll view, `parent` for the parent, `children` for the order of
    /// the children. Nil for the region as a whole, which was removed, replaced or brought back.
    public let key: String?

    public init(region: String, key: String?) { (self.region, self.key) = (region, key) }
}
