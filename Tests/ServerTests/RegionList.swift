import Wire

/// The regions that a client knows from its lines, built as docs/protocol.md describes.
struct RegionList {
    /// Nil before the first list.
    private(set) var regions: [JSONValue]?

    var ids: [String]? { regions?.map(Self.id) }

    private static func id(_ region: JSONValue) -> String { region["id"]!.string! }

    /// The first difference between two lists, or nil.
    func difference(to other: RegionList) -> String? {
        if regions == other.regions { return nil }
        if ids != other.ids { return "\(ids ?? []) and \(other.ids ?? [])" }
        return zip(regions!, other.regions!).first { $0 != $1 }.map { "\($0) and \($1)" }
    }

    mutating func apply(_ line: JSONValue) {
        switch line.type {
        case "snapshot", "tree", "config":
            if let all = line["regions"]?.array { regions = all } else if line["added"] != nil { change(line) }
        case "changed":
            for region in line["regions"]!.array! {
                if let place = ids?.firstIndex(of: Self.id(region)) { regions![place] = region }
            }
        default: break
        }
    }

    private mutating func change(_ line: JSONValue) {
        let removed = Set(line["removed"]!.array!.map { $0.string! })
        var rest = regions!.filter { !removed.contains(Self.id($0)) }
        var placed: [String?: [JSONValue]] = [:]
        for move in line["moved"]!.array! {
            let first = rest.firstIndex { Self.id($0) == Self.id(move) }!
            let end = first + 1 + (move.int("following") ?? 0)
            var those = Array(rest[first..<end])
            rest.removeSubrange(first..<end)
            if move["path"] != nil { those[0] = Self.region(move) }
            placed[move["after"]?.string] = those
        }
        for region in line["added"]!.array! { placed[region["after"]?.string] = [Self.region(region)] }
        // Each region goes behind the one that it names, followed by the regions that name it in turn.
        var all: [JSONValue] = []
        var left = Array((placed[nil] ?? [])[...] + rest).reversed() as [JSONValue]
        while let region = left.popLast() {
            all.append(region)
            left += (placed[Self.id(region)] ?? []).reversed()
        }
        regions = all
    }

    /// The region in the form of lists.
    private static func region(_ entry: JSONValue) -> JSONValue {
        guard case .object(var members) = entry else { return entry }
        members["after"] = nil
        return .object(members)
    }
}
