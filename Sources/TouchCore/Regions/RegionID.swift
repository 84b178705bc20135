/// The identity of a region, or of another responder, in the trees that come of each other by edits and reloads. It stays the same as
/// long as the region is there, wherever it is moved to; a region that is removed and added again has another one.
public struct RegionID: Hashable, Sendable {
    private let number: Int32
    /// How often the slot had been given before; the highest bit says that it is no region but a responder beside them.
    private let bits: UInt32

    private static let responderBit: UInt32 = 1 << 31

    /// Where arrays have the region's values. Free slots are given again, to another identity.
    @inline(__always)
    public var slot: Int { Int(number) }

    /// A controller, an interceptor and what is behind the windows are receivers, but no regions.
    @inline(__always)
    public var isRegion: Bool { bits & Self.responderBit == 0 }

    /// Nobody's.
    static let none = RegionID(slot: -1)

    var generation: UInt32 { bits & ~Self.responderBit }

    init(slot: Int, generation: UInt32 = 0, isRegion: Bool = true) {
        number = Int32(slot)
        bits = isRegion ? generation & ~Self.responderBit : generation | Self.responderBit
    }
}

/// The identity of a gesture, in the same way. A gesture that changes its type or its region is another one.
public struct GestureID: Hashable, Sendable {
    private let number: Int32
    let generation: UInt32

    @inline(__always)
    public var slot: Int { Int(number) }

    /// Nobody's.
    static let none = GestureID(slot: -1)

    init(slot: Int, generation: UInt32 = 0) { (number, self.generation) = (Int32(slot), generation) }
}
