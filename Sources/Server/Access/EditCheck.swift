import TouchCore

/// Checks whether an untrusted user may make the requested edits, by the right `edit` of access rules (docs/access.md).
///
/// The check compares the tree before all edits with the tree after all edits, because the trees in between are never in force. It looks at the
/// regions that the edits name and at their content. No other region changes.
struct EditCheck {
    let edits: [TreeEdit]
    let old: RegionTree
    let new: RegionTree
    /// The user as `user 1001` or `token "page"`, and the sentence on the rules that grant `edit`.
    private let user: String
    private let rules: String
    private let rights: Rights
    /// Whether a rule grants `edit`, by slot of the old tree and of the new tree.
    let oldGrants: [Bool]
    let newGrants: [Bool]
    /// Whether the region is sensitive and not claimed by the client that edits, by slot of the old tree.
    let isProtected: [Bool]
    /// The regions named by an interceptor or by a region that the user may not edit, and the gestures named by a region that the user may not edit.
    /// The values are the paths of the naming regions.
    private var regionsInUse: [String: String] = [:]
    private var gesturesInUse: [String: String] = [:]

    /// Prepares the check.
    ///
    /// - Parameter owner: the number of the client that edits.
    init(_ edits: [TreeEdit], from old: RegionTree, to new: RegionTree, _ rights: Rights, user: String, owner: Int) {
        (self.edits, self.old, self.new) = (edits, old, new)
        (self.user, self.rights) = (user, rights)
        rules = rights.explanation(.edit)
        oldGrants = rights.places(.edit, in: old.directory) ?? Array(repeating: true, count: old.directory.slotCount)
        newGrants = rights.places(.edit, in: new.directory) ?? Array(repeating: true, count: new.directory.slotCount)
        var closed = Array(repeating: false, count: old.directory.slotCount)
        for region in old.directory.sensitive { closed[region.slot] = old.ownership.claim(over: region)?.owner != owner }
        self.isProtected = closed
        for region in old.directory.regions {
            let spec = old.specs[region.slot]
            let isGranted = oldGrants[region.slot]
            let names = isGranted ? spec.interceptors.flatMap { [$0.insideOf, $0.deliverTo ?? $0.insideOf] } : spec.namedRegions
            for name in names { regionsInUse[name] = old[region].path }
            if !isGranted { for name in spec.namedGestures { gesturesInUse[name] = old[region].path } }
        }
    }

    func check() throws(TreeEditError) {
        var seen = Seen(old, new)
        try check(&seen)
    }

    /// Checks all edits.
    ///
    /// - Parameter seen: regions already checked, which are not checked again for each edit.
    func check(_ seen: inout Seen) throws(TreeEditError) {
        for (number, edit) in edits.enumerated() {
            do { try check(edit, &seen) } catch { throw error.numbered(number, of: edits.count) }
        }
        try checkSize()
    }

    private func check(_ edit: TreeEdit, _ seen: inout Seen) throws(TreeEditError) {
        let id = edit.region
        switch edit {
        case .add(_, let parent, _), .move(_, let parent, _): try checkNamed(parent)
        case .set, .remove, .bringToFront, .sendToBack: break
        }
        try checkNamed(id)
        // The rest depends only on the region and the kind of edit.
        if !seen.edits.insert(Seen.Edit(region: id, isSet: edit.isSet, leavesInPlace: edit.leavesInPlace)).inserted { return }
        let before = old.region(ofID: id)
        let after = new.region(ofID: id)
        if let before, let after, edit.isSet, old.specs[before.slot].differsOnlyInContent(from: new.specs[after.slot]) {
            return try checkHarmless(before, after, &seen)
        }
        let stays = before != nil && after != nil && edit.leavesInPlace
        if let before {
            try checkIsInside(before, old, oldGrants)
            // When the region goes, touches that it took outside its bounds would go to other regions.
            try checkConfined(root(of: before, old, oldGrants), old)
            if !stays { for index in seen.leaving.visit(before) where !oldGrants[index.slot] { throw noRight(old[index].path) } }
            for index in seen.content.visit(before) { try checkContent(index) }
            for index in seen.oldNames.visit(before) { try checkNames(old.specs[index.slot], isNew: false) }
        }
        guard let after else { return }
        try checkIsInside(after, new, newGrants)
        try checkConfined(root(of: after), new)
        for index in stays ? seen.staying.visit(after) : seen.coming.visit(after) {
            if !stays && !newGrants[index.slot] { throw noRight(new[index].path) }
            try checkProperties(new.specs[index.slot])
            try checkKeyCode(index)
            try checkNames(new.specs[index.slot], isNew: true)
            try checkNewIDs(index)
        }
        try checkCover(after, &seen)
    }

