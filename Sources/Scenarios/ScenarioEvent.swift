import TouchCore

/// A routed frame and what was around it.
struct ScenarioEvent {
    var frame: RoutedFrame
    /// The tree that the frame's receivers are of.
    var tree: RegionTree
    var down: [TouchID]
    /// Edits of the tree until then.
    var generation: Int
}
