/// A pattern over region paths: `*` stands for one level or a part of one, `**` for any number of levels, none included
/// (so `kiosk/menu/**` is the menu and all in it).
///
/// An automaton with a state a level, all of them in one word: a whole tree is matched in one walk, each region from its
/// parent's states, and a client cannot make that slow (RegionDirectory.matches).
public struct RegionGlob: Hashable, Sendable {
    public let pattern: String
    private let levels: [Level]

    /// The most levels a pattern may have; one with more matches nothing.
    public static let maximumDepth = 62

    private enum Level: Hashable {
        case any
        case one([UInt8])
    }

    public init(_ pattern: String) {
        self.pattern = pattern
        levels = pattern.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            Array($0) == Array("**".utf8) ? .any : .one(Array($0))
        }
    }

    public var depth: Int { levels.count }

    /// Bit n: the first n levels of the pattern are used up.
    typealias States = UInt64

    /// Before the first level of a path.
    var start: States { depth > Self.maximumDepth ? 0 : skippingAny(1) }

    /// After one more level of the path.
    func step(_ states: States, _ id: UnsafeBufferPointer<UInt8>) -> States {
        var next: States = 0
        for index in levels.indices where states & (1 << States(index)) != 0 {
            switch levels[index] {
            case .any: next |= 1 << States(index)
            case .one(let pattern): if wildcardMatches(pattern, id) { next |= 1 << States(index + 1) }
            }
        }
        return skippingAny(next)
    }

    /// Whether a path that ends here matches.
    func accepts(_ states: States) -> Bool { states & (1 << States(levels.count)) != 0 }

    /// `**` may also stand for nothing.
    private func skippingAny(_ states: States) -> States {
        var states = states
        for index in levels.indices where states & (1 << States(index)) != 0 && levels[index] == .any {
            states |= 1 << States(index + 1)
        }
        return states
    }

    public func matches(_ path: String) -> Bool {
        var states = start
        for level in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            states = Array(level).withUnsafeBufferPointer { step(states, $0) }
        }
        return accepts(states)
    }
}

extension RegionDirectory {
    /// By receiver, whether its path matches any of the patterns. One walk over the tree for each.
    public func matches(_ globs: [RegionGlob]) -> [Bool] {
        var matches = Array(repeating: false, count: records.count)
        var states = Array(repeating: RegionGlob.States(0), count: records.count)
        for glob in globs {
            for index in records.indices {
                // Parents stand before their children.
                let before = records[index].parent.map { states[Int($0)] } ?? glob.start
                var id = records[index].id
                states[index] = before == 0 ? 0 : id.withUTF8 { glob.step(before, $0) }
                if glob.accepts(states[index]) { matches[index] = true }
            }
        }
        return matches
    }
}

/// Whether a text matches a pattern in which `*` stands for any run of bytes and `?` for one. O(pattern × text) at worst.
public func wildcardMatches(_ pattern: [UInt8], _ text: some RandomAccessCollection<UInt8>) -> Bool {
    text.withContiguousStorageIfAvailable { wildcardMatches(pattern, $0) } ?? wildcardMatches(pattern, Array(text))
}

func wildcardMatches(_ pattern: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let star = UInt8(ascii: "*")
    var p = 0
    var t = 0
    var retry: (p: Int, t: Int)?
    while t < text.count {
        if p < pattern.count, pattern[p] == star {
            p += 1
            retry = (p, t)
        } else if p < pattern.count, pattern[p] == text[t] || pattern[p] == UInt8(ascii: "?") {
            p += 1
            t += 1
        } else if let (afterStar, from) = retry {
            p = afterStar
            t = from + 1
            retry = (p, t)
        } else {
            return false
        }
    }
    return pattern[p...].allSatisfy { $0 == star }
}
