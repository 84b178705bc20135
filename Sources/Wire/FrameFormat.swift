/// What the touches of a line carry besides what they always do.
public struct FrameFormat: Hashable, Sendable {
    /// What was merged into them.
    public let isCoalesced: Bool
    /// Where the panel has them.
    public let isRaw: Bool

    public static let all = [false, true].flatMap { isRaw in [false, true].map { FrameFormat(isCoalesced: $0, isRaw: isRaw) } }
    /// Its place among all.
    public var number: Int { (isCoalesced ? 1 : 0) + (isRaw ? 2 : 0) }

    public init(isCoalesced: Bool = false, isRaw: Bool = false) { (self.isCoalesced, self.isRaw) = (isCoalesced, isRaw) }
}
