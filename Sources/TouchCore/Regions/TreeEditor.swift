/// Applies the edits of one request to a tree, in place: O(regions that they are about), and O(siblings) where they count them. What has
/// been done can be taken back.
struct TreeEditor {
    private enum Step {
        /// Regions that there had not been, the outermost first.
        case added([RegionID])
        /// A region with all that was in it.
        case removed([RegionID], RegionTree.Place)
        case moved(RegionID, from: RegionTree.Place)
        case set(RegionID, RegionSpec)
    }

    private var steps: [Step] = []
    /// Ids that the request has given and that are not in the tree's tables yet, and gestures that are still there.
    private var given: Set<GivenID> = []
    private var freedGestures: Set<String> = []
    /// What of the tree's tables has to be made anew.
    private var changesResponders = false
    private var changesGestures = false
    private var changesNames = false
    /// Gestures and responders as they were before.
    let gesturesBefore: GestureRelations
    private let respondersBefore: [RegionID]
    /// Responders that are none any more.
    private var retired: [RegionID] = []

    init(_ tree: RegionTree) { (gesturesBefore, respondersBefore) = (tree.gestures, tree.directory.responders) }

    /// Regions that are not in the tree any more, with all that was in them. Their values can still be read.
    var removed: [RegionID] {
        steps.flatMap { step -> [RegionID] in if case .removed(let ids, _) = step { ids } else { [] } }
    }

    /// What came of it, once the tables are up to date.
    func change(in tree: RegionTree) -> TreeChange {
        var change = TreeChange()
        change.removed = gone
        change.changesGestures = changesGestures
        var seen: Set<RegionID> = []
        for step in steps {
            let roots: [RegionID] =
                switch step {
                case .added(let ids): [ids[0]]
                case .moved(let id, _), .set(let id, _): [id]
                case .removed: []
                }
            for root in roots where tree.directory.contains(root) && !seen.contains(root) {
                for id in tree.directory.subtree(of: root) where seen.insert(id).inserted { change.described.append(id) }
            }
        }
        // A controller and an interceptor have their region's path.
        if changesResponders { change.described += tree.directory.responders }
        return change
    }

    /// Identities that are nobody's any more.
    var gone: [RegionID] { removed + retired }

    /// What kind a region was, if that has changed.
    func kindBefore(_ id: RegionID) -> RegionKind? {
        for step in steps {
            if case .set(let other, let old) = step, other == id { return old.kind }
        }
        return nil
    }

    /// Whether a region shows another part of its content.
    func hasMoved(_ id: RegionID, in tree: RegionTree) -> Bool {
        for step in steps {
            guard case .set(let other, let old) = step, other == id else { continue }
            let new = tree.specs[id.slot]
            if old.geometry.bounds.origin != new.geometry.bounds.origin || old.scroll?.zoomScale != new.scroll?.zoomScale { return true }
        }
        return false
    }

    // MARK: Edits

    mutating func apply(_ edit: TreeEdit, to tree: inout RegionTree) throws(TreeEditError) {
        switch edit {
        case .add(let region, let parent, let index):
            try checkNew(region, tree)
            let place = try self.place(for: region, in: parent, index, tree)
            add(region, at: place, to: &tree)
        case .remove(let name):
            remove(try find(name, tree), from: &tree)
        case .set(let name, let new):
            try set(try find(name, tree), new, in: &tree)
        case .move(let name, let parent, let index):
            let id = try find(name, tree)
            if let around = tree.region(ofID: parent), around == id || tree.directory.isInside(around, id) {
                throw TreeEditError(.impossible, "\"\(name)\" cannot be put into itself")
            }
            guard tree.region(ofID: parent) != nil || tree.screens.contains(where: { $0.id == parent }) else { throw .noRegion(parent) }
            let old = tree.place(of: id)
            tree.unlink(id)
            do {
                let new = try place(for: tree.specs[id.slot], in: parent, index, tree, height: height(of: id, in: tree))
                tree.link(id, at: new)
            } catch {
                tree.link(id, at: old)
                throw error
            }
            steps.append(.moved(id, from: old))
            noteSubtree(id, tree)
        case .bringToFront(let name): reorder(try find(name, tree), isFront: true, in: &tree)
        case .sendToBack(let name): reorder(try find(name, tree), isFront: false, in: &tree)
        }
    }