    /// Checks a region of which only content properties are set. This is allowed for an outermost editable region, too.
    private func checkHarmless(_ before: RegionID, _ after: RegionID, _ seen: inout Seen) throws(TreeEditError) {
        // Regions outside may name this region, because only its content changes. So `checkContent` below checks only its content.
        if isProtected[before.slot] { throw notClaimed(before) }
        for index in seen.content.visit(before, isWithout: true) { try checkContent(index) }
        try checkConfined(root(of: after), new)
        let (was, now) = (old.specs[before.slot], new.specs[after.slot])
        try checkNames(now, isNew: true, besides: was)
        try checkKeyCode(after)
        // Its content may move to another place or become reachable by scrolling.
        if was.geometry != now.geometry || was.scroll != now.scroll { try checkCover(after, &seen) }
    }

    // MARK: Where

    /// Checks that the user may edit a region that an edit names, before and after the edits. The id of a screen is refused. Any other id that is in
    /// neither tree is ignored.
    private func checkNamed(_ id: String) throws(TreeEditError) {
        let (before, after) = (old.region(ofID: id), new.region(ofID: id))
        if before == nil && after == nil {
            if new.screens.contains(where: { $0.id == id }) {
                throw refusal("\(user) may not add or move windows: the right \"edit\" covers only the regions in windows")
            }
            return
        }
        if let before {
            if !oldGrants[before.slot] { throw noRight(old[before].path) }
            if isProtected[before.slot] { throw notClaimed(before) }
        }
        if let after, !newGrants[after.slot] { throw noRight(new[after].path) }
    }

    /// Checks that the parent of the region is also editable. An outermost editable region can therefore not be moved, reordered, added or removed.
    private func checkIsInside(_ region: RegionID, _ tree: RegionTree, _ grants: [Bool]) throws(TreeEditError) {
        if let parent = tree[region].parent, grants[parent.slot] { return }
        throw refusal(
            "\(user) may edit the content of \"\(tree[region].path)\", but may not move, reorder, add or remove it, or change which touches it takes"
                + ": no access rule grants \"edit\" for its parent")
    }

    /// Checks that the region cannot be hit outside its bounds.
    private func checkConfined(_ root: RegionID, _ tree: RegionTree) throws(TreeEditError) {
        if tree.specs[root.slot].confinesHits { return }
        throw refusal(
            "regions in \"\(tree[root].path)\" can be hit outside it (\"hitTest\"), so only trusted users may edit them; "
                + "\"clipsToBounds\" keeps the content of an overflow region inside")
    }

    /// Returns the outermost editable region around this region, or this region itself. The user may also edit every region between the two.
    func root(of region: RegionID) -> RegionID { root(of: region, new, newGrants) }

    private func root(of region: RegionID, _ tree: RegionTree, _ grants: [Bool]) -> RegionID {
        var root = region
        while let parent = tree[root].parent, grants[parent.slot] { root = parent }
        return root
    }

