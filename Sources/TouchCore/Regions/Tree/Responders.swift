/// The responder chain: the receivers that are offered a touch after the region that was hit (routing 4). Also holds the interceptors, which get the
/// touch before that region.
struct Responders: Sendable {
    /// The part of a window's interceptor that is needed when a touch begins.
    struct Interceptor: Sendable {
        let index: RegionID
        let insideOf: RegionID
        let verdict: InterceptorSpec.Verdict
        let deliverTo: RegionID?
        let maySteal: Bool
    }

    /// Responders behind all windows, in their order. Each exists only if it is declared.
    static let behindWindows = ["application", "delegate"]

    /// A responder that is not a region.
    private struct Other {
        /// The region that the responder stands for.
        let home: RegionID?
        /// The effect on touches; `none` for interceptors, which are not on the chain.
        let responds: Responds
    }

    /// The index in `others`, by slot; -1 for none. May be shorter than the number of slots if the last ones have none.
    private var places: [Int32] = []
    private var others: [Other] = []
    /// The controllers, by the region that is their root view.
    private var controllers: [RegionID: RegionID] = [:]
    private var firstBehind: [RegionID] = []
    /// The interceptors, by window, in the order in which they are asked.
    private(set) var interceptors: [RegionID: [Interceptor]] = [:]
    /// Interceptors that may steal touches.
    private var stealingInterceptors: Set<RegionID> = []
    /// The ids of regions that interceptors name.
    private(set) var namedRegions: Set<String> = []

    var isEmpty: Bool { others.isEmpty }

    /// - Parameters:
    ///   - inside, deliverTo: the regions that the spec names; nil if they do not exist.
    private mutating func addInterceptor(_ id: RegionID, _ spec: InterceptorSpec, window: RegionID, inside: RegionID?, deliverTo: RegionID?) {
        add(id, Other(home: inside ?? window, responds: .none))
        if spec.maySteal { stealingInterceptors.insert(id) }
        namedRegions.insert(spec.insideOf)
        if let to = spec.deliverTo { namedRegions.insert(to) }
        // An interceptor whose region is gone cannot judge any touch.
        guard let inside else { return }
        interceptors[window, default: []].append(
            Interceptor(
                index: id, insideOf: inside, verdict: spec.verdict, deliverTo: deliverTo, maySteal: spec.maySteal))
    }

    private mutating func addController(_ id: RegionID, of root: RegionID, _ responds: Responds) {
        add(id, Other(home: root, responds: responds))
        controllers[root] = id
    }

    private mutating func addBehindWindows(_ id: RegionID, _ responds: Responds) {
        add(id, Other(home: nil, responds: responds))
        firstBehind.append(id)
    }

    private mutating func add(_ id: RegionID, _ other: Other) {
        if places.count <= id.slot { places += Array(repeating: -1, count: id.slot + 1 - places.count) }
        places[id.slot] = Int32(others.count)
        others.append(other)
    }

    /// Returns the region that a non-region responder stands for.
    @inline(__always)
    func home(of id: RegionID) -> RegionID? { others[Int(places[id.slot])].home }

    func maySteal(_ id: RegionID) -> Bool { stealingInterceptors.contains(id) }

    /// Returns the responder to which this one passes a touch on: a root view's controller, otherwise the region around it; after the window the
    /// application and its delegate.
    func next(after id: RegionID, in tree: borrowing RegionTree) -> RegionID? {
        if tree.isSurface(id) { return nil }
        if id.isRegion { return controllers[id] ?? tree[id].parent ?? firstBehind.first }
        if let home = home(of: id) { return tree[home].parent ?? firstBehind.first }
        return firstBehind.firstIndex(of: id).flatMap { $0 + 1 < firstBehind.count ? firstBehind[$0 + 1] : nil }
    }

    func responds(_ id: RegionID, in tree: borrowing RegionTree) -> Responds {
        // A surface is not offered touches that others have not handled, because it belongs to an application.
        if tree.isSurface(id) { return .none }
        return id.isRegion ? tree.specs[id.slot].responds : others[Int(places[id.slot])].responds
    }

