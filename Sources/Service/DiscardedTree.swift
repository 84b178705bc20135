import Synchronization
import TouchCore

/// A tree that nobody needs any more, and that nobody else has: it is freed where it is cleared.
public final class DiscardedTree: Sendable {
    private let tree: Mutex<RegionTree?>

    init(_ tree: RegionTree) { self.tree = Mutex(tree) }

    public func clear() { tree.withLock { $0 = nil } }
}