    /// Takes back all that was done.
    mutating func undo(in tree: inout RegionTree) {
        for step in steps.reversed() {
            switch step {
            case .added(let ids):
                tree.unlink(ids[0])
                forget(ids, in: &tree)
                for id in ids { tree.forgetGrid(of: id) }
                tree.directory.free(ids)
            case .removed(let ids, let place):
                for id in ids {
                    tree.directory.restore(id)
                    tree.directory.indexByID[tree[id].id] = id
                    tree.note(tree.specs[id.slot], id)
                }
                tree.link(ids[0], at: place)
            case .moved(let id, let place):
                tree.unlink(id)
                tree.link(id, at: place)
            case .set(let id, let old):
                tree.replaceSpec(id, old)
            }
        }
        tree.gestures = gesturesBefore
        tree.directory.gestures = gesturesBefore.records
        if changesResponders {
            let added = tree.directory.responders.filter { !respondersBefore.contains($0) }
            forget(added, in: &tree)
            tree.directory.free(added)
            for id in respondersBefore where !tree.directory.contains(id) { tree.directory.restore(id) }
            tree.directory.responders = respondersBefore
            tree.updateResponders()
        }
        if changesNames { tree.resolveRedirects() }
        tree.noteSensitive()
    }

    /// The tree's tables of names are made to fit. Called once all edits have been applied.
    mutating func updateTables(of tree: inout RegionTree) {
        if changesNames { tree.resolveRedirects() }
        if changesResponders { retired = tree.updateResponders() }
        tree.noteSensitive()
        if changesGestures { GestureRelations.update(&tree, succeeding: tree.gestures) }
        tree.structure &+= 1
    }

    /// Nobody asks for what was removed any more.
    func finish(_ tree: inout RegionTree) {
        let gone = self.gone
        for id in gone where id.isRegion { tree.forgetGrid(of: id) }
        tree.directory.freeLater(gone)
    }

    // MARK: How each is done

    private mutating func add(_ region: RegionSpec, at place: RegionTree.Place, to tree: inout RegionTree) {
        var all: [RegionID] = []
        var rest: [(spec: RegionSpec, parent: RegionID?)] = [(region, nil)]
        while let (spec, parent) = rest.popLast() {
            let id = tree.directory.allocate(isRegion: true)
            tree.store(spec, id)
            tree.note(spec, id)
            if let parent {
                let last = tree.directory.links[parent.slot].backmost
                tree.link(
                    id,
                    at: RegionTree.Place(
                        parent: parent, screen: place.screen, behind: last >= 0 ? tree.directory.id(at: last) : nil))
            } else {
                tree.link(id, at: place)
            }
            if tree.directory.indexByID[spec.id] == nil { tree.directory.indexByID[spec.id] = id }
            all.append(id)
            rest += spec.children.map { ($0, id) }
        }
        steps.append(.added(all))
        for id in all { note(tree.specs[id.slot], tree) }
        for spec in all.map({ tree.specs[$0.slot] }) { give(spec.idsBesides) }
    }

    private mutating func remove(_ id: RegionID, from tree: inout RegionTree) {
        let all = tree.directory.subtree(of: id)
        let place = tree.place(of: id)
        tree.unlink(id)
        for id in all { note(tree.specs[id.slot], tree) }
        for spec in all.map({ tree.specs[$0.slot] }) { free(spec.idsBesides, in: &tree) }
        forget(all, in: &tree)
        steps.append(.removed(all, place))
    }

    private func forget(_ ids: [RegionID], in tree: inout RegionTree) {
        for id in ids {
            tree.directory.retire(id)
            let name = tree[id].id
            if tree.directory.indexByID[name] == id { tree.directory.indexByID[name] = nil }
        }
    }

