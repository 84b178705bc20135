import StrictYAML

/// Finds redirects that lead back to themselves, which would never give an answer.
struct RedirectCycles {
    private struct Redirect {
        var target: String
        var mark: Mark
    }

    /// The maximum number of regions of a cycle that a message names.
    private static let shownMax = 8

    private var redirects: [String: Redirect] = [:]
    private var order: [String] = []

    mutating func add(from id: String, to target: String, _ mark: Mark) {
        guard redirects[id] == nil else { return }
        redirects[id] = Redirect(target: target, mark: mark)
        order.append(id)
    }

    /// Logs each cycle once, at its first region. O(redirects): every region has at most one redirect and is visited once.
    func check(log: DiagnosticLog) {
        var walkOf: [String: Int] = [:]
        for (walk, start) in order.enumerated() {
            var id = start
            while walkOf[id] == nil, let redirect = redirects[id] {
                walkOf[id] = walk
                id = redirect.target
            }
            guard walkOf[id] == walk else { continue }
            var path = [id]
            var next = redirects[id]!.target
            while next != id {
                path.append(next)
                next = redirects[next]!.target
            }
            let first = path.indices.min { redirects[path[$0]]!.mark < redirects[path[$1]]!.mark }!
            let cycle = path[first...] + path[..<first]
            let shown = cycle.count > Self.shownMax ? cycle.prefix(Self.shownMax) + ["…"] : cycle
            let round = (shown + [path[first]]).joined(separator: " → ")
            log.error(redirects[path[first]]!.mark, "redirects go round in a circle: \(round)")
        }
    }
}
