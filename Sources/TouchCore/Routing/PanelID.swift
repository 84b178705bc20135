/// The identity of a panel in a pipeline, from its addition to its removal. A panel added later has a different identity.
public struct PanelID: Hashable, Sendable {
    /// The index of the panel's values in arrays. It is used again after a removal.
    private let number: Int32
    /// The number of times that the slot was used before.
    let generation: UInt32

    @inline(__always)
    public var slot: Int { Int(number) }

    /// The identity of no panel.
    public static let none = PanelID(slot: -1)

    init(slot: Int, generation: UInt32 = 0) { (number, self.generation) = (Int32(slot), generation) }
}
