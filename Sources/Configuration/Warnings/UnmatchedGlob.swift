import TouchCore
import TreeFormat

/// A pattern of an access rule that nothing in the tree fits. (Clients may add what fits.)
enum UnmatchedGlob: WarningRule {
    static let id = WarningID.unmatchedGlob

    /// Suggestions compare patterns with paths and ids, so only so many are made in a file.
    private static let comparisonsMax = 400_000

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let patterns = configuration.root.items("access").flatMap { $0.items("regions") }.compactMap { node in
            node.string.map { (mark: node.mark, text: $0) }
        }
        if patterns.isEmpty { return }
        let directory = configuration.tree.directory
        let matches = directory.matches(patterns.map { [RegionGlob($0.text)] })
        var misses = NearMisses(directory, comparing: comparisonsMax) { _ in true }
        for (pattern, matches) in zip(patterns, matches) where !matches.contains(true) {
            let suffix = misses.near(pattern.text).map { "; did you mean \(quoted($0))?" } ?? ""
            warn(pattern.mark, "no region, controller or interceptor has a path that \(quoted(pattern.text)) fits\(suffix)")
        }
    }
}
