/// Effects of filters that no client sees. To add a counter, add a case; `FilterCounters` has room for eight.
public enum FilterCounter: Int, CaseIterable, Sendable {
    /// Lifts that turned out to be dropouts.
    case bridged
    /// Contacts that lifted without having become touches.
    case eaten
    /// Eaten contacts that were ghosts at a fixed point.
    case ghosts
    /// Touches that began within 2 s and 7 mm of an eaten contact: somebody tried again, so the filter may have been wrong (Chromium's
    /// "repeated touch" metric).
    case returnedAfterEaten

    /// The counter's name in the protocol.
    public var name: String { "\(self)" }
}

/// The number of times that each counter's event has happened.
public struct FilterCounters: Hashable, Sendable {
    /// The counts, by the counter's raw value. Stored inline, because they are copied at every report.
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
