/// The owner of each region of one tree, and the claim that covers each part of a sensitive region. A sensitive region has one owner: the
/// server refuses a claim in it while another client has claimed any part of it.
///
/// Rebuilt when the regions of the tree or the claims change. A lookup is O(1).
public struct Ownership: Sendable {
    /// The claim of each region, by slot; empty if nothing is claimed.
    private var claims: [ClaimTable.Claim?] = []
    /// The claim that covers each part of a sensitive region, by slot. A part without a claim is covered by the nearest claimed region
    /// around it in the same sensitive region. Empty if nothing is claimed.
    private var parts: [ClaimTable.Claim?] = []

    /// Creates an ownership without claims.
    public init() {}

    init(_ table: ClaimTable, _ directory: RegionDirectory) {
        if table.isEmpty { return }
        claims = Array(repeating: nil, count: directory.slotCount)
        table.forEach { receiver, claim in
            if let index = directory.index(ofID: receiver) { claims[index.slot] = claim }
        }
        if !directory.hasSensitive { return }
        parts = Array(repeating: nil, count: directory.slotCount)
        var isKnown = Array(repeating: false, count: directory.slotCount)
        var way: [RegionID] = []
        for region in directory.sensitive {
            // Walks up to the first region that is known, then down again: a part without a claim is under its parent's claim.
            var next: RegionID? = region
            while let index = next, directory[index].sensitiveRoot != nil, !isKnown[index.slot] {
                way.append(index)
                next = directory[index].parent
            }
            while let index = way.popLast() {
                parts[index.slot] = claims[index.slot] ?? directory[index].parent.flatMap { parts[$0.slot] }
                isKnown[index.slot] = true
            }
        }
    }

    // MARK: Claims and their receivers

    public func claim(of receiver: RegionID) -> ClaimTable.Claim? { claims.isEmpty ? nil : claims[receiver.slot] }

    public func isClaimed(_ receiver: RegionID) -> Bool { claim(of: receiver) != nil }

    /// Whether the touch belongs to a client that has claimed the receiver and is not `client`.
    public func belongsToOther(_ touch: TouchID, _ receiver: RegionID, than client: Int?) -> Bool {
        guard let claim = claim(of: receiver) else { return false }
        return claim.owner != client && touch >= claim.since
    }

    /// Whether the receiver's owner is asked about a touch. Never true for a touch that is older than the claim.
    func mayAsk(_ receiver: RegionID, about touch: TouchID) -> Bool { claim(of: receiver).map { touch >= $0.since } ?? false }

    // MARK: Claims in a sensitive region

    /// Returns the claim that covers a part of a sensitive region: the part's own claim, or that of the nearest claimed part around it. Returns nil
    /// if there is none.
    public func claim(over sensitive: RegionID) -> ClaimTable.Claim? { parts.isEmpty ? nil : parts[sensitive.slot] }

    func checkInvariants(_ table: ClaimTable, _ directory: RegionDirectory) {
        #if DEBUG
            assert(claims.count == (table.isEmpty ? 0 : directory.slotCount), "the claims belong to another tree")
            for id in claims.isEmpty ? [] : directory.receivers {
                let (index, record) = (id.slot, directory[id])
                assert(claims[index] == table[record.id], "the claim of \(record.id) differs from the table")
                if parts.isEmpty { continue }
                let around = record.sensitiveRoot == nil ? nil : claims[index] ?? record.parent.flatMap { parts[$0.slot] }
                assert(parts[index] == around, "\(record.id) is not under the nearest claim around it")
            }
        #endif
    }
}
