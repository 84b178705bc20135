/// The result of reading the configuration again.
public struct ReloadResult: Sendable {
    /// Whether it is in force; otherwise it is refused as a whole, and the old one stays.
    public var isDone: Bool
    /// Whether it is refused because a trial may not do what it would do.
    public var isNotAllowed = false
    /// Errors and warnings, as `file:line:column: error: …`.
    public var diagnostics: [String]
    /// What fingers and clients had made of the tree and is overruled.
    public var gaveWay: [GaveWayEntry]

    public init(isDone: Bool, diagnostics: [String], gaveWay: [GaveWayEntry] = []) {
        self.isDone = isDone
        self.diagnostics = diagnostics
        self.gaveWay = gaveWay
    }
}
