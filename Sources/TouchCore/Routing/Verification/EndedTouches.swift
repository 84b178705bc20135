/// The touches that have ended most recently. Their ids must not occur again.
///
/// Ids rise, but a delayed begin may follow begins with higher ids. An id that is lower than an earlier one therefore counts as new, unless it is
/// among those that ended most recently.
struct EndedTouches: Sendable {
    private struct Key: Equatable {
        let id: TouchID
        var receiver: RegionID?
    }

    private static let capacity = 64
    private var lastBegun = TouchID(0)
    private var keys: [Key] = []
    private var next = 0

    init() { keys.reserveCapacity(Self.capacity) }

    /// Whether a touch with this id has recently ended for this receiver.
    func contains(_ id: TouchID, _ receiver: RegionID?) -> Bool {
        id <= lastBegun && keys.contains(Key(id: id, receiver: receiver))
    }

    mutating func recordBegin(_ id: TouchID) { lastBegun = max(lastBegun, id) }

    mutating func recordEnd(_ id: TouchID, _ receiver: RegionID?) {
        let key = Key(id: id, receiver: receiver)
        if keys.count < Self.capacity { keys.append(key) } else { keys[next] = key }
        next = (next + 1) % Self.capacity
    }

    func checkInvariants() {
        assert(keys.count <= Self.capacity && next < Self.capacity)
        assert(keys.allSatisfy { $0.id <= lastBegun }, "a touch has ended whose begin was not recorded")
    }
}
