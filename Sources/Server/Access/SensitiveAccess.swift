import TouchCore

/// Which sensitive regions a client sees unredacted: (a) regions that it has claimed, with everything below; (b) regions of which no other
/// client has claimed any part, if a rule of `access` grants `sensitive`.
struct SensitiveAccess {
    private let regions: SensitiveRegions
    private let ownership: Ownership
    private let owner: Int?
    /// By slot, whether a rule says "sensitive"; nil: everywhere.
    private let isAllowed: [Bool]?
    /// By outermost sensitive region that another client owns, the first touch that may be that client's.
    private var others: [RegionID: TouchID] = [:]
    /// Whether they see what touches do in any of them.
    private(set) var looksIn = false

    /// - Parameter owner: the number of the client whose claims are its own; nil: it has none.
    init(_ regions: SensitiveRegions, _ ownership: Ownership, _ owner: Int?, _ isAllowed: [Bool]?) {
        (self.regions, self.ownership, self.owner, self.isAllowed) = (regions, ownership, owner, isAllowed)
        for region in regions.all {
            guard let claim = ownership.claim(over: region), claim.owner != owner else { continue }
            let root = regions.root(of: region)!
            others[root] = min(others[root] ?? .init(.max), claim.since)
        }
        looksIn = regions.all.contains { firstSeen(in: $0) != nil }
    }

    /// The first touch of which they see what it does in a sensitive region; nil: they see none.
    private func firstSeen(in region: RegionID) -> TouchID? {
        if let claim = ownership.claim(over: region) { return claim.owner == owner ? claim.since : nil }
        if regions.root(of: region).map({ others[$0] != nil }) ?? false { return nil }
        return isAllowed?[region.slot] ?? true ? .first : nil
    }

    /// Regions of which they may not know where they are: fingers move them, or what is in them, and nothing there is theirs.
    var redacted: [RegionID] { regions.all.filter(redacts) }

    /// Whether they may not see what a touch does in a region.
    func isRedacted(_ region: RegionID, _ touch: TouchID) -> Bool {
        regions.contains(region) && firstSeen(in: region).map { touch < $0 } ?? true
    }

    /// Whether they may not know where the region is.
    func redacts(_ region: RegionID) -> Bool { regions.followsFingers(region) && firstSeen(in: region) == nil }

    /// What a point hits, but for what is in sensitive regions where fingers have moved anything: only that it hits one.
    func redact(_ trace: HitTrace) -> HitTrace {
        var moved: Set<RegionID> = []
        for region in redacted { moved.insert(regions.root(of: region)!) }
        if moved.isEmpty { return trace }
        func root(_ region: RegionID) -> RegionID? { regions.root(of: region).flatMap { moved.contains($0) ? $0 : nil } }
        return trace.telling(trace.result.map { root($0) ?? $0 }) { root($0) == nil }
    }

    func root(of region: RegionID) -> RegionID? { regions.root(of: region) }

    /// Whether a touch there is another client's.
    func isOthers(_ root: RegionID, _ touch: TouchID) -> Bool { others[root].map { touch >= $0 } ?? false }

    /// Makes a frame as they see it. Returns whether they see all of it: then none is made.
    func redact(_ frame: RoutedFrame, into redacted: inout RoutedFrame) -> Bool {
        redacted.copy(redacted: frame, regions) { isRedacted($0, $1) }
    }

    /// Whether an event is one of those that they get: a redacted one where they may not look, any other where they may.
    func shows(_ event: RoutedTouch) -> Bool {
        let isRedacted = event.target.map { self.isRedacted($0, event.id) } ?? false
        // In an edited tree the region it names may lie in another that is sensitive now.
        if event.isRedacted { return isRedacted && event.receiver.map { regions.root(of: $0) ?? $0 == $0 } ?? true }
        return !isRedacted && !(event.receiver.map { self.isRedacted($0, event.id) } ?? false)
    }
}
