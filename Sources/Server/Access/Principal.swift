/// Whom a connection speaks for: its user, or a token that the user's bridge has named. Limits for one user count for one token where it has one.
public struct Principal: Hashable, Sendable, CustomStringConvertible {
    var user: UInt32
    var token: String?

    /// As refusals name it.
    public var description: String { token.map { "token \"\($0)\"" } ?? "user \(user)" }
}
