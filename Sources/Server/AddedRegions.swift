/// The regions that clients have added. They are removed when their client disconnects.
struct AddedRegions {
    private struct Addition {
        let client: Int
        /// The addition's number, counted over all clients.
        let number: Int
    }

    /// The additions, by region id.
    private var additions: [String: Addition] = [:]
    /// The region ids, by client. Clients without regions are left out.
    private var ids: [Int: Set<String>] = [:]
    private var count = 0

    var isEmpty: Bool { additions.isEmpty }

    /// Records that this client has added the regions. If another client had added some of them before, these no longer belong to that client.
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

    /// Returns the regions of a client in the order of adding, and forgets them.
    mutating func removeAll(of client: Int) -> [String] {
        let own = (ids[client] ?? []).sorted { additions[$0]!.number < additions[$1]!.number }
        for id in own { forget(id) }
        return own
    }

    func checkInvariants(isThere: (String) -> Bool) {
        #if DEBUG
            assert(additions.allSatisfy { ids[$0.value.client]?.contains($0.key) == true })
            assert(ids.values.allSatisfy { !$0.isEmpty } && ids.values.reduce(0) { $0 + $1.count } == additions.count)
            if additions.count > 64 { return }  // checking more would take too long
            for id in additions.keys { assert(isThere(id), "\"\(id)\", which is gone, is still a client's") }
        #endif
    }
}
