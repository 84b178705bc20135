/// Gathers what the stages of reading one file find. A class, since all of them write to the same one.
package final class DiagnosticLog {
    package let file: String
    private var entries: [Diagnostic] = []
    package private(set) var hasErrors = false

    package init(file: String) {
        self.file = file
    }

    package func error(_ mark: Mark, _ message: String) {
        hasErrors = true
        entries.append(Diagnostic(severity: .error, file: file, mark: mark, message: message))
    }

    package func warning(_ mark: Mark, _ message: String) {
        entries.append(Diagnostic(severity: .warning, file: file, mark: mark, message: message))
    }

    /// By place; those of one place in the order in which they were found. O(n log n).
    package var inSourceOrder: [Diagnostic] {
        entries.enumerated()
            .sorted { ($0.element.mark, $0.offset) < ($1.element.mark, $1.offset) }
            .map(\.element)
    }
}
