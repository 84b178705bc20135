import Synchronization
import TouchCore

/// The tree that a configuration will replace, with the regions as the configuration in force states them.
public struct TreeInForce: Sendable {
    public private(set) var tree: RegionTree
    let configured: ConfiguredTree
    /// The clients that have changed the tree.
    var authors = EditAuthors()
    /// Whether all changes that fingers and clients have made are discarded.
    var resets = false
    /// The text of the file when it was last read. A trial is compared with it.
    var fileText: [UInt8] = []

    /// Returns a copy with separate memory. If the copy shared the memory of the loop's tree, the loop would have to copy the tree before its next
    /// change.
    func detached() -> TreeInForce {
        var own = self
        own.tree.detach()
        own.authors.detach()
        return own
    }
}

/// A new tree that is not in force yet. This object holds the only reference to the tree.
final class MadeTree: Sendable {
    private let tree: Mutex<RegionTree>

    init(_ tree: RegionTree) { self.tree = Mutex(tree) }

    var value: RegionTree { tree.withLock { $0 } }

    func change<Result: Sendable>(_ body: (inout sending RegionTree) -> sending Result) -> Result { tree.withLock(body) }
}

/// The tree that a configuration was made to replace, kept until the configuration is used. The tree is then freed in a background thread.
final class ReplacedTree: Sendable {
    private let inForce: Mutex<TreeInForce?>

    init(_ inForce: TreeInForce?) { self.inForce = Mutex(inForce) }

    var value: TreeInForce? { inForce.withLock { $0 } }

    func extract() -> TreeInForce? {
        inForce.withLock { inForce in
            defer { inForce = nil }
            return inForce
        }
    }
}
