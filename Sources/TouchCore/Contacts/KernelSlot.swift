/// The kernel's state of one slot, as asked for at opening and after a drop.
public struct KernelSlot: Hashable, Sendable {
    /// -1 when the slot is free.
    public var trackingID: Int32
    public var values: ContactValues

    public init(trackingID: Int32, values: ContactValues) {
        self.trackingID = trackingID
        self.values = values
    }
}
