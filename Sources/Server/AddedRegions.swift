/// Which client has added which regions: they go when it goes.
struct AddedRegions {
    private struct Addition {
        let client: Int
        /// The how-manyth of all it is.
        let number: Int
    }

    /// By id.
    private var additions: [String: Addition] = [:]
    /// By client, for each that has any.
    private var ids: [Int: Set<String>] = [:]
    private var count = 0

    var isEmpty: Bool { additions.isEmpty }

    /// They are this client's from now on, and nobody else's.
    mutating func add(_ new: some Sequence<String>, by client: Int) {
        for id in new {
            forget(id)
            count += 1
            additions[id] = Addition(client: client, number: count)
            ids[client, default: []].insert(id)
        }
    }

    mutating func forget(_ id: String) {
        guard let addition = additions.removeValue(forKey: id) else { return }
        ids[addition.client]!.remove(id)
        if ids[addition.client]!.isEmpty { ids[addition.client] = nil }
    }

    /// A client's, in the order in which it has added them. They are nobody's then.
    mutating func take(of client: Int) -> [String] {
        let own = (ids[client] ?? []).sorted { additions[$0]!.number < additions[$1]!.number }
        for id in own { forget(id) }
        return own
    }

    func checkInvariants(isThere: (String) -> Bool) {
        #if DEBUG
            assert(additions.allSatisfy { ids[$0.value.client]?.contains($0.key) == true })
            assert(ids.values.allSatisfy { !$0.isEmpty } && ids.values.reduce(0) { $0 + $1.count } == additions.count)
            if additions.count > 64 { return }  // a look at more would take too long
            for id in additions.keys { assert(isThere(id), "\"\(id)\", which is gone, is still a client's") }
        #endif
    }
}
