/// A pattern over region paths: `*` stands for one level or a part of one, `**` for any number of levels, none included
/// (so `kiosk/menu/**` is the menu and all in it).
public struct RegionGlob: Hashable, Sendable {
    public let pattern: String
    private let levels: [Level]

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

    /// O(levels of the path × levels of the pattern).
    public func matches(_ path: String) -> Bool {
        matches(path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...], levels[...])
    }

    private func matches(_ path: ArraySlice<Substring.UTF8View>, _ levels: ArraySlice<Level>) -> Bool {
        // The usual two-pointer walk: a later `**` takes over from an earlier one, so nothing is tried twice.
        var path = path
        var levels = levels
        var retry: (path: ArraySlice<Substring.UTF8View>, levels: ArraySlice<Level>)?
        while true {
            switch levels.first {
            case .any:
                levels = levels.dropFirst()
                retry = (path, levels)
                continue
            case .one(let pattern) where path.first.map { wildcardMatches(pattern, Array($0)) } == true:
                path = path.dropFirst()
                levels = levels.dropFirst()
                continue
            case nil where path.isEmpty:
                return true
            default:
                break
            }
            guard let (from, after) = retry, !from.isEmpty else { return false }
            path = from.dropFirst()
            levels = after
            retry = (path, after)
        }
    }
}

/// Whether a text matches a pattern in which `*` stands for any run of bytes and `?` for one. O(pattern × text) at worst.
public func wildcardMatches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
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
