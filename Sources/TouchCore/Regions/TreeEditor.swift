/// Applies edits to nested specs, from which a new tree is built. O(depth × siblings) an edit.
struct TreeEditor {
    private(set) var screens: [ScreenSpec]
    /// By region: what it is in, nil for a window.
    private var parents: [String: String?] = [:]
    /// All ids that are given.
    private var taken: Set<GivenID>

    init(_ tree: RegionTree) {
        screens = tree.screenSpecs
        for record in tree.records[..<tree.regionCount] { parents[record.id] = .some(record.parent.map { tree[$0].id }) }
        taken = Set(tree.records.map { .receiver($0.id) })
        for spec in tree.specs where !spec.gestures.isEmpty { taken.formUnion(spec.gestures.map { .gesture($0.id) }) }
    }

    mutating func apply(_ edit: TreeEdit) throws(TreeEditError) {
        switch edit {
        case .add(let region, let parent, let index):
            try checkNew(region)
            try insert(region, to: parent, index)
        case .remove(let id):
            forget(try take(id))
        case .set(let id, var new):
            var given = taken
            try change(id) { old in
                given.subtract(old.ownIDs)
                new.id = old.id
                new.children = old.children
                new.confineContent(after: old)
            }
            try give(new.ownIDs, in: &given)
            try change(id) { $0 = new }
            taken = given
        case .move(let id, let parent, let index):
            guard parents[id] != nil else { throw .noRegion(id) }
            var ancestor: String? = parent
            while let name = ancestor {
                if name == id { throw TreeEditError(.impossible, "\"\(id)\" cannot be put into itself") }
                ancestor = parents[name] ?? nil
            }
            guard parents[parent] != nil || screens.contains(where: { $0.id == parent }) else { throw .noRegion(parent) }
            let region = try take(id)
            forget(region)
            try insert(region, to: parent, index)
        case .bringToFront(let id): try reorder(id, isFront: true)
        case .sendToBack(let id): try reorder(id, isFront: false)
        }
    }

    /// From the window to the region.
    private func path(to id: String) throws(TreeEditError) -> [String] {
        guard parents[id] != nil else { throw .noRegion(id) }
        var path = [id]
        while let parent = parents[path.last!]! { path.append(parent) }
        return path.reversed()
    }

    /// Calls `body` with the list in which a region stands, and its place there.
    private mutating func withSiblings(of id: String, _ body: (inout [RegionSpec], Int) -> Void) throws(TreeEditError) {
        func descend(_ path: ArraySlice<String>, _ regions: inout [RegionSpec]) {
            guard let place = regions.firstIndex(where: { $0.id == path.first }) else { return }
            if path.count == 1 { body(&regions, place) } else { descend(path.dropFirst(), &regions[place].children) }
        }
        let path = try path(to: id)
        for screen in screens.indices { descend(path[...], &screens[screen].windows) }
    }

    private mutating func change(_ id: String, _ body: (inout RegionSpec) -> Void) throws(TreeEditError) {
        try withSiblings(of: id) { siblings, place in body(&siblings[place]) }
    }

    private mutating func take(_ id: String) throws(TreeEditError) -> RegionSpec {
        var taken: RegionSpec?
        try withSiblings(of: id) { siblings, place in taken = siblings.remove(at: place) }
        return taken!
    }

    private mutating func insert(_ region: RegionSpec, to parent: String, _ index: Int?) throws(TreeEditError) {
        func put(_ list: inout [RegionSpec]) { list.insert(region, at: min(max(index ?? list.count, 0), list.count)) }
        // A region may be called as a screen is; then it is meant.
        if parents[parent] == nil, let screen = screens.firstIndex(where: { $0.id == parent }) {
            put(&screens[screen].windows)
            remember(region, in: nil)
        } else {
            try checkDepth(of: region, in: parent)
            try change(parent) { put(&$0.children) }
            remember(region, in: parent)
        }
    }

    /// Paths grow with the depth, and so does what every one of them costs.
    private static let mostLevels = 256

    private func checkDepth(of region: RegionSpec, in parent: String) throws(TreeEditError) {
        func height(_ region: RegionSpec) -> Int { 1 + (region.children.map(height).max() ?? 0) }
        if try path(to: parent).count + height(region) > Self.mostLevels {
            throw TreeEditError(.notAllowed, "\"\(region.id)\" in \"\(parent)\" would be more than \(Self.mostLevels) levels deep")
        }
    }

    private mutating func reorder(_ id: String, isFront: Bool) throws(TreeEditError) {
        try withSiblings(of: id) { siblings, place in
            let region = siblings.remove(at: place)
            siblings.insert(region, at: isFront ? siblings.count : 0)
        }
    }

    private mutating func remember(_ region: RegionSpec, in parent: String?) {
        parents[region.id] = .some(parent)
        taken.formUnion(region.ownIDs)
        for child in region.children { remember(child, in: region.id) }
    }

    private mutating func forget(_ region: RegionSpec) {
        parents[region.id] = nil
        taken.subtract(region.ownIDs)
        for child in region.children { forget(child) }
    }

    private func checkNew(_ region: RegionSpec) throws(TreeEditError) {
        var given = taken
        func check(_ region: RegionSpec) throws(TreeEditError) {
            try give(region.ownIDs, in: &given)
            for child in region.children { try check(child) }
        }
        try check(region)
    }

    private func give(_ ids: [GivenID], in given: inout Set<GivenID>) throws(TreeEditError) {
        for id in ids where !given.insert(id).inserted {
            throw TreeEditError(.taken, "\(id.words) is taken; ids are unique in the whole tree")
        }
    }
}

/// Gestures have ids of their own: one may be called as a region is.
private enum GivenID: Hashable {
    /// A region, a controller or an interceptor.
    case receiver(String)
    case gesture(String)

    var words: String {
        switch self {
        case .receiver(let id): "the id \"\(id)\""
        case .gesture(let id): "the gesture id \"\(id)\""
        }
    }
}

extension RegionSpec {
    /// The ids that the region itself gives: its own, its controller's, its interceptors' and its gestures'.
    fileprivate var ownIDs: [GivenID] {
        let receivers = [id] + (controller.map { [$0] } ?? []) + interceptors.map(\.id)
        return receivers.map { .receiver($0) } + gestures.map { .gesture($0.id) }
    }
}
