import TouchCore

/// Whether somebody who is not trusted may edit the tree as he asks, by the right `edit` of access rules (docs/access.md).
///
/// It looks at the tree before and the tree after, as no other is ever in force, and at what the edits name. What changes is named by
/// an edit, or lies in a region that is.
struct EditCheck {
    let edits: [TreeEdit]
    let old: RegionTree
    let new: RegionTree
    /// As `user 1001` or `token "page"`, and the sentence on the rules that allow him to edit.
    private let user: String
    private let rules: String
    /// By slot of the old tree and of the new one, whether a rule allows `edit` there.
    let oldGrants: [Bool]
    let newGrants: [Bool]
    /// By slot of the old tree, whether it is sensitive and not claimed by who asks.
    let closed: [Bool]
    /// What something names that he may not edit, and the path of that.
    private var regionsInUse: [String: String] = [:]
    private var gesturesInUse: [String: String] = [:]

    /// - Parameter owner: the number of the client that asks.
    init(_ edits: [TreeEdit], from old: RegionTree, to new: RegionTree, _ rights: Rights, user: String, owner: Int) {
        (self.edits, self.old, self.new) = (edits, old, new)
        self.user = user
        rules = rights.sentence(.edit)
        oldGrants = rights.places(.edit, in: old.directory) ?? Array(repeating: true, count: old.directory.slotCount)
        newGrants = rights.places(.edit, in: new.directory) ?? Array(repeating: true, count: new.directory.slotCount)
        var closed = Array(repeating: false, count: old.directory.slotCount)
        for region in old.directory.sensitive { closed[region.slot] = old.ownership.claim(over: region)?.owner != owner }
        self.closed = closed
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

    /// - Parameter seen: what is in order, so that the same is not looked at again for each edit.
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
        // What follows asks only which region it is and what kind of edit.
        if !seen.edits.insert(Seen.Edit(region: id, isSet: edit.isSet, leavesInPlace: edit.leavesInPlace)).inserted { return }
        let before = old.region(ofID: id)
        let after = new.region(ofID: id)
        if let before, let after, edit.isSet, old.specs[before.slot].differsHarmlessly(from: new.specs[after.slot]) {
            return try checkHarmless(before, after, &seen)
        }
        let stays = before != nil && after != nil && edit.leavesInPlace
        if let before {
            try checkIsInside(before, old, oldGrants)
            // What it took outside is another's when it goes.
            try checkConfined(root(of: before, old, oldGrants), old)
            if !stays { for index in seen.leaving.take(before) where !oldGrants[index.slot] { throw noRight(old[index].path) } }
            for index in seen.content.take(before) { try checkContent(index) }
            for index in seen.oldNames.take(before) { try checkNames(old.specs[index.slot], isNew: false) }
        }
        guard let after else { return }
        try checkIsInside(after, new, newGrants)
        try checkConfined(root(of: after), new)
        for index in stays ? seen.staying.take(after) : seen.coming.take(after) {
            if !stays && !newGrants[index.slot] { throw noRight(new[index].path) }
            try checkProperties(new.specs[index.slot])
            try checkNames(new.specs[index.slot], isNew: true)
            try checkNewIDs(index)
        }
        try checkCover(after, &seen)
    }

    /// A region of which only content properties are set, as an outermost one may be.
    private func checkHarmless(_ before: RegionID, _ after: RegionID, _ seen: inout Seen) throws(TreeEditError) {
        // The region itself may be counted on.
        if closed[before.slot] { throw notOwn(before) }
        for index in seen.content.take(before, isWithout: true) { try checkContent(index) }
        try checkConfined(root(of: after), new)
        let (was, now) = (old.specs[before.slot], new.specs[after.slot])
        try checkNames(now, isNew: true, besides: was)
        // What is in it comes to lie elsewhere, or can be scrolled to.
        if was.geometry != now.geometry || was.scroll != now.scroll { try checkCover(after, &seen) }
    }

    // MARK: Where

    /// That he may edit what an edit names, before and after. What comes and goes within the request changes nothing.
    private func checkNamed(_ id: String) throws(TreeEditError) {
        let (before, after) = (old.region(ofID: id), new.region(ofID: id))
        if before == nil && after == nil {
            if new.screens.contains(where: { $0.id == id }) {
                throw refusal("\(user) may not add or move windows: the right \"edit\" is for what is in windows")
            }
            return
        }
        if let before {
            if !oldGrants[before.slot] { throw noRight(old[before].path) }
            if closed[before.slot] { throw notOwn(before) }
        }
        if let after, !newGrants[after.slot] { throw noRight(new[after].path) }
    }

    /// That it is in a region that he may edit as well: the outermost ones keep their place.
    private func checkIsInside(_ region: RegionID, _ tree: RegionTree, _ grants: [Bool]) throws(TreeEditError) {
        if let parent = tree[region].parent, grants[parent.slot] { return }
        throw refusal(
            "\(user) may edit what is in \"\(tree[region].path)\", but not where it lies, in which order, which touches it takes or whether it is "
                + "there: no access rule allows \"edit\" to him for what it is in")
    }

