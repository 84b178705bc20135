import TouchCore

/// The sensitive regions of the file, the regions that redirect touches into them, and all settings that decide who gets these touches. A trial must
/// leave them unchanged.
struct GuardedRegions {
    let tree: RegionTree
    /// The outermost guarded regions.
    private(set) var all: [RegionID] = []
    /// The IDs of the regions, controllers and interceptors in guarded regions, and of their gestures.
    private var inside: Set<String> = []

    init(_ tree: RegionTree) {
        self.tree = tree
        for region in tree.directory.sensitive where tree[region].sensitiveRoot == region && region.isRegion { add(region) }
        // Adds regions outside that send touches into a guarded region, by a fallback, a redirect or an interceptor.
        var isComplete = all.isEmpty
        while !isComplete {
            isComplete = true
            for region in tree.directory.regions where !inside.contains(tree[region].id) {
                let spec = tree.specs[region.slot]
                var leads = spec.fallback.map(inside.contains) ?? false
                if case .redirect(let to, _) = spec.hitTest, inside.contains(to) { leads = true }
                let led = spec.interceptors.filter { $0.deliverTo.map(inside.contains) ?? false }.compactMap { tree.region(ofID: $0.insideOf) }
                for source in led + (leads ? [region] : []) where !inside.contains(tree[source].id) {
                    add(source)
                    isComplete = false
                }
            }
        }
    }

    private mutating func add(_ region: RegionID) {
        all.append(region)
        for part in tree.directory.subtree(of: region) {
            inside.insert(tree[part].id)
            for gesture in tree.specs[part.slot].gestures { inside.insert(gesture.id) }
        }
    }

    /// The IDs of the screens that have a guarded region.
    var screens: Set<String> { Set(all.map { tree.screens[tree[$0].screen].id }) }

    func path(onScreen screen: String) -> String {
        all.first { tree.screens[tree[$0].screen].id == screen }.map { tree[$0].path } ?? ""
    }

    // MARK: The tree that is tried

    func check(_ trial: Settings, insteadOf file: Settings) throws(TrialRefusal) {
        let new = trial.tree
        for region in all {
            let path = tree[region].path
            guard let after = new.region(ofID: tree[region].id), new[after].path == path else {
                throw TrialRefusal("sensitive", region: path, "of the region \"\(path)\", which would be removed or moved in the tree")
            }
            if tree.screens[tree[region].screen].id != new.screens[new[after].screen].id {
                throw TrialRefusal("sensitive", region: path, "of the region \"\(path)\", which would be on another screen")
            }
            try checkContent(region, after, new)
            try checkAround(region, after, new)
            try checkNeighbours(region, after, new)
            try checkInterceptors(region, after, new)
        }
        try checkControllers(new, Self.answers(file), Self.answers(trial))
        try checkNames(new)
    }

    /// Checks that the region and its descendants are unchanged.
    private func checkContent(_ region: RegionID, _ after: RegionID, _ new: RegionTree) throws(TrialRefusal) {
        let (old, now) = (tree.directory.subtree(of: region), new.directory.subtree(of: after))
        for (old, now) in zip(old, now) where tree[old].path == new[now].path {
            let (before, after) = (tree.specs[old.slot], new.specs[now.slot])
            if before == after {
                try checkTargets(old, now, new)
                continue
            }
            let (path, key) = (tree[old].path, RegionProperty.keys(before, after).first ?? "children")
            throw TrialRefusal(key, region: path, "of the region \"\(path)\", which is sensitive or leads to a sensitive region")
        }
        if old.map({ tree[$0].path }) != now.map({ new[$0].path }) {
            let path = tree[region].path
            throw TrialRefusal("children", region: path, "of the region \"\(path)\", which is sensitive or leads to a sensitive region")
        }
    }

    /// Checks that the ancestors of the region still take touches in the same places and pass them on.
    private func checkAround(_ region: RegionID, _ after: RegionID, _ new: RegionTree) throws(TrialRefusal) {
        for (old, now) in zip(tree.chain(to: region).dropLast(), new.chain(to: after).dropLast()) {
            try checkSame(old, now, new, "of the region \"\(tree[old].path)\", in which the sensitive region \"\(tree[region].path)\" lies")
            try checkTargets(old, now, new)
        }
    }

