/// What claims mean for the regions of one tree: which client's each is, and which parts of sensitive regions are isolated from each
/// other because different clients have claimed them. Touches, gestures and responder chains do not cross the border of such a part (its
/// domain).
///
/// Made anew when the tree has other regions or a claim changes; O(1) to ask.
public struct Ownership: Sendable {
    private struct Part: Sendable {
        /// The outermost region of its domain.
        let domain: RegionID
        /// Its own claim, or that of the nearest region around it in the same sensitive region.
        let claim: ClaimTable.Claim?
    }

    /// By slot, its own claim; empty when nothing is claimed.
    private var claims: [ClaimTable.Claim?] = []
    /// By slot, of what is sensitive; empty when nothing is claimed: then a domain is a whole sensitive region.
    private var parts: [Part?] = []

    /// Nothing is claimed.
    public init() {}

    init(_ table: ClaimTable, _ directory: RegionDirectory) {
        if table.isEmpty { return }
        claims = Array(repeating: nil, count: directory.slotCount)
        table.forEach { receiver, claim in
            if let index = directory.index(ofID: receiver) { claims[index.slot] = claim }
        }
        if !directory.hasSensitive { return }
        parts = Array(repeating: nil, count: directory.slotCount)
        var way: [RegionID] = []
        for region in directory.sensitive {
            // Up to what is known, and down again: what nobody has claimed apart is its parent's owner's.
            var next: RegionID? = region
            while let index = next, directory[index].sensitiveRoot != nil, parts[index.slot] == nil {
                way.append(index)
                next = directory[index].parent
            }
            while let index = way.popLast() { parts[index.slot] = part(index, directory) }
        }
    }

    private func part(_ region: RegionID, _ directory: RegionDirectory) -> Part {
        let around = directory[region].parent.flatMap { parts[$0.slot] }
        let claim = claims[region.slot] ?? around?.claim
        let isApart = around == nil || claim?.owner != around!.claim?.owner
        return Part(domain: isApart ? region : around!.domain, claim: claim)
    }

    // MARK: What a claim says of its receiver

    public func claim(of receiver: RegionID) -> ClaimTable.Claim? { claims.isEmpty ? nil : claims[receiver.slot] }

    public func isClaimed(_ receiver: RegionID) -> Bool { claim(of: receiver) != nil }

    /// Whether the touch is for a client of another number, which has claimed the receiver.
    public func isOthers(_ touch: TouchID, _ receiver: RegionID, than client: Int?) -> Bool {
        guard let claim = claim(of: receiver) else { return false }
        return claim.owner != client && touch >= claim.since
    }

    /// Whether the receiver's owner is asked about a touch: not about one that is older than the claim.
    func mayAsk(_ receiver: RegionID, about touch: TouchID) -> Bool { claim(of: receiver).map { touch >= $0.since } ?? false }

    // MARK: What claims say of all that is in a sensitive region

    /// The claim that a sensitive region is under, its own or one around it; nil: nobody has claimed it.
    public func claim(over sensitive: RegionID) -> ClaimTable.Claim? { parts.isEmpty ? nil : parts[sensitive.slot]?.claim }

    /// The outermost region of a region's domain; nil of what is not sensitive.
    func domain(of region: RegionID, _ record: RegionRecord) -> RegionID? {
        parts.isEmpty ? record.sensitiveRoot : parts[region.slot]?.domain
    }

    func checkInvariants(_ table: ClaimTable, _ directory: RegionDirectory) {
        #if DEBUG
            assert(claims.count == (table.isEmpty ? 0 : directory.slotCount), "claims are not of this tree")
            for id in claims.isEmpty ? [] : directory.receivers {
                let (index, record) = (id.slot, directory[id])
                assert(claims[index] == table[record.id], "\(record.id) has another claim than the table says")
                if parts.isEmpty { continue }
                assert((parts[index] != nil) == (record.sensitiveRoot != nil), "\(record.id) is sensitive or in a domain, not both")
                if let part = parts[index] {
                    assert(parts[part.domain.slot]?.domain == part.domain, "\(record.id): the domain's outermost region is in another")
                    assert(parts[part.domain.slot]?.claim?.owner == part.claim?.owner, "\(record.id) has another owner than its domain")
                }
            }
        #endif
    }
}