    /// That what is around it keeps it from being hit outside.
    private func checkConfined(_ root: RegionID, _ tree: RegionTree) throws(TreeEditError) {
        if tree.specs[root.slot].confines { return }
        throw refusal(
            "what is in \"\(tree[root].path)\" is hit outside it as well (\"hitTest\"), so only trusted users edit what is in it; "
                + "\"clipsToBounds\" keeps what an overflow region has inside it")
    }

    /// The outermost region around one, or itself, with nothing between that he may not edit.
    func root(of region: RegionID) -> RegionID { root(of: region, new, newGrants) }

    private func root(of region: RegionID, _ tree: RegionTree, _ grants: [Bool]) -> RegionID {
        var root = region
        while let parent = tree[root].parent, grants[parent.slot] { root = parent }
        return root
    }

    /// That a region that changes, or is in one that does, is not somebody else's, nor counted on where he may not edit.
    private func checkContent(_ index: RegionID) throws(TreeEditError) {
        if closed[index.slot] { throw notOwn(index) }
        if let path = regionsInUse[old[index].id] { throw inUse("\"\(old[index].path)\"", path) }
        for gesture in old.specs[index.slot].gestures {
            if let path = gesturesInUse[gesture.id] { throw inUse("the gesture \"\(gesture.id)\" of \"\(old[index].path)\"", path) }
        }
    }

    // MARK: What

    private func checkProperties(_ spec: RegionSpec) throws(TreeEditError) {
        if let property = spec.propertyForTrusted {
            throw refusal("\"\(property)\" of \"\(spec.id)\" has effects outside it, so only trusted users edit a region that has it")
        }
    }

    /// That he may edit what it names, too. What it named and was not there is nobody's.
    ///
    /// - Parameter known: as it was; what that names already is not looked at.
    private func checkNames(_ spec: RegionSpec, isNew: Bool, besides known: RegionSpec? = nil) throws(TreeEditError) {
        let tree = isNew ? new : old
        for name in Set(spec.namedRegions).subtracting(known?.namedRegions ?? []).sorted() {
            if isNew && tree.region(ofID: name) == nil {
                throw refusal("\"\(spec.id)\" names \"\(name)\", and there is no such region: \(user) may name only what he may edit")
            }
            try checkNamed(name)
        }
        for name in Set(spec.namedGestures).subtracting(known?.namedGestures ?? []).sorted() {
            if let owner = tree.owner(ofGesture: name) {
                try checkNamed(owner)
            } else if isNew {
                throw refusal(
                    "\"\(spec.id)\" names the gesture \"\(name)\", and there is none: \(user) may name only those of regions that he may edit")
            }
        }
    }

    /// That nothing outside waits for the names it brings.
    private func checkNewIDs(_ index: RegionID) throws(TreeEditError) {
        let spec = new.specs[index.slot]
        for id in [spec.id] + (spec.controller.map { [$0] } ?? []) {
            // An edit whose parent has this name is meant for the screen.
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
            throw refusal("there would be \(after.count) regions and gestures in what \(user) may edit; \(limit.editable) are the most")
        }
        if after.bytes > limit.editableBytes && after.bytes > before.bytes {
            throw refusal(
                "the paths in what \(user) may edit would have \(after.bytes) bytes; \(limit.editableBytes) are the most: "
                    + "give regions shorter ids, or put fewer into each other")
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

    private func notOwn(_ region: RegionID) -> TreeEditError {
        refusal("\"\(old[region].path)\" is sensitive, and this connection has not claimed it")
    }

    private func inUse(_ what: String, _ path: String) -> TreeEditError {
        refusal("\(what) is named by \"\(path)\", which counts on it and which \(user) may not edit")
    }
}

extension EditCheck {
    /// What one check has found in order: a request that names the same regions again and again costs no more than the tree is large.
    struct Seen {
        struct Edit: Hashable {
            let region: String
            let isSet: Bool
            let leavesInPlace: Bool
        }

        /// Regions that have been looked at, each with all that is in it.
        struct Subtrees {
            fileprivate let tree: RegionTree
            private var isDone: [Bool]
            /// How many regions it came to, for tests.
            private(set) var visits = 0

            fileprivate init(_ tree: RegionTree) {
                self.tree = tree
                isDone = Array(repeating: false, count: tree.directory.slotCount)
            }

            /// Those that are new, in the tree's order.
            ///
            /// - Parameters:
            ///   - root: with all that is in it.
            ///   - isWithout: whether only what is in it is meant.
            fileprivate mutating func take(_ root: RegionID, isWithout: Bool = false) -> [RegionID] {
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
        /// Sensitive regions of others, as they are in the new tree; nil: not asked yet.
        var covered: [Covered]?
        /// By slot of the new tree, the place in pre-order.
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

    /// Whether the region stays in what it is in.
    fileprivate var leavesInPlace: Bool {
        switch self {
        case .set, .bringToFront, .sendToBack: true
        case .add, .remove, .move: false
        }
    }
}
