public import TouchCore

/// A cross, and the contact of the finger that touched it.
public struct PointPair: Hashable, Sendable {
    /// The cross, in points of the screen.
    public var shown: Point
    /// The contact, each axis from 0 to 1 over the panel's range, before any calibration (contract 3).
    public var raw: Point
    /// The ID of the panel that reported the contact; nil if unknown.
    public var panel: String?

    public init(shown: Point, raw: Point, panel: String? = nil) {
        self.shown = shown
        self.raw = raw
        self.panel = panel
    }
}
