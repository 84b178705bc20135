/// The warnings that a file says in its comments that it means: `# touchctl: allow never-hit, small-button: the program moves it`.
///
/// A comment behind something is about its line, one on a line of its own about the next line that is none: about what is there, and about
/// all that the entries hold that begin there.
struct AllowedWarnings {
    private struct Allowance {
        var id: WarningID
        /// Of the entries that begin on its line: all that has a place begins one.
        var extents: [ClosedRange<Mark>]
    }

    /// A comment that allows what there is not.
    struct Fault {
        var mark: Mark
        var message: String
    }

    private var allowances: [Allowance] = []
    private(set) var faults: [Fault] = []

    init() {}

    /// - Parameter root: what the text says.
    init(_ text: [UInt8], _ root: YAMLNode) {
        guard AllowComment.mayBe(in: text) else { return }
        let comments = AllowComment.all(in: text)
        if comments.isEmpty { return }
        var extents: [Int: [ClosedRange<Mark>]] = [:]
        for comment in comments { extents[comment.line] = [] }
        _ = Self.collect(root, into: &extents)
        for comment in comments {
            if comment.words.isEmpty {
                faults.append(Fault(mark: comment.mark, message: "this comment allows no warning: after \"allow\" come ids of warnings"))
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

    func contains(_ id: WarningID, at mark: Mark) -> Bool {
        allowances.contains { $0.id == id && $0.extents.contains { $0.contains(mark) } }
    }

    /// Adds the extents of elements of lists, and of keys with their values, that begin on one of the lines.
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
