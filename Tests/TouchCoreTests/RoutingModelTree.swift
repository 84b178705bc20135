@testable import TouchCore

/// The tree of the routing model: regions and other responders by id.
final class ModelTree {
    private(set) var screens: [ScreenSpec]
    /// The windows of each screen, back to front.
    private var windows: [[ModelRegion]]

    init(_ specs: [ScreenSpec]) {
        screens = specs
        // Higher levels are in front; within a level the given order applies.
        windows = specs.map { screen in
            let levels = Set(screen.windows.map(\.level)).sorted()
            return levels.flatMap { level in screen.windows.filter { $0.level == level } }.map { ModelRegion($0) }
        }
        for index in screens.indices { screens[index].windows = [] }
    }

    var specs: [ScreenSpec] {
        zip(screens, windows).map { ScreenSpec(id: $0.id, size: $0.size, windows: $1.map(\.nested), controllers: $0.controllers) }
    }

    // MARK: Members

    /// The regions of a screen, front to back.
    func regions(onScreen screen: Int) -> [ModelRegion] { windows[screen].reversed().flatMap(\.subtree) }
    private(set) lazy var all: [ModelRegion] = screens.indices.flatMap(regions)
    private lazy var byID: [String: ModelRegion] = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { a, _ in a })
    func region(_ id: String?) -> ModelRegion? { id.flatMap { byID[$0] } }
    func screen(of region: ModelRegion) -> Int { windows.firstIndex { $0.contains { $0 === region.window } }! }

    private(set) lazy var interceptors: [(in: ModelRegion, spec: InterceptorSpec)] =
        all.flatMap { region in region.spec.interceptors.map { (region, $0) } }
    func interceptor(_ id: String) -> (in: ModelRegion, spec: InterceptorSpec)? {
        region(id) == nil ? interceptors.first { $0.spec.id == id } : nil
    }
    func root(ofController id: String) -> ModelRegion? { all.first { $0.spec.controller == id } }
    private func declared(_ id: String) -> Responds? { screens.lazy.compactMap { $0.controllers[id] }.first }

    enum Sort { case region, interceptor, controller, behind }

    func sort(_ id: String) -> Sort? {
        if region(id) != nil { return .region }
        if interceptor(id) != nil { return .interceptor }
        if root(ofController: id) != nil { return .controller }
        return ["application", "delegate"].contains(id) && declared(id) != nil ? .behind : nil
    }

    /// The region whose space a receiver gets a touch's location in.
    func home(_ id: String) -> ModelRegion? {
        if let region = region(id) { return region }
        if let (window, spec) = interceptor(id) { return region(spec.insideOf) ?? window }
        return root(ofController: id)
    }

    // MARK: Hit test and responder chain

    func hit(_ p: Point, screen: Int) -> (region: ModelRegion?, translucentHits: [ModelRegion]) {
        var translucentHits: [ModelRegion] = []
        for window in windows[screen].reversed() {
            if let hit = window.hitTest(p, self, &translucentHits) { return (hit, translucentHits) }
        }
        return (translucentHits.first, translucentHits)
    }

    /// All receivers that are offered a touch that hits a region, in order.
    func chain(from region: ModelRegion) -> [(id: String, does: Responds)] {
        var chain: [(String, Responds)] = []
        for region in region.ancestors {
            // The chain ends at a surface, which is offered nothing.
            if region.isSurface { return chain + [(region.id, .none)] }
            chain.append((region.id, region.spec.responds))
            if let id = region.spec.controller { chain.append((id, declared(id) ?? .none)) }
        }
        for id in ["application", "delegate"] {
            if let does = declared(id) { chain.append((id, does)) }
        }
        return chain
    }

    /// The receivers of the chain that get the touch.
    func handlers(from region: ModelRegion) -> [String] {
        var handlers: [String] = []
        for (id, does) in chain(from: region) where does != .none {
            handlers.append(id)
            if does == .consume { break }
        }
        return handlers
    }

    // MARK: Edits

    struct Refused: Error {}

    /// Returns a tree with these edits.
    ///
    /// - Throws: `Refused` if one of them is impossible.
    func edited(_ edits: [TreeEdit]) throws(Refused) -> ModelTree {
        let new = ModelTree(specs)
        for edit in edits {
            try new.apply(edit)
            new.forgetNames()
            if !new.hasUniqueIDs { throw Refused() }
        }
        return ModelTree(new.specs)
    }

    private func forgetNames() {
        all = screens.indices.flatMap(regions)
        byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { a, _ in a })
        interceptors = all.flatMap { region in region.spec.interceptors.map { (region, $0) } }
    }

    private var hasUniqueIDs: Bool {
        var ids = all.map(\.id) + all.compactMap(\.spec.controller) + all.flatMap { $0.spec.interceptors.map(\.id) }
        ids += ["application", "delegate"].filter { declared($0) != nil }
        return Set(ids).count == ids.count
    }

    private func apply(_ edit: TreeEdit) throws(Refused) {
        func found(_ id: String) throws(Refused) -> ModelRegion {
            guard let region = region(id) else { throw Refused() }
            return region
        }
        switch edit {
        case .add(let spec, let to, let index):
            try put(ModelRegion(spec), in: to, index)
        case .remove(let id):
            takeOut(try found(id))
        case .set(let id, let spec):
            let region = try found(id)
            region.spec = spec
            region.spec.id = id
            region.spec.children = []
        case .move(let id, let to, let index):
            let moved = try found(id)
            if screens.contains(where: { $0.id == to }) || (region(to).map { !$0.ancestors.contains { $0 === moved } } ?? false) {
                takeOut(moved)
                try put(moved, in: to, index)
            } else {
                throw Refused()
            }
        case .bringToFront(let id), .sendToBack(let id):
            let region = try found(id)
            let home = region.parent?.id ?? screens[screen(of: region)].id
            takeOut(region)
            if case .bringToFront = edit { try put(region, in: home, nil) } else { try put(region, in: home, 0) }
        }
    }

    private func put(_ region: ModelRegion, in place: String, _ index: Int?) throws(Refused) {
        if let screen = screens.firstIndex(where: { $0.id == place }) {
            windows[screen].insert(region, at: min(max(index ?? .max, 0), windows[screen].count))
        } else if let parent = self.region(place) {
            parent.insert(region, at: index)
        } else {
            throw Refused()
        }
    }

    private func takeOut(_ region: ModelRegion) {
        if let parent = region.parent {
            parent.remove(region)
        } else {
            for screen in windows.indices { windows[screen].removeAll { $0 === region } }
        }
    }
}
