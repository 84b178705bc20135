import JSON

/// A change of the list of regions. Clients with `treeChanges` get it instead of `tree`.
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

    /// Returns the list after the change. O(regions and changes).
    ///
    /// Regions that are missing in `regions` although the change refers to them are left out, and regions that belong behind a missing one come last.
    public func applied(to regions: [Region]) -> [Region] {
        let new = Set(added.map(\.id))
        let gone = new.union(removed)
        let rest = regions.filter { !gone.contains($0.id) }
        var places = Dictionary(zip(rest.map(\.id), rest.indices), uniquingKeysWith: { $1 })
        let known = new.union(places.keys)
        var neighbours = Neighbours(rest.count)
        func removePlace(_ place: Int) -> Region {
            neighbours.remove(place)
            places[rest[place].id] = nil
            return rest[place]
        }
        var placed: [String?: [Region]] = [:]
        var last: [Region] = []
        func put(_ those: [Region], behind region: String?) {
            if region.map(known.contains) ?? true { placed[region, default: []] += those } else { last += those }
        }
        for one in added { put([one.region!], behind: one.after) }
        for one in moved {
            guard var place = places[one.id] else { continue }
            let region = removePlace(place)
            var those = [one.region ?? region]
            while those.count <= one.following, let next = neighbours.next(place) {
                place = next
                those.append(removePlace(place))
            }
            put(those, behind: one.after)
        }
        var left: [Region] = last.reversed()
        left += neighbours.all.reversed().map { rest[$0] }
        left += (placed[nil] ?? []).reversed()
        var now: [Region] = []
        while let region = left.popLast() {
            now.append(region)
            left += (placed.removeValue(forKey: region.id) ?? []).reversed()
        }
        return now
    }
}

/// The neighbours of each place in a list from which places are removed.
private struct Neighbours {
    /// The neighbours of each place. The last entry stands for the ends of the list.
    private var before: [Int]
    private var behind: [Int]
    private var end: Int { before.count - 1 }

    init(_ count: Int) {
        before = [count] + Array(0..<count)
        behind = Array(1..<count + 1) + [0]
    }

    /// Removes a place, which must not be removed twice. `next` still works for the removed place.
    mutating func remove(_ place: Int) {
        behind[before[place]] = behind[place]
        before[behind[place]] = before[place]
    }

    func next(_ place: Int) -> Int? { behind[place] == end ? nil : behind[place] }

    var all: [Int] {
        var all: [Int] = []
        while let place = next(all.last ?? end) { all.append(place) }
        return all
    }
}
