import TouchCore
import Wire

/// The regions that lie in claimed ones, and that the claims do not cover: what a client may have forgotten to claim.
struct UncoveredRegions {
    /// The most regions that are looked at for a request, so that no claim stops the loop, however large the tree is.
    static let looksMax = 1024

    private let directory: RegionDirectory
    private let claims: ClaimTable
    private let client: Client

    init(_ directory: RegionDirectory, _ claims: ClaimTable, _ client: Client) {
        (self.directory, self.claims, self.client) = (directory, claims, client)
    }

    /// Returns a claim for each of these receivers that contains uncovered regions. Receivers after the first `looksMax` regions are left out, and the
    /// numbers of regions are then too low.
    func claims(of receivers: [String]) -> [UncoveredClaim] {
        var found: [UncoveredClaim] = []
        var seen: Set<String> = []
        var looks = 0
        for receiver in receivers where seen.insert(receiver).inserted {
            if looks >= Self.looksMax { break }
            // The claim of a sensitive region covers all that is in it.
            guard let region = directory.region(ofID: receiver), directory[region].sensitiveRoot == nil else { continue }
            let end = directory.next(afterSubtreeOf: region)
            var (count, next) = (0, directory.next(after: region))
            looks += 1
            while let inner = next, inner != end, looks < Self.looksMax {
                if isUncovered(inner) { count += 1 }
                looks += 1
                next = directory.next(after: inner)
            }
            if count > 0 { found.append(UncoveredClaim(receiver: receiver, regions: count)) }
        }
        return found
    }

    /// True for a region that the client knows and may still claim: nobody has, and it is not in a sensitive region, which is claimed as a whole.
    private func isUncovered(_ region: RegionID) -> Bool {
        let record = directory[region]
        if record.kind == .surface || client.group?.lists(region) != true { return false }
        if let root = record.sensitiveRoot, root != region { return false }
        return claims[record.id] == nil
    }
}
