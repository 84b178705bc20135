/// Which noise of a panel is kept from becoming touches; each filter is off until the configuration asks for it.
///
/// Times are µs of event time, distances points of the screen.
public struct FilterRules: Hashable, Sendable {
    /// Soon after, and near by.
    public struct Nearness: Hashable, Sendable {
        public var time: Int64
        public var distance: Double

        public init(time: Int64, distance: Double) {
            self.time = time
            self.distance = distance
        }
    }

    /// A contact that comes back this soon and this near after its lift goes on as the same touch.
    public var bridge: Nearness?

    public init() {}

    /// Nothing is filtered.
    public var isEmpty: Bool { self == FilterRules() }
}

/// What filters did that no client hears of.
public struct FilterCounters: Hashable, Sendable {
    /// Lifts that turned out to be dropouts.
    public var bridged = 0

    public init() {}
}