    /// Checks one region of a changed subtree. It must not be another client's sensitive region or in `regionsInUse`, and none of its gestures may be
    /// in `gesturesInUse`.
    private func checkContent(_ index: RegionID) throws(TreeEditError) {
        if isProtected[index.slot] { throw notClaimed(index) }
        if let path = regionsInUse[old[index].id] { throw inUse("\"\(old[index].path)\"", path) }
        for gesture in old.specs[index.slot].gestures {
            if let path = gesturesInUse[gesture.id] { throw inUse("the gesture \"\(gesture.id)\" of \"\(old[index].path)\"", path) }
        }
    }

    // MARK: What

    private func checkProperties(_ spec: RegionSpec) throws(TreeEditError) {
        if let property = spec.propertyForTrusted {
            throw refusal("\"\(property)\" of \"\(spec.id)\" has effects outside the region, so only trusted users may edit a region that has it")
        }
    }

    /// Checks that the user may type on the screen if the region gets another key than it had there: whoever touches it would type for the user.
    private func checkKeyCode(_ index: RegionID) throws(TreeEditError) {
        let spec = new.specs[index.slot]
        if spec.keyCode == nil { return }
        let screen = new.screens[new[index].screen].id
        if rights.has(.type, onScreen: screen) { return }
        if let before = old.region(ofID: spec.id), old.specs[before.slot].keyCode == spec.keyCode, old.screens[old[before].screen].id == screen {
            return
        }
        throw refusal("\"keyCode\" of \"\(spec.id)\" needs the right \"type\" on screen \"\(screen)\", which \(user) does not have")
    }

    /// Checks that the user may edit every region that the spec names. Names of missing regions are ignored in the old tree and refused in the new
    /// one.
    ///
    /// - Parameter known: the spec before. Names that it already has are not checked.
    private func checkNames(_ spec: RegionSpec, isNew: Bool, besides known: RegionSpec? = nil) throws(TreeEditError) {
        let tree = isNew ? new : old
        for name in Set(spec.namedRegions).subtracting(known?.namedRegions ?? []).sorted() {
            if isNew && tree.region(ofID: name) == nil {
                throw refusal("\"\(spec.id)\" names the region \"\(name)\", which does not exist: \(user) may name only regions that it may edit")
            }
            try checkNamed(name)
        }
        for name in Set(spec.namedGestures).subtracting(known?.namedGestures ?? []).sorted() {
            if let owner = tree.owner(ofGesture: name) {
                try checkNamed(owner)
            } else if isNew {
                throw refusal(
                    "\"\(spec.id)\" names the gesture \"\(name)\", which does not exist: \(user) may name only gestures of regions that it may edit")
            }
        }
    }

    /// Checks that the new ids are free. No screen may have them, and they must not be in `regionsInUse` or `gesturesInUse`.
    private func checkNewIDs(_ index: RegionID) throws(TreeEditError) {
        let spec = new.specs[index.slot]
        for id in [spec.id] + (spec.controller.map { [$0] } ?? []) {
            // An edit names its parent by id, so a region with the id of a screen could not be told from the screen.
            if new.screens.contains(where: { $0.id == id }) { throw refusal("\"\(id)\" is the id of a screen") }
            if let path = regionsInUse[id] { throw inUse("\"\(id)\"", path) }
        }
        for gesture in spec.gestures {
            if let path = gesturesInUse[gesture.id] { throw inUse("the gesture \"\(gesture.id)\"", path) }
        }
    }

    // MARK: How much

    private func checkSize() throws(TreeEditError) {
        let (before, after) = (Self.size(old, oldGrants), Self.size(new, newGrants))
        let limit = Limit.self
        if after.count > limit.editable && after.count > before.count {
            throw refusal("the part that \(user) may edit would have \(after.count) regions and gestures; the limit is \(limit.editable)")
        }
        if after.bytes > limit.editableBytes && after.bytes > before.bytes {
            throw refusal(
                "the paths in the part that \(user) may edit would have \(after.bytes) bytes; the limit is \(limit.editableBytes): "
                    + "use shorter ids, or nest regions less deeply")
        }
    }

