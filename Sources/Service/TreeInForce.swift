import Synchronization
import TouchCore

/// The tree that a configuration is to replace: as it is, and as the configuration in force has it.
public struct TreeInForce: Sendable {
    public private(set) var tree: RegionTree
    let configured: ConfiguredTree
    /// What clients have made of it.
    var authors = EditAuthors()
    /// Whether nothing of what fingers and clients have made of it stays.
    var resets = false
    /// The text of the file when it was read last. A trial is compared with it.
    var fileText: [UInt8] = []

    /// The same in memory of its own. As long as the loop's tree shares its memory, the loop's next change copies that first.
    func detached() -> TreeInForce {
        var own = self
        own.tree.detach()
        own.authors.detach()
        return own
    }
}

/// A tree until it is in force, at the one place where it is.
final class MadeTree: Sendable {
    private let tree: Mutex<RegionTree>

    init(_ tree: RegionTree) { self.tree = Mutex(tree) }

    var value: RegionTree { tree.withLock { $0 } }

    func change<Result: Sendable>(_ body: (inout sending RegionTree) -> sending Result) -> Result { tree.withLock(body) }
}

/// The tree that a configuration was made to replace, until it is known whether it still does. It is let go then: what is in it is freed
/// beside the loop.
final class ReplacedTree: Sendable {
    private let inForce: Mutex<TreeInForce?>

    init(_ inForce: TreeInForce?) { self.inForce = Mutex(inForce) }

    var value: TreeInForce? { inForce.withLock { $0 } }

    func take() -> TreeInForce? {
        inForce.withLock { inForce in
            defer { inForce = nil }
            return inForce
        }
    }
}
