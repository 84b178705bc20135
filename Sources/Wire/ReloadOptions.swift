/// How the configuration is to be read again.
public struct ReloadOptions: Hashable, Sendable {
    /// Nothing stays of what fingers and clients have made of the tree.
    public var resets = false
    /// Nothing is done; the answer is what it would be.
    public var isDryRun = false

    public init(resets: Bool = false, isDryRun: Bool = false) { (self.resets, self.isDryRun) = (resets, isDryRun) }
}
