/// The steps when a panel goes silent or cannot be read.
public struct RecoverySettings: Hashable, Sendable {
    /// µs without a report and without a touch after which a panel is opened again; nil for never.
    public var silentAfter: Int64?
    /// A program and its arguments, run once when opening again has not helped; empty for none.
    public var command: [String] = []

    public init() {}
}
