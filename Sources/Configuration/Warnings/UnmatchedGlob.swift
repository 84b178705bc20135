import TouchCore
import TreeFormat

/// A pattern of an access rule that nothing in the tree fits. (Clients may add what fits.)
enum UnmatchedGlob: WarningRule {
    static let id = WarningID.unmatchedGlob

    /// Suggestions compare patterns with paths and ids, so only so many are made in a file.
    private static let comparisonsMax = 400_000
    private static let patternsMax = 64

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let patterns = configuration.root.items("access").flatMap { $0.items("regions") }.compactMap { node in
            node.string.map { (mark: node.mark, text: $0) }
        }
        if patterns.isEmpty { return }
        let directory = configuration.tree.directory
        var misses = NearMisses(directory, comparing: comparisonsMax) { _ in true }
        // What one walk over the tree finds takes a byte for each pattern and region.
        for start in stride(from: 0, to: patterns.count, by: patternsMax) {
            let some = patterns[start..<min(start + patternsMax, patterns.count)]
            for (pattern, matches) in zip(some, directory.matches(some.map { [RegionGlob($0.text)] })) where !matches.contains(true) {
                let suffix = misses.near(pattern.text).map { "; did you mean \(quoted($0))?" } ?? ""
                warn(pattern.mark, "no region, controller or interceptor has a path that \(quoted(pattern.text)) fits\(suffix)")
            }
        }
    }
}
