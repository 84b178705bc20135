import JSON

/// Regions came, went or changed places: comes in place of `tree` to clients with `treeChanges`.
public struct TreeChange: Sendable {
    public var generation: Int
    public var added: [Placed] = []
    public var removed: [String] = []
    public var moved: [Placed] = []

    init(_ line: JSONValue) throws(Alive.Malformed) {
        generation = try line.generation()
        for fields in try line.list("added") { added.append(try Placed(fields)) }
        for id in try line.list("removed") {
            guard let id = id.string else { throw Alive.Malformed() }
            removed.append(id)
        }
        for fields in try line.list("moved") { moved.append(try Placed(fields)) }
        if !added.allSatisfy({ $0.region != nil }) { throw Alive.Malformed() }
    }

    /// The list that comes of the one before.
    public func applied(to regions: [Region]) -> [Region] {
        let gone = Set(removed)
        var rest = regions.filter { !gone.contains($0.id) }
        var placed: [String?: [Region]] = [:]
        for one in added { placed[one.after] = [one.region!] }
        for one in moved {
            guard let first = rest.firstIndex(where: { $0.id == one.id }) else { continue }
            let range = first..<min(first + 1 + one.following, rest.count)
            placed[one.after] = [one.region ?? rest[first]] + rest[range].dropFirst()
            rest.removeSubrange(range)
        }
        var now: [Region] = []
        var left = Array(((placed[nil] ?? []) + rest).reversed())
        while let region = left.popLast() {
            now.append(region)
            left += (placed[region.id] ?? []).reversed()
        }
        return now
    }
}
