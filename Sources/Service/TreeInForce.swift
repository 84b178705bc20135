import TouchCore

/// The tree that a configuration is to replace: as it is, and as the configuration in force has it.
public struct TreeInForce: Sendable {
    public let tree: RegionTree
    let configured: ConfiguredTree
    /// Whether nothing of what fingers and clients have made of it stays.
    var resets = false
}
