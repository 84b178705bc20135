import TouchCore

/// A valid configuration as the rules of a check see it: what it means, and where that stands in the file.
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
    /// Points of the screen a mm, by the panel's id, of panels that are present and say how large they are.
    let scales: [String: Size]
    /// In the file's order.
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

    /// Where a region's first of these keys stands; without any of them the region.
    func mark(_ region: RegionID, _ keys: String...) -> Mark {
        guard let node = node(region) else { return .ofFile }
        return keys.lazy.compactMap { node.entry($0)?.mark }.first ?? node.mark
    }

    /// Where the place of a region stands.
    func geometryMark(_ region: RegionID) -> Mark { mark(region, "frame", "center", "bounds") }

    /// `"menu" (line 12)`.
    func name(_ region: RegionID) -> String { "\(quoted(tree[region].id)) (line \(mark(region).line))" }

    func hasChildren(_ region: RegionID) -> Bool { tree.directory.next(after: region).map { tree[$0].parent == region } ?? false }

    /// Whether it is the other one or lies in it.
    func isIn(_ inner: RegionID, _ outer: RegionID) -> Bool { inner == outer || tree.directory.isInside(inner, outer) }
}
