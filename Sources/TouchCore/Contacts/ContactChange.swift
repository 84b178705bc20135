/// The change that one frame made to the contact of one slot.
public struct ContactChange: Hashable, Sendable {
    public var slot: Int
    /// The new phase. Unchanged contacts are not listed, so `stationary` means that only values other than the location changed.
    public var phase: TouchPhase
    /// The reason for the cancel; nil unless `phase` is `cancelled`.
    public var reason: CancelReason?
    /// The contact's values in this frame; the last ones if it ended or was cancelled.
    public var values: ContactValues
    /// The location set by a filter, in points; nil if the location follows from `values`.
    public var location: Point?
    /// True if the contact begins in a sensitive region. The rules of the glass (`KioskRules`) ignore such contacts. Only valid for begins.
    public var isSensitive: Bool
    /// True if the contact never touches a sensitive region, because a client injects it (contract 8). Only valid for begins.
    public var avoidsSensitive: Bool

    public init(
        slot: Int, phase: TouchPhase, reason: CancelReason? = nil, values: ContactValues = ContactValues(), location: Point? = nil,
        isSensitive: Bool = false, avoidsSensitive: Bool = false
    ) {
        self.slot = slot
        self.phase = phase
        self.reason = reason
        self.values = values
        self.location = location
        self.isSensitive = isSensitive
        self.avoidsSensitive = avoidsSensitive
    }
}
