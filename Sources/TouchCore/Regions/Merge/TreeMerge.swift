/// The merge of three states of a tree: the previous file, the current file, and the tree as fingers and clients have changed it
/// meanwhile. The file wins where it has changed; the rest stays as it is. O(regions).
///
/// - A region in both files keeps its current parent, its place among its siblings and each of its properties, unless the file has changed that value
///   (`RegionMerge`).
/// - A region that a client has removed stays removed, unless the file has changed its entry or anything in it.
/// - A region that a client has added stays as long as its parent does. An id that the file newly uses belongs to the file.
public struct TreeMerge {
    /// The overruled changes of fingers and clients, in the order of the file, then of the tree.
    public private(set) var gaveWay: [GaveWay] = []
    /// The ids of regions that get a new identity although a region in the previous tree has the same id.
    public private(set) var renewed: Set<String> = []

    private let before: ConfiguredTree
    private let now: ConfiguredTree
    let mine: RegionTree
    /// Whether the file wins everywhere.
    private let resets: Bool
    /// Whether a region of the file may stay where a client has put it.
    private let keepsMoves: Bool
    private let edits: Edits
    /// The file's regions, by their number, followed by those that clients have added.
    private var nodes: [Node] = []
    /// The merged properties of those regions of the file that differ from the file, by number.
    private var specs: [Int: RegionSpec] = [:]
    /// The number of the region in each slot of the current tree; -1 for none.
    private var numbers: [Int32]
    private var names = MergedNames()
    /// The children of regions and the windows of screens, back to front, by the number of the parent. Parents without children have no entry.
    private var order: [Int: [Int]] = [:]
    private var isImpossible = false

    /// Facts about clients' edits that the three states do not show.
    private struct Edits {
        let overruled, readded, lost: Set<String>
    }

    private struct Node {
        /// The region in the current tree; nil if it is not there, or another region has its id.
        var region: RegionID?
        var isIncluded = true
        /// The number of the parent's node. A number below 0 stands for a screen.
        var parent = 0
    }

    /// - Parameters:
    ///   - resets: whether everything gets the file's state, and all changes by fingers and clients are dropped.
    ///   - overruled: the ids of regions that get the file's state in any case. Of these, the regions that clients have added are removed.
    ///   - readded: the ids of the file's regions that clients have removed and added again as their own.
    ///   - lost: the ids of the file's regions that come back: they are gone, but no client has removed them.
    public init(
        before: ConfiguredTree, now: ConfiguredTree, mine: RegionTree, resets: Bool = false, overruled: Set<String> = [],
        readded: Set<String> = [], lost: Set<String> = []
    ) {
        let edits = Edits(overruled: overruled, readded: readded, lost: lost)
        self.init(before, now, mine, resets, edits, keepsMoves: true)
        // Two moves, one by a client and one by the file, may put regions into each other or nest them too deeply.
        if isImpossible { self.init(before, now, mine, resets, edits, keepsMoves: false) }
    }

    private init(_ before: ConfiguredTree, _ now: ConfiguredTree, _ mine: RegionTree, _ resets: Bool, _ edits: Edits, keepsMoves: Bool) {
        self.edits = edits
        (self.before, self.now, self.mine, self.resets, self.keepsMoves) = (before, now, mine, resets, keepsMoves)
        numbers = Array(repeating: -1, count: mine.directory.slotCount)
        includeConfigured()
        mergeSpecs()
        includeAdded()
        for number in 0..<now.count where nodes[number].isIncluded { nodes[number].parent = parent(of: number) }
        assemble()
    }

    // MARK: Included regions

    private mutating func includeConfigured() {
        let changed = changedEntries()
        var returns = Array(repeating: false, count: now.count)
        nodes.reserveCapacity(now.count)
        for number in 0..<now.count {
            let id = now.specs[number].id
            var node = Node(region: mine.region(ofID: id))
            let isNew = before.number(ofID: id) == nil
            if isNew || edits.readded.contains(id) && (changed[number] || resets) {
                if node.region != nil {
                    renewed.insert(id)
                    gaveWay.append(GaveWay(region: id, key: nil))
                    node.region = nil
                }
            } else if node.region == nil {
                let comesAlong = now.parents[number] >= 0 && returns[now.parents[number]]
                returns[number] = comesAlong || changed[number] || resets || edits.lost.contains(id)
                node.isIncluded = returns[number]
                if node.isIncluded && !comesAlong { gaveWay.append(GaveWay(region: id, key: nil)) }
            }
            nodes.append(node)
        }
    }

