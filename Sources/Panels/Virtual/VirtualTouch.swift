import TouchCore

/// The state of one touch of a surface in a report of a virtual panel, in the panel's units.
public struct VirtualTouch: Equatable, Sendable {
    public var id: TouchID
    public var phase: TouchPhase
    public var values: ContactValues

    public init(id: TouchID, phase: TouchPhase, values: ContactValues) {
        self.id = id
        self.phase = phase
        self.values = values
    }

    /// Whether the touch begins or ends.
    var isEdge: Bool { phase == .began || phase.isTerminal }
}
