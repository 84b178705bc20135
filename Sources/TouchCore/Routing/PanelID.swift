/// The identity of a panel in a pipeline, from when it is added until it is removed. A panel that is added later has another one.
public struct PanelID: Hashable, Sendable {
    /// Where arrays have the panel's values; given again after a removal.
    private let number: Int32
    /// How often the slot had been given before.
    let generation: UInt32

    @inline(__always)
    public var slot: Int { Int(number) }

    /// Nobody's.
    public static let none = PanelID(slot: -1)

    init(slot: Int, generation: UInt32 = 0) { (number, self.generation) = (Int32(slot), generation) }
}
