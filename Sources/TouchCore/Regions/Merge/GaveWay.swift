/// Something that fingers or clients had made of the tree, and that the configuration's new state has overruled.
public struct GaveWay: Hashable, Sendable {
    /// The region's id; of the order of windows the screen's.
    public let region: String
    /// The property, as an edit calls it; `offset` of a scroll view, `parent` for what it is in, `children` for the order of what is in
    /// it. Nil: the region as a whole, which is gone, is another or is back.
    public let key: String?

    public init(region: String, key: String?) { (self.region, self.key) = (region, key) }
}