    private mutating func set(_ id: RegionID, _ spec: RegionSpec, in tree: inout RegionTree) throws(TreeEditError) {
        let old = tree.specs[id.slot]
        var new = spec
        new.id = old.id
        new.children = []
        new.confineContent(after: old)
        var own = Set(old.idsBesides)
        for one in new.idsBesides {
            if own.contains(one) { own.remove(one) } else { try check(one, tree) }
        }
        free(old.idsBesides, in: &tree)
        give(new.idsBesides)
        note(old, tree)
        tree.replaceSpec(id, new)
        note(new, tree)
        if old.isSensitive != new.isSensitive || old.followsFingers != new.followsFingers { noteSubtree(id, tree) }
        steps.append(.set(id, old))
        // A window's level says where it lies among the others.
        if old.level != new.level, tree[id].parent == nil {
            let windows = Array(tree.directory.windows(ofScreen: tree[id].screen))
            reorder(id, to: windows.count - 1 - windows.firstIndex(of: id)!, in: &tree)
        }
    }

    private mutating func reorder(_ id: RegionID, isFront: Bool, in tree: inout RegionTree) {
        reorder(id, to: isFront ? nil : 0, in: &tree)
    }

    private mutating func reorder(_ id: RegionID, to index: Int?, in tree: inout RegionTree) {
        let old = tree.place(of: id)
        tree.unlink(id)
        let new = place(among: old.parent, old.screen, index, level: tree.specs[id.slot].level, tree)
        tree.link(id, at: new)
        steps.append(.moved(id, from: old))
        noteSubtree(id, tree)
    }

    // MARK: Places

    private func find(_ name: String, _ tree: RegionTree) throws(TreeEditError) -> RegionID {
        guard let id = tree.region(ofID: name) else { throw .noRegion(name) }
        return id
    }

    /// Paths grow with the depth, and so does what every one of them costs.
    private static let mostLevels = 256

    private func place(
        for region: RegionSpec, in parent: String, _ index: Int?, _ tree: RegionTree, height: Int? = nil
    ) throws(TreeEditError) -> RegionTree.Place {
        // A region may be called as a screen is; then it is meant.
        if let around = tree.region(ofID: parent) {
            if tree.chain(to: around).count + (height ?? region.height) > Self.mostLevels {
                throw TreeEditError(.notAllowed, "\"\(region.id)\" in \"\(parent)\" would be more than \(Self.mostLevels) levels deep")
            }
            return place(among: around, tree[around].screen, index, level: 0, tree)
        }
        guard let screen = tree.screens.firstIndex(where: { $0.id == parent }) else { throw .noRegion(parent) }
        return place(among: nil, screen, index, level: region.level, tree)
    }

    /// - Parameters:
    ///   - index: back to front; nil or too large: in front.
    ///   - level: windows of higher ones are in front, whatever the index.
    private func place(
        among parent: RegionID?, _ screen: Int, _ index: Int?, level: Double, _ tree: RegionTree
    ) -> RegionTree.Place {
        guard let parent else {
            let windows = Array(tree.directory.windows(ofScreen: screen))  // front to back
            let index = min(max(index ?? windows.count, 0), windows.count)
            let inFront = windows.enumerated().filter { place, window in
                let other = tree.specs[window.slot].level
                return other > level || other == level && windows.count - 1 - place >= index
            }
            return RegionTree.Place(parent: nil, screen: screen, behind: inFront.last?.element)
        }
        var place = RegionTree.Place(parent: parent, screen: screen, behind: nil)
        guard let index, index < tree.directory.links[parent.slot].childCount else { return place }
        // So many are behind it.
        var next = tree.directory.links[parent.slot].backmost
        for _ in 0..<max(index, 0) { next = tree.directory.links[Int(next)].inFront }
        place.behind = next >= 0 ? tree.directory.id(at: next) : nil
        return place
    }

    private func height(of id: RegionID, in tree: RegionTree) -> Int {
        var deepest = 1
        var level = tree.directory.children(of: id).map { $0 }
        while !level.isEmpty {
            deepest += 1
            level = level.flatMap { Array(tree.directory.children(of: $0)) }
        }
        return deepest
    }

    // MARK: Names

