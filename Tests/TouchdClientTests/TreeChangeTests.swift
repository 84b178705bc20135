import JSON
import Support
import Testing

@testable import TouchdClient

@Suite struct `The list that comes of a change` {
    private static func region(_ id: String, _ path: String) -> String {
        #"{"id":"\#(id)","path":"\#(path)","kind":"view","screen":"s","bounds":[0,0,9,9],"toScreen":[1,0,0,1,0,0]}"#
    }

    private static func list(_ ids: [String]) throws -> [Region] {
        try ids.map { try Region(try JSONReader.parse(Array(region($0, "old").utf8))) }
    }

    private static func change(added: [String] = [], removed: [String] = [], moved: [String] = []) throws -> TreeChange {
        let removed = removed.map { #""\#($0)""# }
        let line =
            #"{"generation":2,"added":[\#(added.joined(separator: ","))],"removed":[\#(removed.joined(separator: ","))],"#
            + #""moved":[\#(moved.joined(separator: ","))]}"#
        return try TreeChange(try JSONReader.parse(Array(line.utf8)))
    }

    private static func entry(_ region: String, after: String?) -> String {
        after.map { region.dropLast() + #","after":"\#($0)"}"# } ?? region
    }

    /// Applies the change as docs/protocol.md describes: step by step, searching for each region.
    private static func model(_ change: TreeChange, _ regions: [Region]) -> [Region] {
        let new = change.added.map(\.id)
        var now = regions.filter { !change.removed.contains($0.id) && !new.contains($0.id) }
        let known = new + now.map(\.id)
        var groups: [(after: String?, those: [Region])] = []
        func put(_ those: [Region], _ after: String?) {
            let after = after.map { known.contains($0) ? $0 : "" }
            if let index = groups.firstIndex(where: { $0.after == after }) {
                groups[index].those += those
            } else {
                groups.append((after, those))
            }
        }
        for one in change.added { put([one.region!], one.after) }
        for one in change.moved {
            guard let first = now.firstIndex(where: { $0.id == one.id }) else { continue }
            let range = first..<min(first + 1 + one.following, now.count)
            put([one.region ?? now[first]] + now[range].dropFirst(), one.after)
            now.removeSubrange(range)
        }
        now = (groups.first { $0.after == nil }?.those ?? []) + now + (groups.first { $0.after == "" }?.those ?? [])
        groups.removeAll { $0.after == nil || $0.after == "" }
        while let index = groups.firstIndex(where: { group in now.contains { $0.id == group.after } }) {
            let group = groups.remove(at: index)
            now.insert(contentsOf: group.those, at: now.firstIndex { $0.id == group.after }! + 1)
        }
        return now
    }

    @Test func `it is as the protocol says, whether the change fits or not`() throws {
        var random = SeededRandom()
        for _ in 0..<rounds(500) {
            let ids = (0..<random(12)).map { "r\($0)" }
            let new = (0..<random(4)).map { "n\($0)" } + ids.filter { _ in random(20) == 0 }
            let after = { (random: inout SeededRandom) in ([nil, "unknown"] + ids + new).randomElement(using: &random)! }
            let added = new.map { Self.entry(Self.region($0, "new"), after: after(&random)) }
            let moved = (ids + ["x"]).filter { _ in random(3) == 0 }.shuffled(using: &random).map { id in
                let following = #"{"id":"\#(id)","following":\#(random(4))}"#
                return Self.entry(random(2) == 0 ? Self.region(id, "moved") : following, after: after(&random))
            }
            let change = try Self.change(added: added, removed: (ids + ["y"]).filter { _ in random(4) == 0 }, moved: moved)
            let list = try Self.list(ids)
            let (now, right) = (change.applied(to: list), Self.model(change, list))
            #expect(now.map(\.id) == right.map(\.id) && now.map(\.path) == right.map(\.path), "\(change) of \(ids)")
        }
    }

    @Test func `all regions of a large one may be others`() throws {
        let ids = (0..<5000).map { "r\($0)" }
        let moved = ids.indices.reversed().map { Self.entry(Self.region(ids[$0], "moved"), after: $0 > 0 ? ids[$0 - 1] : nil) }
        let now = try Self.change(moved: moved).applied(to: try Self.list(ids))
        #expect(now.map(\.id) == ids && now.allSatisfy { $0.path == "moved" })
    }
}
