import Text
import TouchCore

/// Suggestions for patterns that match no region. They name only regions that the client may know.
package struct NearMisses {
    private let directory: RegionDirectory
    private let known: [RegionID]
    /// Whether the region may be known, by slot.
    private var isKnown: [Bool]
    /// The number of paths and ids that may still be compared.
    private var comparisonsLeft: Int

    /// Prepares suggestions.
    ///
    /// - Parameters:
    ///   - most: the number of paths and ids that may be compared.
    ///   - isKnown: whether a region may be known.
    package init(_ directory: RegionDirectory, comparing most: Int, _ isKnown: (RegionID) -> Bool) {
        comparisonsLeft = most
        self.directory = directory
        known = directory.receivers.filter(isKnown)
        self.isKnown = Array(repeating: false, count: directory.slotCount)
        for region in known { self.isKnown[region.slot] = true }
    }

    /// Returns a similar pattern that matches a known region; nil if none is found.
    package mutating func near(_ glob: String) -> String? {
        // An extra slash at the beginning or the end is a likely slip, too.
        let levels = glob.split(at: "/").map(String.init)
        guard let last = levels.last else { return nil }
        guard let star = levels.firstIndex(where: { $0.has("*") }) else { return near(levels.joined(separator: "/"), last) }
        var candidates: [String] = []
        let rest = levels[star...].joined(separator: "/")
        if star > 0, let head = near(levels[..<star].joined(separator: "/"), levels[star - 1]) { candidates.append(head + "/" + rest) }
        if !last.has("*"), let id = near(id: last) { candidates.append((levels.dropLast() + [id]).joined(separator: "/")) }
        return candidates.first { $0 != glob && fits($0) }
    }

    /// Returns the path of a known region that is similar to a path without stars.
    ///
    /// - Parameter last: the last level of the path.
    private mutating func near(_ path: String, _ last: String) -> String? {
        if let region = directory.index(ofID: last), isKnown[region.slot] { return directory[region].path }
        if spend(), let near = suggestion(for: path, among: known.lazy.map { [directory] in directory[$0].path }) { return near }
        return near(id: last).flatMap { directory.index(ofID: $0) }.map { directory[$0].path }
    }

    private mutating func near(id: String) -> String? {
        spend() ? suggestion(for: id, among: known.lazy.map { [directory] in directory[$0].id }) : nil
    }

    private mutating func fits(_ glob: String) -> Bool {
        if !spend() { return false }
        let matches = directory.matches([RegionGlob(glob)])
        return known.contains { matches[$0.slot] }
    }

    /// Counts the comparisons of one walk over all known regions. Returns false if there are more than the limit.
    private mutating func spend() -> Bool {
        comparisonsLeft -= known.count
        return comparisonsLeft >= 0
    }
}
