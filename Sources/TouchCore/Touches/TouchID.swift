/// A touch's identity: never reused while the daemon runs, never 0, never the slot nor the kernel's tracking id.
public struct TouchID: Hashable, Comparable, Sendable {
    /// As clients know it.
    public let rawValue: UInt64
    /// Its number among all touches, over all ranges of ids: decides which of two began first.
    fileprivate let order: UInt64

    public init(_ rawValue: UInt64) { (self.rawValue, order) = (rawValue, rawValue) }

    fileprivate init(_ rawValue: UInt64, order: UInt64) { (self.rawValue, self.order) = (rawValue, order) }

    /// One above TRKID_MAX, the largest tracking id of the kernel: no id can be mistaken for a slot or a tracking id.
    public static let first = TouchID(65536)

    public static func == (a: TouchID, b: TouchID) -> Bool { a.rawValue == b.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
    public static func < (a: TouchID, b: TouchID) -> Bool { a.order < b.order }

    fileprivate func following(isCounted: Bool) -> TouchID { TouchID(isCounted ? rawValue + 1 : rawValue, order: order + 1) }
}

/// Gives touches their ids. Those of sensitive regions, and what hovers, are numbered apart: who gets other touches cannot tell from
/// their ids how many there were.
public struct TouchIDs: Sendable {
    public enum Kind: Sendable { case open, sensitive, hover }

    /// Ids of touches in sensitive regions begin here. All are exact as a Double.
    public static let firstSensitive: UInt64 = 1 << 52
    private static let firstHover: UInt64 = 1 << 51

    /// The id of the next touch, if it is an open one. No later touch is ordered before it.
    public private(set) var next = TouchID.first
    private var sensitive = Self.firstSensitive
    private var hovers = Self.firstHover

    public init() {}

    /// How many open touches there have been.
    public var count: UInt64 { next.rawValue - TouchID.first.rawValue }

    mutating func take(_ kind: Kind) -> TouchID {
        defer { next = next.following(isCounted: kind == .open) }
        switch kind {
        case .open: return next
        case .sensitive:
            defer { sensitive += 1 }
            return TouchID(sensitive, order: next.order)
        case .hover:
            defer { hovers += 1 }
            return TouchID(hovers, order: next.order)
        }
    }
}
