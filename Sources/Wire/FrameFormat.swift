/// The optional members of the touches in a line.
public struct FrameFormat: Hashable, Sendable {
    /// True if touches have the samples that were merged into them.
    public let isCoalesced: Bool
    /// True if touches have the place that the panel reported.
    public let isRaw: Bool

    public static let all = [false, true].flatMap { isRaw in [false, true].map { FrameFormat(isCoalesced: $0, isRaw: isRaw) } }
    /// The index of the format in `all`.
    public var number: Int { (isCoalesced ? 1 : 0) + (isRaw ? 2 : 0) }

    public init(isCoalesced: Bool = false, isRaw: Bool = false) { (self.isCoalesced, self.isRaw) = (isCoalesced, isRaw) }
}
