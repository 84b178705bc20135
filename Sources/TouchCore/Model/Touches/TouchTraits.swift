/// The traits that a touch has from its begin to its end. They are computed, because each frame asks for them, for each client.
public struct TouchTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    /// The touch belongs to an application alone: its target was a surface at `began`.
    @inlinable public static var isForSurface: TouchTraits { TouchTraits(rawValue: 1) }
    /// touchd has made the touch for an activation (contract 10).
    @inlinable public static var isMade: TouchTraits { TouchTraits(rawValue: 2) }

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
}
