/// A pattern over region paths: `*` stands for one level or a part of one, `**` for any number of levels including none (so
/// `kiosk/menu/**` is the menu and everything in it). All other characters stand for themselves.
///
/// Patterns that differ only in the order of neighbouring stars are equal: `**/**` is `**`, `**/*/**` is `*/**`.
public struct RegionGlob: Hashable, Sendable {
    /// The number of levels in the given pattern.
    public let depth: Int
    /// The levels in canonical form: a `**` is followed by neither `**` nor `*`.
    let levels: [Level]

    /// The largest number of levels; a pattern with more matches nothing.
    public static let maximumDepth = 62

    enum Level: Hashable {
        /// Any number of levels: `**`.
        case any
        /// A single level: `*`.
        case each
        case literal(PathLevel)
        /// A level that contains a `*` besides other characters.
        case wild(Wildcard)
    }

    public init(_ pattern: String) {
        let texts = pattern.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        depth = texts.count
        levels = depth > Self.maximumDepth ? [] : Self.canonical(texts.map { Level(Array($0)) })
    }

    public static func == (a: RegionGlob, b: RegionGlob) -> Bool { a.levels == b.levels }
    public func hash(into hasher: inout Hasher) { hasher.combine(levels) }

    public func matches(_ path: String) -> Bool {
        let ids = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String(Substring($0)) }
        let automaton = GlobAutomaton([[self]])
        var states = automaton.start
        for id in ids { states = automaton.step(states, id) }
        return automaton.accepts(states, set: 0)
    }

    /// Returns the canonical form. In a run of stars, the order does not matter: a run with a `**` stands for at least as many levels as it has `*`.
    private static func canonical(_ given: [Level]) -> [Level] {
        var levels: [Level] = []
        var isOpen = false  // the current run has a `**`, which is put at the run's end
        for level in given {
            switch level {
            case .any: isOpen = true
            case .each: levels.append(.each)
            case .literal, .wild:
                if isOpen { levels.append(.any) }
                isOpen = false
                levels.append(level)
            }
        }
        if isOpen { levels.append(.any) }
        return levels
    }
}

extension RegionGlob.Level {
    fileprivate init(_ text: [UInt8]) {
        let star = UInt8(ascii: "*")
        if text == [star, star] {
            self = .any
        } else if !text.isEmpty, text.allSatisfy({ $0 == star }) {
            self = .each
        } else if text.contains(star) {
            self = .wild(Wildcard(text))
        } else {
            self = .literal(PathLevel(String(decoding: text, as: UTF8.self)))
        }
    }
}

/// A level of a path, compared by bytes: a path is matched as it is written, without Unicode's equivalences.
struct PathLevel: Hashable {
    let id: String

    init(_ id: String) { self.id = id }

    static func == (a: PathLevel, b: PathLevel) -> Bool { a.id.hasSameBytes(as: b.id) }

    func hash(into hasher: inout Hasher) {
        var id = id
        id.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether the strings are equal byte for byte, while `==` uses Unicode's equivalences.
    func hasSameBytes(as other: String) -> Bool {
        let isSame = utf8.withContiguousStorageIfAvailable { a in
            other.utf8.withContiguousStorageIfAvailable { b in a.count == b.count && zip(a, b).allSatisfy(==) }
        }
        return isSame.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
    }
}

/// A level of a pattern in which `*` stands for any run of bytes.
struct Wildcard: Hashable {
    private let first: [UInt8]
    private let last: [UInt8]
    /// The parts between the stars, in order; none is empty.
    private let middle: [[UInt8]]

    init(_ text: [UInt8]) {
        var parts = text.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map { Array($0) }
        first = parts.removeFirst()
        last = parts.popLast() ?? []
        middle = parts.filter { !$0.isEmpty }
    }

    /// Whether the wildcard matches an id. O(pattern × id) at worst.
    func matches(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = id.count - last.count
        guard first.count <= end, found(first, in: id, at: 0), found(last, in: id, at: end) else { return false }
        var place = first.count
        for part in middle {
            while place + part.count <= end, !found(part, in: id, at: place) { place += 1 }
            place += part.count
            if place > end { return false }
        }
        return true
    }

    private func found(_ part: [UInt8], in id: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        for index in part.indices where id[place + index] != part[index] { return false }
        return true
    }
}
