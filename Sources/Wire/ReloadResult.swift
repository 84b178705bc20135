/// The result of reading the configuration again.
public struct ReloadResult: Sendable {
    /// Whether it is in force; otherwise it is refused as a whole, and the old one stays.
    public var isDone: Bool
    /// Errors and warnings, as `file:line:column: error: …`.
    public var diagnostics: [String]

    public init(isDone: Bool, diagnostics: [String]) {
        self.isDone = isDone
        self.diagnostics = diagnostics
    }
}
