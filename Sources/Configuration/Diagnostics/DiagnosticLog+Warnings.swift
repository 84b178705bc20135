import StrictYAML

extension DiagnosticLog {
    /// Adds a warning, unless the file allows it.
    ///
    /// - Parameter message: evaluated only if the warning is kept.
    package func warning(_ mark: Mark, _ id: WarningID, _ message: @autoclosure () -> String) { warning(mark, id: id.rawValue, message()) }
}
