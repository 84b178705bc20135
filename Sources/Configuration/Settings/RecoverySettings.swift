/// The steps to take if a panel is silent, makes noise or cannot be read.
public struct RecoverySettings: Hashable, Sendable {
    /// An amount of noise after which the panel is opened again.
    public struct Ghosts: Hashable, Sendable {
        /// The number of contacts that filters take for noise.
        public var count = 20
        /// The time within which they come, µs.
        public var within: Int64 = 60_000_000

        public init() {}
    }

    /// The noise after which a panel is opened again; nil for never.
    public var ghosts: Ghosts?
    /// The time without a report and without a touch after which a panel is opened again, µs; nil for never.
    public var silentAfter: Int64?
    /// A program and its arguments, run once if opening the panel again has not helped; empty for none.
    public var command: [String] = []

    public init() {}
}
