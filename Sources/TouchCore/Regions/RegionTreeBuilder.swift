/// Flattens region specs into a tree's storage. O(regions), without recursion, so that depth costs no stack.
struct RegionTreeBuilder {
    private(set) var records: [RegionRecord] = []
    private(set) var nodes: [RegionNode] = []

    private enum Step {
        case enter(RegionSpec, parent: RegionIndex?)
        /// All descendants of the region have been added.
        case leave(RegionIndex)
    }

    mutating func add(_ screen: ScreenSpec, screen screenIndex: Int) -> RegionTree.Screen {
        let first = RegionIndex(nodes.count)
        // Back to front for the stack, which turns it round: levels ascending, and within one the order given.
        let windows = screen.windows.enumerated()
            .sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }
            .map(\.element)
        var steps = windows.map { Step.enter($0, parent: nil) }
        while let step = steps.popLast() {
            switch step {
            case .enter(let spec, let parent):
                let index = add(spec, parent: parent, screen: screenIndex)
                steps.append(.leave(index))
                steps += spec.children.map { .enter($0, parent: index) }
            case .leave(let index):
                nodes[Int(index)].end = RegionIndex(nodes.count)
            }
        }
        return RegionTree.Screen(id: screen.id, size: screen.size, regions: first..<RegionIndex(nodes.count))
    }

    private mutating func add(_ spec: RegionSpec, parent: RegionIndex?, screen: Int) -> RegionIndex {
        let index = RegionIndex(nodes.count)
        let parentRecord = parent.map { records[Int($0)] }
        let toLocal = (parentRecord?.toLocal ?? .identity).then(spec.geometry.fromParent)
        let record = RegionRecord(
            id: spec.id, path: parentRecord.map { $0.path + "/" + spec.id } ?? spec.id, kind: spec.kind, screen: screen,
            parent: parent, toLocal: toLocal, hitBounds: spec.geometry.bounds.inset(by: spec.hitInsets),
            spec: RegionProperties(spec))
        records.append(record)
        nodes.append(Self.node(of: record))
        return index
    }

    private static func node(of record: RegionRecord) -> RegionNode {
        var special: RegionNode.Special = []
        switch record.spec.hitTest {
        case nil, .ignore: break
        case .passThrough: special = .passThrough
        case .absorb: special = .absorb
        case .redirect(_, let always): special = always ? .redirectAlways : .redirect
        case .overflow: special = record.spec.clipsToBounds ? [] : .overflow  // what is clipped cannot be hit
        }
        let toScreen = record.toLocal.inverse
        if !record.toLocal.keepsAxes { special.insert(.turned) }
        let bounds = record.hitBounds
        let corners = [
            Point(bounds.minX, bounds.minY), Point(bounds.maxX, bounds.minY),
            Point(bounds.minX, bounds.maxY), Point(bounds.maxX, bounds.maxY),
        ].map(toScreen.apply)
        var node = RegionNode(
            minX: corners.map(\.x).min()!, minY: corners.map(\.y).min()!,
            maxX: corners.map(\.x).max()!, maxY: corners.map(\.y).max()!,
            end: 0, special: special)
        if special.contains(.turned) {
            // The box only says where asking is worth while: a little room for rounding, and its far edges count.
            node.minX -= 1
            node.minY -= 1
            node.maxX += 1
            node.maxY += 1
        }
        // Insets larger than the region leave nothing; min and max of the corners would have turned it inside out.
        if record.spec.refusal != nil || bounds.size.width <= 0 || bounds.size.height <= 0 {
            node.minX = .infinity
            node.maxX = -.infinity
        }
        // A refusing region refuses for its whole subtree, whatever it would otherwise do.
        if record.spec.refusal != nil { node.special = [] }
        return node
    }
}

extension RegionGeometry {
    /// From the parent's space to this region's own.
    var fromParent: AffineTransform {
        let middle = bounds.center
        if transform == .identity {
            // Subtracting corners rather than centres keeps whole numbers whole.
            return .translation(
                bounds.minX - (center.x - bounds.size.width / 2), bounds.minY - (center.y - bounds.size.height / 2))
        }
        return AffineTransform.translation(-center.x, -center.y)
            .then(transform.inverse)
            .then(.translation(middle.x, middle.y))
    }
}
