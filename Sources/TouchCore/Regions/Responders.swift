/// The responder chain: who is offered a touch after the region that was hit (routing 4), and who before it.
struct Responders: Sendable {
    /// What a window's interceptor needs when a touch begins.
    struct Interceptor: Sendable {
        let index: RegionID
        let insideOf: RegionID
        let verdict: InterceptorSpec.Verdict
        let deliverTo: RegionID?
        let maySteal: Bool
    }

    /// Responders behind all windows, in their order; both only where they are declared.
    static let behindWindows = ["application", "delegate"]

    /// A responder that is not a region.
    private struct Other {
        /// The region it stands for.
        let home: RegionID?
        /// Interceptors are not on the chain.
        let responds: Responds
    }

    /// By slot, the place in `others`; shorter than slots go where those behind have none.
    private var places: [Int32] = []
    private var others: [Other] = []
    /// By region that is the root view of a controller.
    private var controllers: [RegionID: RegionID] = [:]
    private var firstBehind: [RegionID] = []
    /// By window, in the order in which they are asked.
    private(set) var interceptors: [RegionID: [Interceptor]] = [:]
    /// Interceptors that may take touches over.
    private var thieves: Set<RegionID> = []
    /// The ids of regions that interceptors speak of.
    private(set) var namedRegions: Set<String> = []

    var isEmpty: Bool { others.isEmpty }

    /// - Parameters:
    ///   - inside, deliverTo: the regions that the spec names, where there are such.
    private mutating func addInterceptor(_ id: RegionID, _ spec: InterceptorSpec, window: RegionID, inside: RegionID?, deliverTo: RegionID?) {
        add(id, Other(home: inside ?? window, responds: .none))
        if spec.maySteal { thieves.insert(id) }
        namedRegions.insert(spec.insideOf)
        if let to = spec.deliverTo { namedRegions.insert(to) }
        // One whose region is gone has nothing to judge by.
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

    /// The region that a responder which is none stands for.
    @inline(__always)
    func home(of id: RegionID) -> RegionID? { others[Int(places[id.slot])].home }

    func maySteal(_ id: RegionID) -> Bool { thieves.contains(id) }

    /// Who is offered a touch when this one passes it on: its controller if it is that one's root view, else what it is in;
    /// behind the windows the application and its delegate.
    func next(after id: RegionID, in tree: borrowing RegionTree) -> RegionID? {
        if tree.isSurface(id) { return nil }
        if id.isRegion { return controllers[id] ?? tree[id].parent ?? firstBehind.first }
        if let home = home(of: id) { return tree[home].parent ?? firstBehind.first }
        return firstBehind.firstIndex(of: id).flatMap { $0 + 1 < firstBehind.count ? firstBehind[$0 + 1] : nil }
    }

    func responds(_ id: RegionID, in tree: borrowing RegionTree) -> Responds {
        // A surface is not offered what others have not handled: it is an application's.
        if tree.isSurface(id) { return .none }
        return id.isRegion ? tree.specs[id.slot].responds : others[Int(places[id.slot])].responds
    }

    /// The first responder from `id` on that handles touches, and whether it passes them on all the same.
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

    /// The ids of the responder chain from a region on: itself, its controller, what it is in and so on, in the end
    /// `application` and `delegate`, declared or not.
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

/// How they are found out.
extension Responders {
    /// Finds out who responds beside the regions. O(regions).
    ///
    /// - Parameters:
    ///   - directory: its responders are the new ones from then on.
    ///   - specs: by slot.
    ///   - old: of a tree that this one succeeds; nil: this one's own go on.
    /// - Returns: those that are responders no more.
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
                let id = Self.give(spec.id, .interceptor, parent: window, root: root, &directory, &known)
                addInterceptor(id, spec, window: window, inside: inside, deliverTo: deliverTo)
            }
        }
        var declared: [String: Responds] = [:]
        for screen in directory.screens { declared.merge(screen.controllers) { first, _ in first } }
        for root in regions {
            guard let id = specs[root.slot].controller else { continue }
            let responder = Self.give(id, .controller, parent: root, root: directory[root].sensitiveRoot, &directory, &known)
            addController(responder, of: root, declared[id] ?? .none)
        }
        for id in Self.behindWindows {
            guard let responds = declared[id] else { continue }
            addBehindWindows(Self.give(id, .controller, parent: nil, root: nil, &directory, &known), responds)
        }
        return old == nil ? known.values.map(\.id) : []
    }

    /// An identity for a responder: the one that it had, if it is the same.
    private static func give(
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
