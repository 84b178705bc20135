import Synchronization
import TouchCore

/// A tree that is no longer used, with the regions of its configuration and the copy that was merged with the next configuration. Nothing else refers
/// to them, so `clear` frees them.
public final class DiscardedTree: Sendable {
    private let trees: Mutex<(RegionTree, ConfiguredTree, TreeInForce?)?>

    init(_ tree: RegionTree, _ configured: ConfiguredTree, _ merged: TreeInForce?) { trees = Mutex((tree, configured, merged)) }

    public func clear() { trees.withLock { $0 = nil } }
}