    /// Returns the first responder from `id` on that handles touches, and whether it also passes them on.
    func handler(from id: RegionID, in tree: borrowing RegionTree) -> (index: RegionID, passesOn: Bool)? {
        var candidate: RegionID? = id
        while let one = candidate {
            switch responds(one, in: tree) {
            case .consume: return (one, false)
            case .forward: return (one, true)
            case .none: candidate = next(after: one, in: tree)
            }
        }
        return nil
    }

    /// Returns the ids of the responder chain that starts at a region: the region, its controller, the region around it and so on, and finally
    /// `application` and `delegate`, even if these are not declared.
    func chain(from id: RegionID, in tree: borrowing RegionTree) -> [String] {
        var chain: [String] = []
        var next: RegionID? = id
        while let id = next {
            if id.isRegion || home(of: id) != nil { chain.append(tree[id].id) }
            next = self.next(after: id, in: tree)
        }
        return chain + Self.behindWindows
    }
}

/// Construction of the chain.
extension Responders {
    /// Rebuilds the responders that are not regions. O(regions).
    ///
    /// - Parameters:
    ///   - directory: gets the new responders.
    ///   - specs: by slot.
    ///   - old: the directory of the tree that the new one replaces; nil if `directory` already has the previous responders.
    /// - Returns: the receivers that are no longer responders.
    mutating func update(_ directory: inout RegionDirectory, _ specs: [RegionSpec], after old: RegionDirectory?) -> [RegionID] {
        var known: [String: (id: RegionID, record: RegionRecord)] = [:]
        for id in old?.responders ?? directory.responders {
            let record = old?[id] ?? directory[id]
            known[record.id] = (id, record)
        }
        directory.retireResponders()
        self = Responders()
        let regions = directory.regions
        for window in regions where !specs[window.slot].interceptors.isEmpty {
            for spec in specs[window.slot].interceptors {
                let inside = directory.region(ofID: spec.insideOf)
                let deliverTo = spec.deliverTo.flatMap(directory.region)
                let root = inside.flatMap { directory[$0].sensitiveRoot }
                let id = Self.addResponder(spec.id, .interceptor, parent: window, root: root, &directory, &known)
                addInterceptor(id, spec, window: window, inside: inside, deliverTo: deliverTo)
            }
        }
        var declared: [String: Responds] = [:]
        for screen in directory.screens { declared.merge(screen.controllers) { first, _ in first } }
        for root in regions {
            guard let id = specs[root.slot].controller else { continue }
            let responder = Self.addResponder(id, .controller, parent: root, root: directory[root].sensitiveRoot, &directory, &known)
            addController(responder, of: root, declared[id] ?? .none)
        }
        for id in Self.behindWindows {
            guard let responds = declared[id] else { continue }
            addBehindWindows(Self.addResponder(id, .controller, parent: nil, root: nil, &directory, &known), responds)
        }
        return old == nil ? known.values.map(\.id) : []
    }

    /// Adds a responder under its previous identity if it is the same one, otherwise under a new identity.
    private static func addResponder(
        _ name: String, _ kind: RegionKind, parent: RegionID?, root: RegionID?, _ directory: inout RegionDirectory,
        _ known: inout [String: (id: RegionID, record: RegionRecord)]
    ) -> RegionID {
        var id: RegionID
        if let before = known[name], before.record.kind == kind, (before.record.parent == nil) == (parent == nil) {
            known[name] = nil
            id = before.id
            directory.adopt(id)
        } else {
            id = directory.allocate(isRegion: false)
        }
        let around = parent.map { directory[$0] }
        directory.describe(
            id,
            RegionRecord(
                id: name, path: around.map { $0.path + "/" + name } ?? name, kind: kind, screen: around?.screen ?? 0, parent: parent,
                depth: around.map { $0.depth + 1 } ?? 0, sensitiveRoot: root,
                followsFingers: root != nil && around?.followsFingers == true))
        directory.addResponder(id)
        return id
    }
}
