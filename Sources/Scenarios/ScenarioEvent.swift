import TouchCore

/// A routed frame, and the state when it was routed.
struct ScenarioEvent {
    var frame: RoutedFrame
    /// The tree of the frame's receivers.
    var tree: RegionTree
    var down: [TouchID]
    /// The number of edits of the tree before the frame.
    var generation: Int
}