    /// Checks that the regions to which a region passes touches on exist as before: a redirect or fallback to a missing region does nothing.
    private func checkTargets(_ old: RegionID, _ now: RegionID, _ new: RegionTree) throws(TrialRefusal) {
        var ids = [tree.specs[old.slot].fallback].compactMap(\.self)
        if case .redirect(let to, _) = tree.specs[old.slot].hitTest { ids.append(to) }
        ids += tree.specs[old.slot].interceptors.compactMap(\.deliverTo)
        for id in ids where (tree.index(ofID: id) == nil) != (new.index(ofID: id) == nil) {
            let path = tree[old].path
            let change = tree.index(ofID: id) == nil ? "adding" : "removing"
            throw TrialRefusal("children", region: path, "by \(change) \"\(id)\", because the region \"\(path)\" passes touches on to it")
        }
    }

    private func checkSame(_ old: RegionID, _ now: RegionID, _ new: RegionTree, _ consequence: String) throws(TrialRefusal) {
        let (before, after) = (Self.place(tree.specs[old.slot]), Self.place(new.specs[now.slot]))
        if before != after { throw TrialRefusal(RegionProperty.keys(before, after).first ?? "id", region: new[now].path, consequence) }
    }

    /// Returns the spec without the properties that do not affect which touches the region takes.
    private static func place(_ spec: RegionSpec) -> RegionSpec {
        var place = spec.place
        place.interceptors = []
        place.isSensitive = spec.isSensitive
        place.alpha = spec.alpha
        return place
    }

    // MARK: Neighbours

    /// Returns the regions that may take a touch before the region does, or that get touches which it lets through, and how many of them are in front
    /// of it.
    private func neighbours(of region: RegionID, _ tree: RegionTree) -> (all: [RegionID], inFront: Int) {
        let content = tree.directory.subtree(of: region)
        let letsThrough = content.contains { tree.specs[$0.slot].passesTouchesThrough }
        let around = Set(tree.chain(to: region))
        let reach = Reach(of: region, in: tree)
        var neighbours: [RegionID] = []
        var inFront: Int?
        for other in tree.directory.regions where tree[other].screen == tree[region].screen {
            if other == region { inFront = neighbours.count }
            if around.contains(other) || tree.directory.isInside(other, region) { continue }
            if (inFront == nil || letsThrough) && Reach(of: other, in: tree).overlaps(reach) { neighbours.append(other) }
        }
        return (neighbours, inFront ?? neighbours.count)
    }

    private func checkNeighbours(_ region: RegionID, _ after: RegionID, _ new: RegionTree) throws(TrialRefusal) {
        let ((old, inFront), (now, inFrontNow)) = (neighbours(of: region, tree), neighbours(of: after, new))
        let path = tree[region].path
        for (old, now) in zip(old, now) where tree[old].path == new[now].path {
            if tree.redirectTarget(of: old) != new.redirectTarget(of: now) {
                throw TrialRefusal(
                    "hitTest", region: new[now].path,
                    "of the region \"\(new[now].path)\", which lies over the sensitive region \"\(path)\": it would lead touches elsewhere")
            }
            // A neighbour's ancestors also decide whether it takes a touch, even if they do not lie over the sensitive region.
            for (around, after) in zip(tree.chain(to: old), new.chain(to: now)) {
                let over = "\"\(new[now].path)\" lies over the sensitive region \"\(path)\""
                try checkSame(around, after, new, "of the region \"\(new[after].path)\": \(over)")
            }
        }
        let (before, paths) = (old.map { tree[$0].path }, now.map { new[$0].path })
        if before == paths && inFront == inFrontNow { return }
        let cover = now.first { !before.contains(new[$0].path) }
        if let cover {
            let spec = new.specs[cover.slot]
            let key = tree.spec(ofID: spec.id).flatMap { RegionProperty.keys($0, spec).first } ?? "children"
            throw TrialRefusal(
                key, region: new[cover].path, "of the region \"\(new[cover].path)\", which would lie over the sensitive region \"\(path)\"")
        }
        let other = before.first { !paths.contains($0) } ?? before[before == paths ? min(inFront, inFrontNow) : 0]
        throw TrialRefusal("children", region: other, "so that \"\(other)\" lies differently over the sensitive region \"\(path)\"")
    }

