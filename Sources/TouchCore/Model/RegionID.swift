/// The identity of a region, or of another responder, across edits and reloads. It stays the same as long as the region exists, also when
/// the region is moved. A region that is removed and added again gets a new identity.
public struct RegionID: Hashable, Sendable {
    private let number: Int32
    /// The number of earlier uses of the slot; the highest bit marks a responder that is no region.
    private let bits: UInt32

    private static let responderBit: UInt32 = 1 << 31

    /// The index of the region's values in arrays. A free slot is reused for another identity.
    @inline(__always)
    public var slot: Int { Int(number) }

    /// True for a region. A controller, an interceptor and the responders behind the windows are receivers, but no regions.
    @inline(__always)
    public var isRegion: Bool { bits & Self.responderBit == 0 }

    /// A placeholder that identifies no region.
    static let none = RegionID(slot: -1)

    var generation: UInt32 { bits & ~Self.responderBit }

    init(slot: Int, generation: UInt32 = 0, isRegion: Bool = true) {
        number = Int32(slot)
        bits = isRegion ? generation & ~Self.responderBit : generation | Self.responderBit
    }
}

/// The identity of a gesture across edits and reloads. It stays the same as long as the gesture exists, like a `RegionID`. A gesture that changes its
/// type or its region gets a new identity.
public struct GestureID: Hashable, Sendable {
    private let number: Int32
    let generation: UInt32

    @inline(__always)
    public var slot: Int { Int(number) }

    /// A placeholder that identifies no gesture.
    static let none = GestureID(slot: -1)

    init(slot: Int, generation: UInt32 = 0) { (number, self.generation) = (Int32(slot), generation) }
}
