import StrictYAML

/// The warnings that a file allows in its comments: `# touchctl: allow never-hit, small-button: the program moves it`.
///
/// A comment after other content applies to its line. A comment alone on its line applies to the next line that is not a comment. It covers all
/// entries that begin on the line to which it applies, with everything in them.
struct AllowedWarnings {
    private struct Allowance {
        var id: WarningID
        /// The extents of the entries that begin on the comment's line. Every place in a file is in an entry.
        var extents: [ClosedRange<Mark>]
    }

    /// A comment that allows nothing, or an unknown warning.
    struct Fault {
        var mark: Mark
        var message: String
    }

    private var allowances: [Allowance] = []
    private(set) var faults: [Fault] = []

    init() {}

    /// Reads the comments of a file.
    ///
    /// - Parameter root: the tree of the same text.
    init(_ text: [UInt8], _ root: YAMLNode) {
        guard AllowComment.mayOccur(in: text) else { return }
        let comments = AllowComment.all(in: text)
        if comments.isEmpty { return }
        var extents: [Int: [ClosedRange<Mark>]] = [:]
        for comment in comments { extents[comment.line] = [] }
        _ = Self.collect(root, into: &extents)
        for comment in comments {
            if comment.words.isEmpty {
                faults.append(Fault(mark: comment.mark, message: "this comment allows no warning; write ids of warnings after \"allow\""))
            }
            for word in comment.words {
                guard let id = WarningID(rawValue: word) else {
                    let suffix = suggestionSuffix(for: word, among: WarningID.allCases.map(\.rawValue))
                    faults.append(Fault(mark: comment.mark, message: "there is no warning \(quoted(word)) to allow\(suffix)"))
                    continue
                }
                allowances.append(Allowance(id: id, extents: extents[comment.line] ?? []))
            }
        }
    }

    func contains(_ id: String, at mark: Mark) -> Bool {
        allowances.contains { $0.id.rawValue == id && $0.extents.contains { $0.contains(mark) } }
    }

    /// Adds the extents of list elements, and of keys with their values, that begin on one of the lines.
    ///
    /// - Returns: the last place in the node.
    private static func collect(_ node: YAMLNode, into extents: inout [Int: [ClosedRange<Mark>]]) -> Mark {
        var last = node.mark
        func add(_ first: Mark, _ end: Mark) {
            extents[first.line]?.append(first...max(first, end))
            last = max(last, end)
        }
        switch node.content {
        case .scalar, .number, .refused: break
        case .list(let items): for item in items { add(item.mark, collect(item, into: &extents)) }
        case .mapping(let entries): for entry in entries { add(entry.mark, collect(entry.value, into: &extents)) }
        }
        return last
    }
}
