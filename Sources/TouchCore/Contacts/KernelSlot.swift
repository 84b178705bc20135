/// The kernel's state of one slot, read when a panel is opened and after a drop.
public struct KernelSlot: Hashable, Sendable {
    /// The tracking id; -1 if the slot is free.
    public var trackingID: Int32
    public var values: ContactValues

    public init(trackingID: Int32, values: ContactValues) {
        self.trackingID = trackingID
        self.values = values
    }
}
