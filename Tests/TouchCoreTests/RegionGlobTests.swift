import Support
import Testing

@testable import TouchCore

/// Patterns over region paths, compared with plain matching level by level and byte by byte.
@Suite struct RegionGlobTests {
    private static func obvious(_ pattern: ArraySlice<String>, _ path: ArraySlice<String>) -> Bool {
        guard let level = pattern.first else { return path.isEmpty }
        let rest = pattern.dropFirst()
        if level == "**" { return obvious(rest, path) || !path.isEmpty && obvious(pattern, path.dropFirst()) }
        guard let id = path.first else { return false }
        return obvious(Array(level.utf8)[...], Array(id.utf8)[...]) && obvious(rest, path.dropFirst())
    }

    private static func obvious(_ pattern: ArraySlice<UInt8>, _ id: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return id.isEmpty }
        if first == UInt8(ascii: "*") { return obvious(pattern.dropFirst(), id) || !id.isEmpty && obvious(pattern, id.dropFirst()) }
        return id.first == first && obvious(pattern.dropFirst(), id.dropFirst())
    }

    private static func obvious(_ pattern: String, _ path: String) -> Bool {
        func levels(_ text: String) -> [String] {
            text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String(Substring($0)) }
        }
        return obvious(levels(pattern)[...], levels(path)[...])
    }

    private struct Made {
        var random: SeededRandom
        static let letters = ["a", "a", "b", "ab", "?", "é", "e\u{301}", "日", " ", "\\", "[a]", ".", "'"]

        mutating func text(_ most: Int, _ letters: [String] = letters) -> String {
            (0...random(most)).map { _ in letters[random(letters.count)] }.joined()
        }

        mutating func tree() -> RegionTree {
            var taken: Set<String> = []
            func isNew(_ id: String) -> Bool { taken.insert(id).inserted }
            func region(_ depth: Int) -> RegionSpec? {
                let id = text(3)
                guard isNew(id) else { return nil }
                var spec = RegionSpec(id: id, kind: depth == 0 ? .window : .view, geometry: RegionGeometry(frame: Rect(0, 0, 9, 9)))
                if random(6) == 0 {
                    let controller = text(3)
                    if isNew(controller) { spec.controller = controller }
                }
                if depth < 6 { spec.children = (0..<random(5)).compactMap { _ in region(depth + 1) } }
                return spec
            }
            return RegionTree([ScreenSpec(id: "s", size: Size(9, 9), windows: (0...random(3)).compactMap { _ in region(0) })])
        }

        mutating func pattern(_ tree: RegionTree) -> String {
            (0...random(7)).map { _ in
                switch random(8) {
                case 0...2: "**"
                case 3, 4: "*"
                case 5: text(3, Self.letters + ["*", "*", "**"])
                case 6 where random(9) == 0: ["", "***"][random(2)]
                default: tree.records.isEmpty ? "a" : tree.records[random(tree.records.count)].id
                }
            }.joined(separator: "/")
        }
    }

    @Test func `a walk matches what the obvious way matches, and so does one that knows another tree`() {
        for _ in 0..<rounds(60) {
            let seed = givenSeed ?? newSeed()
            var made = Made(random: SeededRandom(seed: seed))
            let trees = (made.tree(), made.tree())
            let patterns = (0...made.random(3)).map { _ in (0..<made.random(5)).map { _ in made.pattern(trees.0) } }
            let sets = patterns.map { $0.map(RegionGlob.init) }
            let known = trees.0.directory.matches(sets)
            for (patterns, matches) in zip(patterns, known) {
                for (record, isMatch) in trees.0.records.enumerated().map({ ($1, matches[$0]) }) {
                    let wanted = patterns.contains { Self.obvious($0, record.path) }
                    #expect(isMatch == wanted, "seed \(seed): \(patterns) \(record.path)")
                    #expect(patterns.contains { RegionGlob($0).matches(record.path) } == wanted, "seed \(seed): \(patterns) \(record.path)")
                }
            }
            var steps = 0
            let next = RegionTree(trees.1.screenSpecs, succeeding: trees.0).directory
            let change = next.change(from: trees.0.directory)
            for id in next.receivers {
                let isThere = trees.0.records.contains { !$0.id.isEmpty && Array($0.path.utf8) == Array(next[id].path.utf8) }
                #expect(isThere || change.described.contains(id), "seed \(seed): \(next[id].path)")
            }
            var updated = known
            for set in updated.indices { for region in change.removed { updated[set][region.slot] = false } }
            next.match(change.described, GlobAutomaton(sets), &updated, &steps)
            #expect(updated == next.matches(sets), "seed \(seed)")
            if givenSeed != nil { break }
        }
    }

    @Test(arguments: [
        ("**/**", "**"), ("**/*", "*/**"), ("**/*/**/*/**", "*/*/**"), ("a/**/**/*/b", "a/*/**/b"), ("a/***/b", "a/*/b"), ("a**b", "a*b"),
        (Array(repeating: "**/*", count: 30).joined(separator: "/") + "/zz", Array(repeating: "*/", count: 30).joined() + "**/zz"),
    ])
    func `patterns that mean the same are equal`(_ one: String, _ other: String) { #expect(RegionGlob(one) == RegionGlob(other)) }

    @Test(arguments: [("**", "*"), ("*/**", "**"), ("a/b", "a/*"), ("é", "e\u{301}"), ("a*", "*a"), ("a*b*", "a*b"), ("", "*")])
    func `patterns that do not mean the same are not equal`(_ one: String, _ other: String) { #expect(RegionGlob(one) != RegionGlob(other)) }

    @Test func `only a star stands for anything else`() {
        #expect(RegionGlob("w/help?").matches("w/help?") && !RegionGlob("w/help?").matches("w/helpx"))
        #expect(RegionGlob("w/[a]").matches("w/[a]") && !RegionGlob("w/[a]").matches("w/a"))
    }

    /// The most expensive patterns that a user may have need only a few words of state per region.
    @Test func `512 hostile patterns are one walk, and another region is one step`() {
        let patterns = (0..<512).map { RegionGlob(Array(repeating: "**/*/", count: 30).joined() + "zz\($0)") }
        let sets = (0..<16).map { Array(patterns[(32 * $0)..<(32 * $0 + 32)]) }
        func tree(_ more: Int, after old: RegionTree? = nil) -> RegionTree {
            func nest(_ depth: Int, _ number: Int) -> RegionSpec {
                var spec = RegionSpec(id: "d\(number)_\(depth)", geometry: RegionGeometry(frame: Rect(0, 0, 9, 9)))
                if depth > 0 { spec.children = [nest(depth - 1, number)] }
                return spec
            }
            var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 9, 9)))
            window.children = (0..<(50 + more)).map { nest(5, $0) }
            return RegionTree([ScreenSpec(id: "s", size: Size(9, 9), windows: [window])], succeeding: old)
        }
        let first = tree(0)
        let old = first.directory
        var steps = 0
        var matches = sets.map { _ in [Bool]() }
        old.match(old.receivers, GlobAutomaton(sets), &matches, &steps)
        // 32 levels and the end of each pattern, 32 patterns a set.
        let words = sets.count * ((32 * 33 + 63) / 64)
        #expect((1...old.records.count * words).contains(steps))
        steps = 0
        let new = tree(1, after: first).directory
        new.match(new.change(from: old).described, GlobAutomaton(sets), &matches, &steps)
        #expect((1...7 * words).contains(steps), "six more regions and the window")
    }
}
