import TouchCore

/// The state of one touch of a surface in a report of a virtual panel, in the panel's units.
public struct VirtualTouch: Equatable, Sendable {
    public var id: TouchID
    public var phase: TouchPhase
    public var values: ContactValues
    /// The surface that was hit.
    public var target: RegionID?

    public init(id: TouchID, phase: TouchPhase, values: ContactValues, target: RegionID? = nil) {
        self.id = id
        self.phase = phase
        self.values = values
        self.target = target
    }

    /// Whether the touch begins or ends.
    var isEdge: Bool { phase == .began || phase.isTerminal }
}
