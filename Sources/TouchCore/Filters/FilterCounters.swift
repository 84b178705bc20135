/// What filters do that no client hears of. A new counter is a case here, and `FilterCounters` has room for it.
public enum FilterCounter: Int, CaseIterable, Sendable {
    /// Lifts that turned out to be dropouts.
    case bridged
    /// Contacts that lifted without having become touches.
    case eaten
    /// Those of them that were ghosts at a fixed point.
    case ghosts
    /// Touches that began within 2 s and 7 mm of a contact that was eaten: somebody tried again, and the filter may have
    /// been wrong (Chromium's "repeated touch" metric).
    case returnedAfterEaten

    /// As the protocol calls it.
    public var name: String { "\(self)" }
}

/// How often each of that has happened.
public struct FilterCounters: Hashable, Sendable {
    /// By the counter's number; without memory of its own, since it is copied at every report.
    private var counts = SIMD8<Int>()

    public init() {}

    public subscript(counter: FilterCounter) -> Int {
        get { counts[counter.rawValue] }
        set { counts[counter.rawValue] = newValue }
    }

    static func + (a: Self, b: Self) -> Self {
        var sum = a
        sum.counts &+= b.counts
        return sum
    }

    static func - (a: Self, b: Self) -> Self {
        var difference = a
        difference.counts &-= b.counts
        return difference
    }
}
