/// A pattern over region paths: `*` stands for one level or a part of one, `**` for any number of levels, none included
/// (so `kiosk/menu/**` is the menu and all in it). All other characters stand for themselves.
///
/// Patterns that stand for the same by the order of their stars alone are equal: `**/**` is `**`, `**/*/**` is `*/**`.
public struct RegionGlob: Hashable, Sendable {
    /// How many levels the pattern was given with.
    public let depth: Int
    /// In canonical form: a `**` has no `**` and no `*` after it.
    let levels: [Level]

    /// The most levels a pattern may have; one with more matches nothing.
    public static let maximumDepth = 62

    enum Level: Hashable {
        /// `**`.
        case any
        /// `*`.
        case each
        case literal(PathLevel)
        /// Of which a `*` is a part.
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

    /// A run of `**` and `*` stands for at least as many levels as it has `*`, if it has a `**`.
    private static func canonical(_ given: [Level]) -> [Level] {
        var levels: [Level] = []
        var isOpen = false  // a `**` of this run waits for the run's end
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

/// One level of a path. Equal when the bytes are: a path is matched as it is written, whatever Unicode says is the same.
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
    /// Equal byte for byte, where `==` compares what Unicode says is the same.
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
    /// Between the stars, in order; none is empty.
    private let middle: [[UInt8]]

    init(_ text: [UInt8]) {
        var parts = text.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map { Array($0) }
        first = parts.removeFirst()
        last = parts.popLast() ?? []
        middle = parts.filter { !$0.isEmpty }
    }

    /// O(pattern × id) at worst.
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
