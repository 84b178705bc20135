/// What filters did that no client hears of.
public struct FilterCounters: Hashable, Sendable {
    /// Lifts that turned out to be dropouts.
    public var bridged = 0
    /// Contacts that lifted without having become touches.
    public var eaten = 0
    /// Those of them that were ghosts at a fixed point.
    public var ghosts = 0
    /// Touches that began within 2 s and 7 mm of a contact that was eaten: somebody tried again, and the filter may have
    /// been wrong (Chromium's "repeated touch" metric).
    public var returned = 0

    public init() {}
}

extension FilterCounters {
    static func + (a: Self, b: Self) -> Self {
        var all = a
        all.bridged += b.bridged
        all.eaten += b.eaten
        all.ghosts += b.ghosts
        all.returned += b.returned
        return all
    }

    static func - (a: Self, b: Self) -> Self {
        var all = a
        all.bridged -= b.bridged
        all.eaten -= b.eaten
        all.ghosts -= b.ghosts
        all.returned -= b.returned
        return all
    }
}