    /// Returns for each entry whether the file has changed it, its place or anything in it.
    private func changedEntries() -> [Bool] {
        var changed = Array(repeating: false, count: now.count)
        for number in (0..<now.count).reversed() {
            guard let old = before.number(ofID: now.specs[number].id) else {
                changed[number] = true
                continue
            }
            let (children, oldChildren) = (now.children(of: number), before.children(of: old))
            changed[number] =
                now.specs[number] != before.specs[old] || now.parentName(of: number) != before.parentName(of: old)
                || children.count != oldChildren.count || children.contains { changed[$0] }
                || zip(children, oldChildren).contains { now.specs[$0].id != before.specs[$1].id }
        }
        return changed
    }

    /// Merges the properties of the file's regions, and assigns their ids.
    private mutating func mergeSpecs() {
        let included = (0..<now.count).filter { nodes[$0].isIncluded }
        for number in included {
            let spec = now.specs[number]
            if let region = nodes[number].region, let old = before.spec(ofID: spec.id) {
                let merge = RegionMerge(before: old, now: spec, mine: mine.specs[region.slot], resets: resets || edits.overruled.contains(spec.id))
                if merge.spec != spec { specs[number] = merge.spec }
                gaveWay += merge.gaveWay.map { GaveWay(region: spec.id, key: $0) }
            }
        }
        // Ids can collide only if clients have changed or added regions.
        if specs.isEmpty, mine.regionCount == included.count(where: { nodes[$0].region != nil }) { return }
        for number in included { names.assign(specs[number] ?? now.specs[number], as: now.specs[number]) }
        for screen in now.screens { names.assign(Responders.behindWindows.filter { screen.controllers[$0] != nil }) }
        for number in specs.keys.sorted() {
            let lost = names.assignRest(of: &specs[number]!, as: now.specs[number])
            gaveWay += lost.map { GaveWay(region: now.specs[number].id, key: $0) }
        }
    }

    private mutating func includeAdded() {
        // Parents come before their children.
        for region in mine.directory.regions {
            let record = mine[region]
            if let number = now.number(ofID: record.id) {
                if nodes[number].region == region { numbers[region.slot] = Int32(number) }
                continue
            }
            if before.contains(record.id) {
                if isChanged(region) { gaveWay.append(GaveWay(region: record.id, key: nil)) }
                continue
            }
            let spec = mine.specs[region.slot]
            guard !resets, !edits.overruled.contains(record.id), let parent = node(ofParentOf: region), names.assignAll(spec) else {
                // A region inside another one that a client has added is not listed separately.
                let goesAlong = record.parent.map { self.number(of: $0) == nil && !before.contains(mine[$0].id) } ?? false
                if !goesAlong { gaveWay.append(GaveWay(region: record.id, key: nil)) }
                continue
            }
            numbers[region.slot] = Int32(nodes.count)
            nodes.append(Node(region: region, parent: parent))
        }
    }

    /// Whether a region of the previous file now differs from its entry in that file.
    private func isChanged(_ region: RegionID) -> Bool {
        let number = before.number(ofID: mine[region].id)!
        return before.specs[number] != mine.specs[region.slot] || before.parentName(of: number) != parentName(of: region)
    }

    private func number(of region: RegionID) -> Int? { numbers[region.slot] < 0 ? nil : Int(numbers[region.slot]) }

    // MARK: Ancestors

    private func parentName(of region: RegionID) -> ParentName {
        mine[region].parent.map { .region(mine[$0].id) } ?? .screen(mine.screens[mine[region].screen].id)
    }

    /// Returns the node of a region's current parent; nil if the parent no longer exists.
    private func node(ofParentOf region: RegionID) -> Int? {
        if let parent = mine[region].parent { return number(of: parent) }
        let screen = mine.screens[mine[region].screen].id
        return now.screens.firstIndex { $0.id == screen }.map(ConfiguredTree.screen)
    }

    private mutating func parent(of number: Int) -> Int {
        let configured = now.parents[number]
        guard let region = nodes[number].region else { return configured }
        let name = now.parentName(of: number)
        let (old, own) = (before.parentName(of: before.number(ofID: now.specs[number].id)!), parentName(of: region))
        if own == old || own == name { return configured }
        if keepsMoves, !resets, !edits.overruled.contains(now.specs[number].id), old == name, let parent = node(ofParentOf: region) { return parent }
        gaveWay.append(GaveWay(region: now.specs[number].id, key: "parent"))
        if configured >= 0 { restoreRemoved(configured) }
        return configured
    }

    /// Restores a region that a client has removed, because another region gets it back as its parent.
    private mutating func restoreRemoved(_ number: Int) {
        if nodes[number].isIncluded { return }
        nodes[number].isIncluded = true
        var spec = now.specs[number]
        _ = names.assignRest(of: &spec, as: RegionSpec(id: "", geometry: spec.geometry))
        specs[number] = spec
        gaveWay.append(GaveWay(region: now.specs[number].id, key: nil))
        nodes[number].parent = parent(of: number)
        if nodes[number].parent >= 0 { restoreRemoved(nodes[number].parent) }
    }

