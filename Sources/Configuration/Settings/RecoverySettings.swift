/// The steps to take if a panel is silent or cannot be read.
public struct RecoverySettings: Hashable, Sendable {
    /// The time without a report and without a touch after which a panel is opened again, µs; nil for never.
    public var silentAfter: Int64?
    /// A program and its arguments, run once if opening the panel again has not helped; empty for none.
    public var command: [String] = []

    public init() {}
}
