/// The traits that a touch has from its begin to its end.
public struct TouchTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    /// The touch belongs to an application alone: its target was a surface at `began`.
    public static let isForSurface = TouchTraits(rawValue: 1)
    /// touchd has made the touch for an activation (contract 10).
    public static let isMade = TouchTraits(rawValue: 2)

    public init(rawValue: UInt8) { self.rawValue = rawValue }
}
