import TouchCore

/// What one touch of a surface does in a report of a virtual panel, in its units.
public struct VirtualTouch: Equatable, Sendable {
    public var id: TouchID
    public var phase: TouchPhase
    public var values: ContactValues

    public init(id: TouchID, phase: TouchPhase, values: ContactValues) {
        self.id = id
        self.phase = phase
        self.values = values
    }

    /// Begins or ends the touch.
    var isEdge: Bool { phase == .began || phase.isTerminal }
}