    private func checkNew(_ region: RegionSpec, _ tree: RegionTree) throws(TreeEditError) {
        var new: Set<GivenID> = []
        var rest = [region]
        // As they stand: a region, then what is in it.
        while let spec = rest.popLast() {
            for id in [.receiver(spec.id)] + spec.idsBesides {
                try check(id, tree)
                if !new.insert(id).inserted { throw id.isTaken }
            }
            rest += spec.children.reversed()
        }
    }

    private func check(_ id: GivenID, _ tree: RegionTree) throws(TreeEditError) {
        if given.contains(id) { throw id.isTaken }
        let isKnown =
            switch id {
            case .receiver(let name): tree.index(ofID: name) != nil
            case .gesture(let name):
                !freedGestures.contains(name) && tree.gestures.id(ofName: name).map { !tree.gestures.isOwn($0, tree) } ?? false
            }
        if isKnown { throw id.isTaken }
    }

    private mutating func give(_ ids: [GivenID]) {
        for id in ids { given.insert(id) }
    }

    private mutating func free(_ ids: [GivenID], in tree: inout RegionTree) {
        for id in ids {
            given.remove(id)
            switch id {
            case .receiver(let name): if let other = tree.index(ofID: name), !other.isRegion { tree.directory.indexByID[name] = nil }
            case .gesture(let name): freedGestures.insert(name)
            }
        }
    }

    private mutating func noteSubtree(_ id: RegionID, _ tree: RegionTree) {
        for id in tree.directory.subtree(of: id) { note(tree.specs[id.slot], tree) }
    }

    /// What a region that comes, goes or moves is part of.
    private mutating func note(_ spec: RegionSpec, _ tree: RegionTree) {
        changesNames = true
        if spec.controller != nil || !spec.interceptors.isEmpty || tree.responders.namedRegions.contains(spec.id) { changesResponders = true }
        if !spec.gestures.isEmpty || spec.scroll != nil || tree.gestures.namedRegions.contains(spec.id) { changesGestures = true }
    }
}

extension RegionTree {
    /// Another spec for a region where it lies: structural properties, too. The tables that it is in are another matter.
    mutating func replaceSpec(_ id: RegionID, _ spec: RegionSpec) {
        specs[id.slot] = spec
        specs[id.slot].children = []
        note(specs[id.slot], id)
        describeAll(id, in: self[id].parent, screen: self[id].screen)
    }

    /// A region that is gone leaves no grid.
    mutating func forgetGrid(of id: RegionID) {
        let grid = nodes[id.slot].special.grid
        if grid == 0 { return }
        hitIndex.removeGrid(grid)
        nodes[id.slot].special.grid = 0
    }
}

extension GestureRelations {
    /// Whether a gesture is the scroll view's own: its id is not given by anybody.
    fileprivate func isOwn(_ gesture: GestureID, _ tree: RegionTree) -> Bool {
        let record = records[gesture.slot]
        return !tree.specs[record.region.slot].gestures.contains { $0.id == record.id }
    }
}

/// Gestures have ids of their own: one may be called as a region is.
private enum GivenID: Hashable {
    /// A region, a controller or an interceptor.
    case receiver(String)
    case gesture(String)

    var isTaken: TreeEditError {
        let words =
            switch self {
            case .receiver(let id): "the id \"\(id)\""
            case .gesture(let id): "the gesture id \"\(id)\""
            }
        return TreeEditError(.taken, "\(words) is taken; ids are unique in the whole tree")
    }
}

extension RegionSpec {
    /// The ids that the region gives besides its own: its controller's, its interceptors' and its gestures'.
    fileprivate var idsBesides: [GivenID] {
        let receivers = (controller.map { [$0] } ?? []) + interceptors.map(\.id)
        return receivers.map { .receiver($0) } + gestures.map { .gesture($0.id) }
    }

    /// How many levels it has with all that is in it.
    fileprivate var height: Int {
        var deepest = 0
        var level = [self]
        while !level.isEmpty {
            deepest += 1
            level = level.flatMap(\.children)
        }
        return deepest
    }
}