    // MARK: The tree

    /// Decides the order of regions, and finds out whether each is on a screen.
    private mutating func assemble() {
        var placed = 0
        var rest: [(parent: Int, depth: Int)] = now.screens.indices.map { (ConfiguredTree.screen($0), 0) }
        while let (parent, depth) = rest.popLast() {
            let children = ordered(in: parent)
            if children.isEmpty { continue }
            if depth >= RegionPosition.mostLevels {
                gaveWay += children.map { GaveWay(region: id(of: $0), key: nil) }
                continue
            }
            order[parent] = children
            placed += children.count
            for child in children { rest.append((child, depth + 1)) }
        }
        // Regions that contain each other cannot be reached from any screen.
        if placed < nodes.count(where: \.isIncluded) { isImpossible = keepsMoves }
    }

    private func id(of number: Int) -> String { number < now.count ? now.specs[number].id : mine[nodes[number].region!].id }

    // MARK: The order of children

    /// Returns the children of a region or the windows of a screen, back to front: in the current order, unless the file has changed the order.
    private mutating func ordered(in parent: Int) -> [Int] {
        let configured = parent < now.count ? now.children(of: parent) : []
        let own = children(ofMine: parent)
        if own == configured { return configured.filter { isThere($0, in: parent) } }
        let old = oldChildren(of: parent)
        func differ(_ a: [Int], _ b: [Int]) -> Bool {
            let (inA, inB) = (Set(a), Set(b))
            return a.filter(inB.contains) != b.filter(inA.contains)
        }
        let isTheFiles = own.isEmpty || resets || differ(old, configured)
        if isTheFiles && differ(old, own) && differ(own, configured) {
            let name = parent < 0 ? now.name(ofParent: parent).id : id(of: parent)
            gaveWay.append(GaveWay(region: name, key: "children"))
        }
        return isTheFiles ? joined(configured, own, keepsFront: true, in: parent) : joined(own, configured, keepsFront: false, in: parent)
    }

    private func isThere(_ number: Int, in parent: Int) -> Bool { nodes[number].isIncluded && nodes[number].parent == parent }

    /// Returns the children in the order of the current tree.
    private func children(ofMine parent: Int) -> [Int] {
        let regions: [RegionID]
        if parent < 0 {
            let name = now.screens[ConfiguredTree.screen(parent)].id
            guard let screen = mine.screens.firstIndex(where: { $0.id == name }) else { return [] }
            regions = Array(mine.directory.windows(ofScreen: screen))
        } else {
            guard let region = nodes[parent].region else { return [] }
            regions = Array(mine.directory.children(of: region))
        }
        return regions.reversed().compactMap(number)
    }

    /// Returns the children in the order of the previous file.
    private func oldChildren(of parent: Int) -> [Int] {
        let numbers: [Int]
        if parent < 0 {
            let name = now.screens[ConfiguredTree.screen(parent)].id
            guard let screen = before.screens.firstIndex(where: { $0.id == name }) else { return [] }
            numbers = before.children(of: ConfiguredTree.screen(screen))
        } else {
            guard parent < now.count, let number = before.number(ofID: now.specs[parent].id) else { return [] }
            numbers = before.children(of: number)
        }
        return numbers.compactMap { now.number(ofID: before.specs[$0].id) }
    }

    /// Returns all existing children in the first order. Children that are only in the second order are put right in front of the sibling that they
    /// are in front of there.
    ///
    /// - Parameter keepsFront: true keeps children in front that are in front of all others in the second order, because they cover the others.
    private func joined(_ first: [Int], _ second: [Int], keepsFront: Bool, in parent: Int) -> [Int] {
        let known = Set(first)
        var behind: [Int?: [Int]] = [:]
        var last: Int?
        let front = keepsFront ? second.lastIndex(where: known.contains).map { $0 + 1 } ?? 0 : second.count
        for one in second[..<front] {
            if known.contains(one) { last = one } else if isThere(one, in: parent) { behind[last, default: []].append(one) }
        }
        var order = behind[nil] ?? []
        for one in first {
            if isThere(one, in: parent) { order.append(one) }
            order += behind[one] ?? []
        }
        return order + second[front...].filter { isThere($0, in: parent) }
    }
}

extension TreeMerge: RegionSource {
    var screens: [ScreenSpec] { now.screens }
    var regionCount: Int { order.values.reduce(0) { $0 + $1.count } }

    func windows(ofScreen screen: Int) -> [Int] { order[ConfiguredTree.screen(screen)] ?? [] }
    func children(of number: Int) -> [Int] { order[number] ?? [] }

    func spec(of number: Int) -> RegionSpec {
        number < now.count ? specs[number] ?? now.specs[number] : mine.specs[nodes[number].region!.slot]
    }
}
