/// Gathers what the stages of reading one file find. A class, since all of them write to the same one.
final class DiagnosticLog {
    let file: String
    private var entries: [Diagnostic] = []
    private(set) var hasErrors = false

    init(file: String) {
        self.file = file
    }

    func error(_ mark: Mark, _ message: String) {
        hasErrors = true
        entries.append(Diagnostic(severity: .error, file: file, mark: mark, message: message))
    }

    func warning(_ mark: Mark, _ message: String) {
        entries.append(Diagnostic(severity: .warning, file: file, mark: mark, message: message))
    }

    /// By place; those of one place in the order in which they were found. O(n log n).
    var inSourceOrder: [Diagnostic] {
        entries.enumerated()
            .sorted { ($0.element.mark, $0.offset) < ($1.element.mark, $1.offset) }
            .map(\.element)
    }
}
