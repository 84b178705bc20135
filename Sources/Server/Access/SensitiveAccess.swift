import TouchCore

/// The sensitive regions that a client sees unredacted: (a) regions that it has claimed, with everything in them; (b) if an access rule grants
/// `sensitive`, regions of which no other client has claimed any part.
struct SensitiveAccess {
    private let regions: SensitiveRegions
    private let ownership: Ownership
    private let owner: Int?
    /// Whether a rule grants `sensitive`, by slot; nil means everywhere.
    private let isAllowed: [Bool]?
    /// The first touch that may belong to another client, by outermost sensitive region in which another client has a claim.
    private var firstTouchOfOthers: [RegionID: TouchID] = [:]
    /// True if the client sees what touches do in at least one sensitive region.
    private(set) var seesAny = false

    /// Computes the access.
    ///
    /// - Parameter owner: the number of the client whose claims count as its own; nil if there is none.
    init(_ regions: SensitiveRegions, _ ownership: Ownership, _ owner: Int?, _ isAllowed: [Bool]?) {
        (self.regions, self.ownership, self.owner, self.isAllowed) = (regions, ownership, owner, isAllowed)
        for region in regions.all {
            guard let claim = ownership.claim(over: region), claim.owner != owner else { continue }
            let root = regions.root(of: region)!
            firstTouchOfOthers[root] = min(firstTouchOfOthers[root] ?? .init(.max), claim.since)
        }
        seesAny = regions.all.contains { firstSeen(in: $0) != nil }
    }

    /// Returns the first touch in a sensitive region that the client sees unredacted; nil if it sees none.
    private func firstSeen(in region: RegionID) -> TouchID? {
        if let claim = ownership.claim(over: region) { return claim.owner == owner ? claim.since : nil }
        if regions.root(of: region).map({ firstTouchOfOthers[$0] != nil }) ?? false { return nil }
        return isAllowed?[region.slot] ?? true ? .first : nil
    }

    /// Regions whose place the client must not know, because fingers move them or their content and the client sees all their touches redacted.
    var redacted: [RegionID] { regions.all.filter(redacts) }

    /// True if the client must not see what a touch does in a region.
    func isRedacted(_ region: RegionID, _ touch: TouchID) -> Bool {
        regions.contains(region) && firstSeen(in: region).map { touch < $0 } ?? true
    }

    /// True if the client must not know where the region is.
    func redacts(_ region: RegionID) -> Bool { regions.followsFingers(region) && firstSeen(in: region) == nil }

    /// Reduces a hit trace. If fingers have moved anything in a sensitive region, the trace tells only that the point hits that region.
    func redact(_ trace: HitTrace) -> HitTrace {
        var moved: Set<RegionID> = []
        for region in redacted { moved.insert(regions.root(of: region)!) }
        if moved.isEmpty { return trace }
        func root(_ region: RegionID) -> RegionID? { regions.root(of: region).flatMap { moved.contains($0) ? $0 : nil } }
        return trace.filtered(trace.result.map { root($0) ?? $0 }) { root($0) == nil }
    }

    func root(of region: RegionID) -> RegionID? { regions.root(of: region) }

    /// True if a touch in the region belongs to another client.
    func belongsToOther(_ root: RegionID, _ touch: TouchID) -> Bool { firstTouchOfOthers[root].map { touch >= $0 } ?? false }

    /// Copies a frame as the client may see it. Returns true if the client sees all of it; then nothing is copied.
    func redact(_ frame: RoutedFrame, into redacted: inout RoutedFrame) -> Bool {
        redacted.copy(redacted: frame, regions) { isRedacted($0, $1) }
    }

    /// True if the event is in the form meant for this client: redacted if the client must not see its details, otherwise unredacted.
    func shows(_ event: RoutedTouch) -> Bool {
        let isRedacted = event.target.map { self.isRedacted($0, event.id) } ?? false
        // After an edit, the region that the event names may lie in another region that is sensitive now.
        if event.isRedacted { return isRedacted && event.receiver.map { regions.root(of: $0) ?? $0 == $0 } ?? true }
        return !isRedacted && !(event.receiver.map { self.isRedacted($0, event.id) } ?? false)
    }
}
