/// The party that a connection acts for: its user, or the token that the connection has named. For a connection with a token, limits per user apply
/// per token.
public struct Principal: Hashable, Sendable, CustomStringConvertible {
    var user: UInt32
    var token: String?

    /// The name in refusals.
    public var description: String { token.map { "token \"\($0)\"" } ?? "user \(user)" }
}
