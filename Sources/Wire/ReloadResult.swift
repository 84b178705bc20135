/// The result of reading the configuration again.
public struct ReloadResult: Sendable {
    /// True if the new configuration is in force. Otherwise all of it is refused, and the old one stays.
    public var isDone: Bool
    /// True if it was refused because a trial may not make these changes.
    public var isNotAllowed = false
    /// Errors and warnings, in the form `file:line:column: error: …`.
    public var diagnostics: [String]
    /// Changes by fingers and clients that the reload overruled.
    public var gaveWay: [GaveWayEntry]

    public init(isDone: Bool, diagnostics: [String], gaveWay: [GaveWayEntry] = []) {
        self.isDone = isDone
        self.diagnostics = diagnostics
        self.gaveWay = gaveWay
    }
}
