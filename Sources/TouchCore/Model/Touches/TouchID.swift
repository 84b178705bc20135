/// The identity of a touch. Never reused while the daemon runs, never 0, and never a slot or a tracking id of the kernel.
public struct TouchID: Hashable, Comparable, Sendable {
    /// The number that clients see.
    public let rawValue: UInt64
    /// A number that rises with every touch, including those whose ids are numbered separately (`TouchIDs`). It decides which of two touches began
    /// first.
    fileprivate let order: UInt64

    public init(_ rawValue: UInt64) { (self.rawValue, order) = (rawValue, rawValue) }

    fileprivate init(_ rawValue: UInt64, order: UInt64) { (self.rawValue, self.order) = (rawValue, order) }

    /// The first id: one above TRKID_MAX, the kernel's largest tracking id, so that no id can be mistaken for a slot or a tracking id.
    public static let first = TouchID(65536)

    public static func == (a: TouchID, b: TouchID) -> Bool { a.rawValue == b.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
    public static func < (a: TouchID, b: TouchID) -> Bool { a.order < b.order }

    fileprivate func following(isCounted: Bool) -> TouchID { TouchID(isCounted ? rawValue + 1 : rawValue, order: order + 1) }
}

/// Assigns ids to touches. Touches in sensitive regions and hovering pens are numbered separately, so that clients cannot count them by
/// gaps in the ids of other touches.
public struct TouchIDs: Sendable {
    public enum Kind: Sendable {
        case nonSensitive, sensitive, hover
        /// An action of the focus in a sensitive region of which others learn nothing: a step of a value, a scroll, or the touch of an activation by a
        /// finger that explores. Numbered separately, so that gaps in the ids of
        /// touches there do not reveal it.
        case sensitiveAction
    }

    /// The first id of touches in sensitive regions. All ids are exact as a Double.
    public static let firstSensitive: UInt64 = 1 << 52
    private static let firstHover: UInt64 = 1 << 51
    private static let firstSensitiveAction: UInt64 = firstSensitive + (1 << 51)

    /// The id of the next touch outside sensitive regions. Every touch that begins from now on has the same `order` or a higher one.
    public private(set) var next = TouchID.first
    private var sensitive = Self.firstSensitive
    private var hovers = Self.firstHover
    private var sensitiveActions = Self.firstSensitiveAction

    public init() {}

    /// The number of touches outside sensitive regions so far.
    public var count: UInt64 { next.rawValue - TouchID.first.rawValue }

    mutating func makeID(_ kind: Kind) -> TouchID {
        defer { next = next.following(isCounted: kind == .nonSensitive) }
        switch kind {
        case .nonSensitive: return next
        case .sensitive:
            defer { sensitive += 1 }
            return TouchID(sensitive, order: next.order)
        case .hover:
            defer { hovers += 1 }
            return TouchID(hovers, order: next.order)
        case .sensitiveAction:
            defer { sensitiveActions += 1 }
            return TouchID(sensitiveActions, order: next.order)
        }
    }
}