    private static func size(_ tree: RegionTree, _ grants: [Bool]) -> (count: Int, bytes: Int) {
        var size = (count: 0, bytes: 0)
        func add(_ text: String) { size = (size.count + 1, size.bytes + text.utf8.count) }
        for receiver in tree.directory.receivers where grants[receiver.slot] { add(tree[receiver].path) }
        for gesture in tree.directory.gestures { if let home = gesture.home, grants[home.slot] { add(gesture.id) } }
        return size
    }

    // MARK: Why not

    func refusal(_ message: String) -> TreeEditError { TreeEditError(.notAllowed, message) }

    private func noRight(_ path: String) -> TreeEditError { refusal("\(user) may not edit \"\(path)\": \(rules)") }

    private func notClaimed(_ region: RegionID) -> TreeEditError {
        refusal("\"\(old[region].path)\" is sensitive, and this connection has not claimed it")
    }

    private func inUse(_ what: String, _ path: String) -> TreeEditError {
        refusal("\(what) is named by \"\(path)\", which depends on it and which \(user) may not edit")
    }
}

extension EditCheck {
    /// The regions that one check has visited. The check visits none twice, so a request that names the same regions repeatedly costs no more than a
    /// few walks over the tree.
    struct Seen {
        struct Edit: Hashable {
            let region: String
            let isSet: Bool
            let leavesInPlace: Bool
        }

        /// Regions already checked, each with its whole subtree.
        struct Subtrees {
            fileprivate let tree: RegionTree
            private var isDone: [Bool]
            /// The number of regions visited; for tests.
            private(set) var visits = 0

            fileprivate init(_ tree: RegionTree) {
                self.tree = tree
                isDone = Array(repeating: false, count: tree.directory.slotCount)
            }

            /// Returns the regions of a subtree that were not returned before, in the tree's order.
            ///
            /// - Parameters:
            ///   - root: the root of the subtree.
            ///   - isWithout: whether to leave out the root itself.
            fileprivate mutating func visit(_ root: RegionID, isWithout: Bool = false) -> [RegionID] {
                let directory = tree.directory
                let end = directory.next(afterSubtreeOf: root)
                var taken: [RegionID] = []
                var next = isWithout ? directory.next(after: root) : root
                while let region = next, region != end {
                    visits += 1
                    if isDone[region.slot] {
                        next = directory.next(afterSubtreeOf: region)
                    } else {
                        isDone[region.slot] = true
                        taken.append(region)
                        next = directory.next(after: region)
                    }
                }
                return taken
            }
        }

        fileprivate var edits: Set<Edit> = []
        fileprivate var leaving, content, oldNames, staying, coming: Subtrees
        /// The sensitive regions of other clients, in the new tree; nil if not computed yet.
        var covered: [Covered]?
        /// The region's position in pre-order, by slot of the new tree.
        fileprivate(set) lazy var places: [Int] = {
            var places = Array(repeating: 0, count: coming.tree.directory.slotCount)
            for (place, region) in coming.tree.directory.regions.enumerated() { places[region.slot] = place }
            return places
        }()

        init(_ old: RegionTree, _ new: RegionTree) {
            (leaving, content, oldNames) = (Subtrees(old), Subtrees(old), Subtrees(old))
            (staying, coming) = (Subtrees(new), Subtrees(new))
        }

        var visits: Int { [leaving, content, oldNames, staying, coming].reduce(0) { $0 + $1.visits } }
    }
}

extension TreeEdit {
    fileprivate var isSet: Bool {
        if case .set = self { true } else { false }
    }

    /// True if the region stays in its parent.
    fileprivate var leavesInPlace: Bool {
        switch self {
        case .set, .bringToFront, .sendToBack: true
        case .add, .remove, .move: false
        }
    }
}
