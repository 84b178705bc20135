import TouchCore

/// Which sensitive regions a client sees unredacted: (a) regions that it has claimed, with everything below that no other client has
/// claimed; (b) unclaimed regions, if a rule of `access` grants `sensitive`.
struct Seal {
    private let directory: RegionDirectory
    /// By sensitive receiver, the first touch of which they may see what it does there; without one they see none.
    private var opens: [RegionIndex: TouchID] = [:]
    /// By outermost sensitive region, from which touch on something in it is another client's.
    private var somebodys: [RegionIndex: TouchID] = [:]

    /// - Parameter owner: the client whose claims are its own; nil: it has none.
    /// - Parameter isAllowed: by receiver, whether a rule says "sensitive"; nil: everywhere.
    init(_ directory: RegionDirectory, _ claims: [String: Publisher.Claim], _ owner: Client?, _ isAllowed: [Bool]?) {
        self.directory = directory
        // Parents stand before their children, and hand down what nobody has claimed apart.
        var nearest: [RegionIndex: Publisher.Claim] = [:]
        for region in directory.sensitive {
            let record = directory[region]
            guard let claim = claims[record.id] ?? record.parent.flatMap({ nearest[$0] }) else {
                if isAllowed?[Int(region)] ?? true { opens[region] = .first }
                continue
            }
            nearest[region] = claim
            if claim.client === owner {
                opens[region] = claim.since
            } else {
                let root = record.sensitiveRoot!
                somebodys[root] = min(somebodys[root] ?? .init(.max), claim.since)
            }
        }
    }

    /// Regions of which they may not know where they are: fingers move them, or what is in them, and nothing there is theirs.
    var concealed: [RegionIndex] { directory.sensitive.filter(conceals) }

    /// Whether they see what touches do in any of them.
    var looksIn: Bool { !opens.isEmpty }

    func isSealed(_ region: RegionIndex, _ touch: TouchID) -> Bool {
        directory.records[Int(region)].sensitiveRoot != nil && opens[region].map { touch < $0 } ?? true
    }

    /// Whether they may not know where the region is.
    func conceals(_ region: RegionIndex) -> Bool { directory.records[Int(region)].followsFingers && opens[region] == nil }

    /// What a point hits, but for what is in sensitive regions where fingers have moved anything: only that it hits one.
    func veil(_ trace: HitTrace) -> HitTrace {
        var moved: Set<RegionIndex> = []
        for region in concealed { moved.insert(directory[region].sensitiveRoot!) }
        if moved.isEmpty { return trace }
        func root(_ region: RegionIndex) -> RegionIndex? { directory[region].sensitiveRoot.flatMap { moved.contains($0) ? $0 : nil } }
        return trace.telling(trace.result.map { root($0) ?? $0 }) { root($0) == nil }
    }

    func root(of region: RegionIndex) -> RegionIndex? { directory[region].sensitiveRoot }

    /// Whether a touch there is another client's.
    func isSomebodys(_ root: RegionIndex, _ touch: TouchID) -> Bool { somebodys[root].map { touch >= $0 } ?? false }

    func veil(_ frame: RoutedFrame, into scratch: inout FrameScratch) -> RoutedFrame {
        frame.veiled(directory, into: &scratch) { isSealed($0, $1) }
    }

    /// Whether an event is one of those that they get: a veiled one where they may not look, any other where they may.
    func shows(_ event: RoutedTouch) -> Bool {
        let isSealed = event.target.map { self.isSealed($0, event.id) } ?? false
        // In an edited tree the region it names may lie in another that is sensitive now.
        if event.isVeiled { return isSealed && event.receiver.map { directory[$0].sensitiveRoot ?? $0 == $0 } ?? true }
        return !isSealed && !(event.receiver.map { self.isSealed($0, event.id) } ?? false)
    }
}
