import Text

/// The diagnostics from reading one file. It is a class because all stages write to it.
///
/// It keeps the first hundred errors and the first hundred warnings of the file, and counts the rest. So neither the memory nor the number of
/// messages grows with the number of mistakes.
public final class DiagnosticLog {
    /// The number of diagnostics of each severity that are reported.
    package static let shown = 100

    package let file: String
    /// Returns true if the file itself allows the warning with this ID at this place. Such warnings are not reported.
    package var allows: (_ id: String, _ mark: Mark) -> Bool = { _, _ in false }
    private var errors = Kept()
    private var warnings = Kept()
    private var found = 0

    package init(file: String) {
        self.file = file
    }

    public var hasErrors: Bool { errors.count > 0 }
    /// The number of errors, including those that are not kept.
    package var errorCount: Int { errors.count }
    package var warningCount: Int { warnings.count }
    /// True if there are errors that are not reported.
    package var hasMoreErrors: Bool { errors.count > Self.shown }

    /// Adds an error.
    ///
    /// - Parameter message: evaluated only if the error is kept, so that a file full of mistakes costs no strings.
    public func error(_ mark: Mark, _ message: @autoclosure () -> String) { add(mark, nil, to: &errors, message) }

    /// Adds a warning, unless the file allows it.
    ///
    /// - Parameter message: evaluated only if the warning is kept.
    package func warning(_ mark: Mark, id: String, _ message: @autoclosure () -> String) {
        if !allows(id, mark) { add(mark, id, to: &warnings, message) }
    }

    private func add(_ mark: Mark, _ id: String?, to kept: inout Kept, _ message: () -> String) {
        found += 1
        kept.count += 1
        if kept.wants(mark) { kept.add(Entry(mark: mark, number: found, id: id, message: message())) }
    }

    /// The diagnostics by place, and at the same place in the order in which they were found. The numbers of omitted ones come last.
    package var inSourceOrder: [Diagnostic] {
        func listed(_ kept: Kept, _ severity: Diagnostic.Severity) -> [(entry: Entry, severity: Diagnostic.Severity)] {
            kept.first.map { ($0, severity) }
        }
        let all = (listed(errors, .error) + listed(warnings, .warning)).sorted { $0.entry < $1.entry }
        func diagnostic(_ severity: Diagnostic.Severity, _ mark: Mark, _ message: String, _ id: String? = nil) -> Diagnostic {
            Diagnostic(severity: severity, id: id, file: file, mark: mark, message: message)
        }
        return all.map { diagnostic($0.severity, $0.entry.mark, $0.entry.message, $0.entry.id) }
            + [(errors, Diagnostic.Severity.error), (warnings, .warning)].compactMap { kept, severity in
                kept.count > Self.shown ? diagnostic(severity, .ofFile, "\(kept.count - Self.shown) more") : nil
            }
    }

    private struct Entry {
        var mark: Mark
        /// The position in the order in which diagnostics were found.
        var number: Int
        var id: String?
        var message: String

        static func < (a: Entry, b: Entry) -> Bool { (a.mark, a.number) < (b.mark, b.number) }
    }

    /// The first `shown` entries by place, and up to as many candidates that are not yet sorted out.
    private struct Kept {
        private var entries: [Entry] = []
        /// The place after which new entries are dropped, because `shown` entries precede it. Nil until `entries` has been shortened once.
        private var last: Mark?
        var count = 0

        var first: [Entry] { Array(entries.sorted(by: <).prefix(DiagnosticLog.shown)) }

        func wants(_ mark: Mark) -> Bool { last.map { mark < $0 } ?? true }

        mutating func add(_ entry: Entry) {
            entries.append(entry)
            if entries.count < 2 * DiagnosticLog.shown { return }
            entries = first
            last = entries.last?.mark
        }
    }
}
