/// A touch's identity: never reused while the daemon runs, never 0, never the slot nor the kernel's tracking id.
public struct TouchID: Hashable, Comparable, Sendable {
    public let rawValue: UInt64

    public init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// One above TRKID_MAX, the largest tracking id the kernel gives: no id can be mistaken for a slot or a tracking id.
    public static let first = TouchID(65536)

    public var next: TouchID { TouchID(rawValue + 1) }

    public static func < (a: TouchID, b: TouchID) -> Bool { a.rawValue < b.rawValue }
}
