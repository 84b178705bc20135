import Synchronization
import TouchCore

/// A tree that nobody needs any more, with the configuration's, and that nobody else has: it is freed where it is cleared.
public final class DiscardedTree: Sendable {
    private let trees: Mutex<(RegionTree, ConfiguredTree)?>

    init(_ tree: RegionTree, _ configured: ConfiguredTree) { trees = Mutex((tree, configured)) }

    public func clear() { trees.withLock { $0 = nil } }
}
