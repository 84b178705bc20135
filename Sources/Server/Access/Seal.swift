import TouchCore

/// Into which sensitive regions some clients may look: into what they have claimed, with all that is in it and nobody else has
/// claimed; and, where nobody has claimed anything, where a rule of `access` says "sensitive".
struct Seal {
    private let directory: RegionDirectory
    /// By receiver, the first touch of which they may see what it does there; nil: none.
    private var opens: [TouchID?]
    /// By outermost sensitive region, from which touch on something in it is another client's.
    private var somebodys: [RegionIndex: TouchID] = [:]

    /// - Parameter owner: the client whose claims are its own; nil: it has none.
    init(_ directory: RegionDirectory, _ claims: [String: Publisher.Claim], _ owner: Client?, _ rights: Rights) {
        self.directory = directory
        let isAllowed = rights.places(.sensitive, in: directory)
        opens = []
        opens.reserveCapacity(directory.records.count)
        // Parents stand before their children, and hand down what nobody has claimed apart.
        var nearest: [Publisher.Claim?] = []
        nearest.reserveCapacity(directory.records.count)
        for (index, record) in directory.records.enumerated() {
            guard let root = record.sensitiveRoot else {
                nearest.append(nil)
                opens.append(.first)
                continue
            }
            let claim = claims[record.id] ?? record.parent.flatMap { nearest[Int($0)] }
            nearest.append(claim)
            if let claim {
                opens.append(claim.client === owner ? claim.since : nil)
                if claim.client !== owner { somebodys[root] = min(somebodys[root] ?? .init(.max), claim.since) }
            } else {
                opens.append(isAllowed?[index] ?? true ? .first : nil)
            }
        }
    }

    func isSealed(_ region: RegionIndex, _ touch: TouchID) -> Bool { opens[Int(region)].map { touch < $0 } ?? true }

    /// Whether they may not know where the region is.
    func conceals(_ region: RegionIndex) -> Bool { directory[region].followsFingers && opens[Int(region)] == nil }

    /// What a point hits, but for what is in sensitive regions where fingers have moved anything: only that it hits one.
    func veil(_ trace: HitTrace) -> HitTrace {
        var moved: Set<RegionIndex> = []
        for index in directory.records.indices where conceals(RegionIndex(index)) { moved.insert(directory.records[index].sensitiveRoot!) }
        if moved.isEmpty { return trace }
        func root(_ region: RegionIndex) -> RegionIndex? { directory[region].sensitiveRoot.flatMap { moved.contains($0) ? $0 : nil } }
        return trace.telling(trace.result.map { root($0) ?? $0 }) { root($0) == nil }
    }

    /// Whether a touch there is another client's.
    func isSomebodys(_ root: RegionIndex, _ touch: TouchID) -> Bool { somebodys[root].map { touch >= $0 } ?? false }

    func veil(_ frame: RoutedFrame) -> RoutedFrame { frame.veiled(directory, isSealed: isSealed) }

    /// Whether an event is one of those that they get: a veiled one where they may not look, any other where they may.
    func shows(_ event: RoutedTouch) -> Bool {
        let isSealed = event.target.map { self.isSealed($0, event.id) } ?? false
        // In an edited tree the region it names may lie in another that is sensitive now.
        if event.isVeiled { return isSealed && event.receiver.map { directory[$0].sensitiveRoot ?? $0 == $0 } ?? true }
        return !isSealed && !(event.receiver.map { self.isSealed($0, event.id) } ?? false)
    }
}
