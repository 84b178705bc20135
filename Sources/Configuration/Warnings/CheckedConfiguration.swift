import StrictYAML
import TouchCore

/// A valid configuration for the rules of a check: its meaning, and the places in the file.
struct CheckedConfiguration {
    /// A gesture, and the region that has it.
    struct Gesture {
        let spec: GestureSpec
        let region: RegionID
        let node: YAMLNode
    }

    let settings: Settings
    let tree: RegionTree
    let root: YAMLNode
    /// The scale of each panel that is present and reports its size, in points of the screen per mm. By panel ID.
    let scales: [String: Size]
    /// The gestures in the order of the file.
    let gestures: [Gesture]
    private let nodes: [String: YAMLNode]

    init(_ settings: Settings, _ root: YAMLNode, scales: [String: Size]) {
        (self.settings, self.root, self.scales) = (settings, root, scales)
        tree = settings.tree
        var nodes: [String: YAMLNode] = [:]
        var gestures: [Gesture] = []
        var left = root.items("screens").reversed().flatMap { $0.items("windows").reversed() }
        while let node = left.popLast() {
            left += node.items("children").reversed()
            guard let id = node.string("id"), let region = tree.region(ofID: id) else { continue }
            nodes[id] = node
            gestures += zip(tree.specs[region.slot].gestures, node.items("gestures")).map { Gesture(spec: $0, region: region, node: $1) }
        }
        (self.nodes, self.gestures) = (nodes, gestures)
    }

    func spec(_ region: RegionID) -> RegionSpec { tree.specs[region.slot] }

    func node(_ region: RegionID) -> YAMLNode? { nodes[tree[region].id] }

    /// Returns the place of the first of these keys that the region has; without any of them, the place of the region.
    func mark(_ region: RegionID, _ keys: String...) -> Mark {
        guard let node = node(region) else { return .ofFile }
        return keys.lazy.compactMap { node.entry($0)?.mark }.first ?? node.mark
    }

    /// Returns the place of the region's geometry.
    func geometryMark(_ region: RegionID) -> Mark { mark(region, "frame", "center", "bounds") }

    /// Returns a name for messages: `"menu" (line 12)`.
    func name(_ region: RegionID) -> String { "\(quoted(tree[region].id)) (line \(mark(region).line))" }

    func hasChildren(_ region: RegionID) -> Bool { tree.directory.next(after: region).map { tree[$0].parent == region } ?? false }

    /// True if the regions are the same, or the first one lies in the second one.
    func isIn(_ inner: RegionID, _ outer: RegionID) -> Bool { inner == outer || tree.directory.isInside(inner, outer) }
}
