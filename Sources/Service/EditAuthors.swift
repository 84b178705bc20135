import TouchCore

/// Which client has changed what of the tree, so that a reload that overrules it can tell the client.
struct EditAuthors {
    /// By region, then by key as of `GaveWay`.
    private var clients: [String: [String?: Int]] = [:]

    subscript(what: GaveWay) -> Int? { clients[what.region]?[what.key] }

    /// What edits are about before they are done: who has done them is only known then.
    struct Pending {
        fileprivate var changes: [GaveWay] = []
        fileprivate var removed: [String] = []
    }

    /// - Parameter tree: as it is before them.
    static func pending(_ edits: [TreeEdit], _ tree: borrowing RegionTree) -> Pending {
        var pending = Pending()
        func parent(of region: RegionID) -> String { tree[region].parent.map { tree[$0].id } ?? tree.screens[tree[region].screen].id }
        for edit in edits {
            switch edit {
            case .add(let spec, let parent, _):
                var rest = [spec]
                while let spec = rest.popLast() {
                    pending.changes.append(GaveWay(region: spec.id, key: nil))
                    rest += spec.children
                }
                pending.changes.append(GaveWay(region: parent, key: "children"))
            case .remove(let id):
                guard let region = tree.region(ofID: id) else { continue }
                pending.removed += tree.directory.subtree(of: region).map { tree[$0].id }
            case .set(let id, let spec):
                guard let old = tree.spec(ofID: id) else { continue }
                pending.changes += RegionProperty.keys(old, spec).map { GaveWay(region: id, key: $0) }
            case .move(let id, let to, _):
                pending.changes += [GaveWay(region: id, key: "parent"), GaveWay(region: to, key: "children")]
            case .bringToFront(let id), .sendToBack(let id):
                guard let region = tree.region(ofID: id) else { continue }
                pending.changes.append(GaveWay(region: parent(of: region), key: "children"))
            }
        }
        return pending
    }

    /// A client has done them. Of regions that are gone only those of the file are remembered.
    mutating func note(_ pending: Pending, by client: Int, _ configured: ConfiguredTree) {
        for id in pending.removed { clients[id] = configured.contains(id) ? [nil: client] : nil }
        for what in pending.changes { clients[what.region, default: [:]][what.key] = client }
    }

    /// These regions went with the client that had added them.
    mutating func forget(_ regions: [String], _ configured: ConfiguredTree) {
        for id in regions where !configured.contains(id) { clients[id] = nil }
    }

    /// Another configuration is in force, and what gave way is nobody's.
    mutating func reloaded(_ gaveWay: [GaveWay], _ configured: ConfiguredTree, _ tree: RegionTree) {
        for what in gaveWay { if what.key == nil { clients[what.region] = nil } else { clients[what.region]?[what.key] = nil } }
        let screens = Set(tree.screens.map(\.id))
        clients = clients.filter { id, _ in configured.contains(id) || tree.region(ofID: id) != nil || screens.contains(id) }
    }
}
