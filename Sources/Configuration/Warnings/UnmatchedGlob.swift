import StrictYAML
import TouchCore
import TreeFormat

/// A pattern of an access rule that matches nothing in the tree. Clients may still add matching regions.
enum UnmatchedGlob: WarningRule {
    static let id = WarningID.unmatchedGlob

    /// The limit on suggestions per file, because each one compares a pattern with paths and IDs.
    private static let comparisonsMax = 400_000
    private static let patternsMax = 64

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let patterns = configuration.root.items("access").flatMap { $0.items("regions") }.compactMap { node in
            node.string.map { (mark: node.mark, text: $0) }
        }
        if patterns.isEmpty { return }
        let directory = configuration.tree.directory
        var misses = NearMisses(directory, comparing: comparisonsMax) { _ in true }
        // In batches, because the result of one walk over the tree takes a byte for each pattern and region.
        for start in stride(from: 0, to: patterns.count, by: patternsMax) {
            let some = patterns[start..<min(start + patternsMax, patterns.count)]
            for (pattern, matches) in zip(some, directory.matches(some.map { [RegionGlob($0.text)] })) where !matches.contains(true) {
                let suffix = misses.near(pattern.text).map { "; did you mean \(quoted($0))?" } ?? ""
                warn(pattern.mark, "\(quoted(pattern.text)) matches no region, controller or interceptor\(suffix)")
            }
        }
    }
}
