/// What one frame did to the contact of one slot.
public struct ContactChange: Hashable, Sendable {
    public var slot: Int
    /// Never `stationary` alone: a contact of which nothing changed is not listed.
    public var phase: TouchPhase
    /// Only when `phase` is `cancelled`.
    public var reason: CancelReason?
    /// The contact's values in this frame; of an ended or cancelled contact its last ones.
    public var values: ContactValues
    /// Where a filter has it, in points; nil: where its values are.
    public var location: Point?
    /// The contact begins in a sensitive region: rules of the glass and gestures have no part in it. Of a begin only.
    public var isSensitive: Bool

    public init(
        slot: Int, phase: TouchPhase, reason: CancelReason? = nil, values: ContactValues = ContactValues(), location: Point? = nil,
        isSensitive: Bool = false
    ) {
        self.slot = slot
        self.phase = phase
        self.reason = reason
        self.values = values
        self.location = location
        self.isSensitive = isSensitive
    }
}
