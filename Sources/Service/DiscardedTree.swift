import Synchronization
import TouchCore

/// A tree that nobody needs any more, with the configuration's and the copy that was merged, and that nobody else has: it is freed
/// where it is cleared.
public final class DiscardedTree: Sendable {
    private let trees: Mutex<(RegionTree, ConfiguredTree, TreeInForce?)?>

    init(_ tree: RegionTree, _ configured: ConfiguredTree, _ merged: TreeInForce?) { trees = Mutex((tree, configured, merged)) }

    public func clear() { trees.withLock { $0 = nil } }
}
