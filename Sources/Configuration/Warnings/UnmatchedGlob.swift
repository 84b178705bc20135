import Text
import TouchCore

/// A pattern of an access rule that nothing in the tree fits. (Clients may add what fits.)
enum UnmatchedGlob: WarningRule {
    static let id = WarningID.unmatchedGlob

    /// Suggestions compare a pattern with every path, so only so many are made in a file.
    private static let suggestionsMax = 20

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let patterns = configuration.root.items("access").flatMap { $0.items("regions") }.compactMap { node in
            node.string.map { (mark: node.mark, text: $0) }
        }
        if patterns.isEmpty { return }
        let directory = configuration.tree.directory
        let matches = directory.matches(patterns.map { [RegionGlob($0.text)] })
        var suggestions = 0
        for (pattern, matches) in zip(patterns, matches) where !matches.contains(true) {
            suggestions += 1
            let suffix = suggestions > suggestionsMax ? "" : suffix(pattern.text, directory)
            warn(pattern.mark, "no region, controller or interceptor has a path that \(quoted(pattern.text)) fits\(suffix)")
        }
    }

    /// An id where a path is wanted, or a path with a slip.
    private static func suffix(_ pattern: String, _ directory: RegionDirectory) -> String {
        let rest = ["/**", "/*"].first { pattern.hasSuffix($0) } ?? ""
        let path = String(pattern.dropLast(rest.count))
        if let known = directory.index(ofID: String(path.split(separator: "/").last ?? "")) {
            return "; did you mean \(quoted(directory[known].path + rest))?"
        }
        let near = suggestion(for: path, among: directory.receivers.lazy.map { directory[$0].path })
        return near.map { "; did you mean \(quoted($0 + rest))?" } ?? ""
    }
}
