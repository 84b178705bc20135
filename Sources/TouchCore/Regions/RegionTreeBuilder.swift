/// Flattens region specs into a tree's storage. O(regions), without recursion, so that depth costs no stack.
struct RegionTreeBuilder {
    private(set) var records: [RegionRecord] = []
    private(set) var specs: [RegionSpec] = []
    private(set) var toLocal: [AffineTransform] = []
    private(set) var nodes: [RegionNode] = []
    private var interceptors: [(window: RegionIndex, spec: InterceptorSpec)] = []

    private enum Step {
        case enter(RegionSpec, parent: RegionIndex?)
        /// All descendants of the region have been added.
        case leave(RegionIndex)
    }

    mutating func add(_ screen: ScreenSpec, screen screenIndex: Int) -> RegionDirectory.Screen {
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
        return RegionDirectory.Screen(
            id: screen.id, size: screen.size, controllers: screen.controllers, regions: first..<RegionIndex(nodes.count))
    }

    private mutating func add(_ spec: RegionSpec, parent: RegionIndex?, screen: Int) -> RegionIndex {
        let index = RegionIndex(nodes.count)
        addRecord(spec.id, spec.kind, screen: screen, parent: parent, spec)
        let toParent = parent.map { toLocal[Int($0)].zoomedOut(by: specs[Int($0)].scroll?.zoomScale ?? 1) } ?? .identity
        toLocal.append(toParent.then(spec.geometry.fromParent))
        nodes.append(RegionNode(spec, toLocal: toLocal[Int(index)], end: 0))
        interceptors += spec.interceptors.map { (index, $0) }
        var own = spec
        own.children = []
        specs.append(own)
        return index
    }

    private mutating func addRecord(
        _ id: String, _ kind: RegionKind, screen: Int, parent: RegionIndex?, root: RegionIndex? = nil, _ spec: RegionSpec? = nil
    ) {
        let path = parent.map { records[Int($0)].path + "/" + id } ?? id
        let root = root ?? parent.flatMap { records[Int($0)].sensitiveRoot } ?? (spec?.isSensitive == true ? RegionIndex(records.count) : nil)
        let isCarried = parent.map { records[Int($0)].followsFingers } ?? false
        records.append(
            RegionRecord(
                id: id, path: path, kind: kind, screen: screen, parent: parent, sensitiveRoot: root,
                followsFingers: root != nil && (isCarried || spec?.followsFingers == true)))
    }

    /// Adds the responders that are not regions, after all regions.
    mutating func addResponders(of screens: [ScreenSpec]) -> [Responders.Role] {
        var roles: [Responders.Role] = []
        let hasSensitive = records.contains { $0.sensitiveRoot != nil }
        for (window, spec) in interceptors {
            let inside = hasSensitive ? specs.firstIndex { $0.id == spec.insideOf } : nil
            addRecord(
                spec.id, .interceptor, screen: records[Int(window)].screen, parent: window, root: inside.flatMap { records[$0].sensitiveRoot })
            roles.append(.interceptor(spec, window: window))
        }
        var declared: [String: Responds] = [:]
        for screen in screens { declared.merge(screen.controllers) { first, _ in first } }
        for index in specs.indices {
            guard let id = specs[index].controller else { continue }
            addRecord(id, .controller, screen: records[index].screen, parent: RegionIndex(index))
            roles.append(.controller(declared[id] ?? .none, of: RegionIndex(index)))
        }
        for id in Responders.behindWindows {
            guard let responds = declared[id] else { continue }
            addRecord(id, .controller, screen: 0, parent: nil)
            roles.append(.behindWindows(responds))
        }
        return roles
    }
}

extension RegionSpec {
    /// Whether fingers move it, or what is in it.
    var followsFingers: Bool { kind == .scrollView || behaviour == .dragSelf || knob != nil }
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
