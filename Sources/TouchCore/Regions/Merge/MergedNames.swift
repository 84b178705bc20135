/// The ids in a merged tree. Ids in the file take precedence over ids that clients have added to the file's regions, and these over the ids of
/// regions that clients have added.
struct MergedNames {
    private var given: Set<NamedID> = []

    /// Assigns the ids of responders that belong to no region.
    mutating func assign(_ responders: some Sequence<String>) { given.formUnion(responders.map { .receiver($0) }) }

    /// Assigns the ids that a region has in the file.
    mutating func assign(_ spec: RegionSpec, as now: RegionSpec) {
        given.insert(.receiver(spec.id))
        given.formUnion(Set(NamedID.besides(spec)).intersection(NamedID.besides(now)))
    }

    /// Assigns the ids that clients have added to a region of the file. A controller, interceptor or gesture whose id is taken is removed from
    /// `spec`.
    ///
    /// - Returns: the keys of the properties that have lost parts.
    mutating func assignRest(of spec: inout RegionSpec, as now: RegionSpec) -> [String] {
        let own = Set(NamedID.besides(now))
        var lost: [String] = []
        func assign(_ id: NamedID, _ key: String) -> Bool {
            if own.contains(id) || given.insert(id).inserted { return true }
            if !lost.contains(key) { lost.append(key) }
            return false
        }
        if let controller = spec.controller, !assign(.receiver(controller), "controller") { spec.controller = nil }
        spec.interceptors = spec.interceptors.filter { assign(.receiver($0.id), "intercept") }
        spec.gestures = spec.gestures.filter { assign(.gesture($0.id), "gestures") }
        return lost
    }

    /// Assigns the ids of a region that a client has added, all or none. Returns false if one of them is taken.
    mutating func assignAll(_ spec: RegionSpec) -> Bool {
        let ids = [.receiver(spec.id)] + NamedID.besides(spec)
        if ids.contains(where: given.contains) { return false }
        given.formUnion(ids)
        return true
    }
}