    // MARK: Other observers of touches

    private func checkInterceptors(_ region: RegionID, _ after: RegionID, _ new: RegionTree) throws(TrialRefusal) {
        func interceptors(_ region: RegionID, _ tree: RegionTree) -> [(spec: InterceptorSpec, inside: RegionID)] {
            let reach = Reach(of: region, in: tree)
            return tree.specs[tree.window(of: region).slot].interceptors.compactMap { spec in
                tree.region(ofID: spec.insideOf).flatMap {
                    Reach(aroundHitBoundsOf: $0, in: tree).overlaps(reach) || fingersMove($0, tree) ? (spec, $0) : nil
                }
            }
        }
        let (old, now) = (interceptors(region, tree), interceptors(after, new))
        let path = tree[region].path
        let consequence = "of the window of the sensitive region \"\(path)\": an interceptor would see other touches"
        if old.map(\.spec) != now.map(\.spec) { throw TrialRefusal("intercept", region: path, consequence) }
        for (old, now) in zip(old, now) where tree[old.inside].path == new[now.inside].path {
            for (old, now) in zip(tree.chain(to: old.inside), new.chain(to: now.inside)) { try checkSame(old, now, new, consequence) }
        }
        if old.map({ tree[$0.inside].path }) != now.map({ new[$0.inside].path }) { throw TrialRefusal("intercept", region: path, consequence) }
    }

    /// True if fingers can move the region to any place.
    private func fingersMove(_ region: RegionID, _ tree: RegionTree) -> Bool {
        tree.chain(to: region).contains { tree.specs[$0.slot].behaviour == .dragSelf || tree.specs[$0.slot].kind == .scrollView }
    }

    /// Checks that the controllers in the regions answer as before and have the same regions.
    private func checkControllers(_ new: RegionTree, _ before: [String: Responds], _ after: [String: Responds]) throws(TrialRefusal) {
        func uses(_ tree: RegionTree) -> [String: [(region: String, path: String)]] {
            tree.directory.regions.reduce(into: [:]) { uses, region in
                if let id = tree.specs[region.slot].controller { uses[id, default: []].append((tree[region].id, tree[region].path)) }
            }
        }
        let (old, now) = (uses(tree), uses(new))
        for (id, homes) in old.sorted(by: { $0.key < $1.key }) {
            guard let path = homes.first(where: { inside.contains($0.region) })?.path else { continue }
            if homes.map(\.path) != now[id]?.map(\.path) || before[id] != after[id] {
                throw TrialRefusal("controllers", region: path, "of the screens: \"\(id)\" of the region \"\(path)\" would respond differently")
            }
        }
    }

    private static func answers(_ settings: Settings) -> [String: Responds] {
        settings.screens.reduce(into: [:]) { $0.merge($1.spec.controllers) { first, _ in first } }
    }

    /// Checks that no region outside newly refers to a guarded region or gesture, because it would get their touches.
    private func checkNames(_ new: RegionTree) throws(TrialRefusal) {
        func names(_ spec: RegionSpec) -> Set<String> { Set(spec.namedRegions + spec.namedGestures).intersection(inside) }
        for region in new.directory.regions where !inside.contains(new[region].id) {
            let spec = new.specs[region.slot]
            let now = names(spec)
            if now.isEmpty { continue }
            let old = tree.region(ofID: new[region].id).map { tree.specs[$0.slot] }
            if now.isSubset(of: old.map(names) ?? []) { continue }
            let key =
                old.flatMap { RegionProperty.keys($0, spec).first { ["hitTest", "fallback", "gestures", "intercept"].contains($0) } } ?? "children"
            throw TrialRefusal(key, region: new[region].path, "of the region \"\(new[region].path)\", so that it names a part of a sensitive region")
        }
    }
}
