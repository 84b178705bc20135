/// Whose ids are whose in a merged tree: what the file gives comes first, then what clients have made of its regions, then what they have
/// added.
struct MergedNames {
    private var given: Set<NamedID> = []

    /// The ids of responders that are no region's.
    mutating func give(_ responders: some Sequence<String>) { given.formUnion(responders.map { .receiver($0) }) }

    /// The ids that a region has as the file says.
    mutating func give(_ spec: RegionSpec, as now: RegionSpec) {
        given.insert(.receiver(spec.id))
        given.formUnion(Set(NamedID.besides(spec)).intersection(NamedID.besides(now)))
    }

    /// Gives the other ids of such a region. Parts whose ids are others' are taken out of it.
    ///
    /// - Returns: the properties of which that is so.
    mutating func giveRest(of spec: inout RegionSpec, as now: RegionSpec) -> [String] {
        let own = Set(NamedID.besides(now))
        var lost: [String] = []
        func take(_ id: NamedID, _ key: String) -> Bool {
            if own.contains(id) || given.insert(id).inserted { return true }
            if !lost.contains(key) { lost.append(key) }
            return false
        }
        if let controller = spec.controller, !take(.receiver(controller), "controller") { spec.controller = nil }
        spec.interceptors = spec.interceptors.filter { take(.receiver($0.id), "intercept") }
        spec.gestures = spec.gestures.filter { take(.gesture($0.id), "gestures") }
        return lost
    }

    /// Gives the ids of a region that a client has added, all or none.
    mutating func take(_ spec: RegionSpec) -> Bool {
        let ids = [.receiver(spec.id)] + NamedID.besides(spec)
        if ids.contains(where: given.contains) { return false }
        given.formUnion(ids)
        return true
    }
}
