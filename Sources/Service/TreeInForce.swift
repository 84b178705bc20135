import Synchronization
import TouchCore

/// The tree that a configuration is to replace: as it is, and as the configuration in force has it.
public struct TreeInForce: Sendable {
    public let tree: RegionTree
    let configured: ConfiguredTree
    /// What clients have made of it.
    var authors = EditAuthors()
    /// Whether nothing of what fingers and clients have made of it stays.
    var resets = false
}

/// The tree that a configuration was made to replace, until it is known whether it still does. It is let go then: what is in it is freed
/// beside the loop.
final class ReplacedTree: Sendable {
    private let inForce: Mutex<TreeInForce?>

    init(_ inForce: TreeInForce?) { self.inForce = Mutex(inForce) }

    func take() -> TreeInForce? {
        inForce.withLock { inForce in
            defer { inForce = nil }
            return inForce
        }
    }
}
