import Server
import TouchCore

/// The clients behind changes of the tree. If a reload overrules a change, touchd can inform the client that made it.
struct EditAuthors {
    /// The numbers of the clients that made the changes, by region and then by key (as in `GaveWay`).
    private var clients: [String: [String?: Int]] = [:]
    /// The principal of each client, including clients that are gone.
    private var principals: [Int: Principal] = [:]
    /// The number of principals after the last clean-up; at least 32.
    private var principalsLeft = 32
    /// The ids of regions that untrusted clients have added or changed, with the clients' numbers.
    private(set) var untrusted: [String: Int] = [:]
    /// The ids of the configuration's regions that clients have removed and added again.
    private(set) var readded: Set<String> = []
    /// The ids of the configuration's regions that were inside a client's region and were removed with it when the client left.
    private(set) var lost: Set<String> = []

    /// Copies the table, so that its memory is no longer shared.
    mutating func detach() { clients.reserveCapacity(clients.count) }

    /// The number of regions that clients have changed.
    var count: Int { clients.count }

    /// Returns the clients that made a change. For a region as a whole, these are all clients that have changed anything about it.
    func clients(of what: GaveWay) -> [Int] {
        guard let keys = clients[what.region] else { return [] }
        if what.key == nil { return Set(keys.values).sorted() }
        return (keys[what.key] ?? keys[nil]).map { [$0] } ?? []
    }

    /// Returns the regions that principals other than this one have edited.
    ///
    /// - Returns: `edited`: the ids of all regions that they have added, removed or changed. `reordered`: the ids of those that they have brought to
    ///   the front or sent to the back.
    func regions(ofOthersThan principal: Principal) -> (edited: Set<String>, reordered: Set<String>) {
        var (edited, reordered): (Set<String>, Set<String>) = ([], [])
        for (region, keys) in clients {
            for (key, client) in keys where key != "children" && principals[client] != principal {
                edited.insert(region)
                if key == Self.order { reordered.insert(region) }
            }
        }
        return (edited, reordered)
    }

    /// The key for a region that was brought to the front or sent to the back.
    private static let order = "order"

    /// The changes of a request, collected before it is carried out and recorded only if it succeeds.
    struct Pending {
        fileprivate var changes: [GaveWay] = []
        fileprivate var removed: [String] = []
    }

    /// - Parameter tree: the tree before the edits.
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
                pending.changes += [GaveWay(region: parent(of: region), key: "children"), GaveWay(region: id, key: order)]
            }
        }
        return pending
    }

    /// Records changes that a client has made. Removed regions are remembered only if they are in the file.
    ///
    /// - Parameter tree: the tree after the edits. Regions that one request has added and removed again are ignored.
    mutating func record(
        _ pending: Pending, by client: Int, _ principal: Principal, isTrusted: Bool, _ configured: ConfiguredTree, _ tree: borrowing RegionTree
    ) {
        let isNew = principals.updateValue(principal, forKey: client) == nil
        defer { if isNew { forgetPrincipals() } }
        for id in pending.removed {
            clients[id] = configured.contains(id) ? [nil: client] : nil
            untrusted[id] = nil
            readded.remove(id)
        }
        for what in pending.changes {
            let isThere = tree.region(ofID: what.region) != nil
            let isRemembered = what.key == "children" ? tree.screens.contains { $0.id == what.region } : configured.contains(what.region)
            guard isThere || isRemembered else { continue }
            clients[what.region, default: [:]][what.key] = client
            if what.key == nil, isThere {
                lost.remove(what.region)
                if configured.contains(what.region) { readded.insert(what.region) }
            }
            if !isTrusted && what.key != "children" { untrusted[what.region] = client }
        }
    }

    /// Forgets regions that were removed because the client that had added them is gone. The list includes everything inside these regions.
    mutating func forget(_ regions: [String], _ configured: ConfiguredTree) {
        for id in regions {
            untrusted[id] = nil
            if configured.contains(id) && !readded.contains(id) { lost.insert(id) } else { clients[id] = nil }
            readded.remove(id)
        }
    }

    /// Updates the table after a reload: changes that the configuration overruled no longer have an author.
    mutating func reloaded(_ gaveWay: [GaveWay], _ configured: ConfiguredTree, _ tree: RegionTree) {
        for what in gaveWay { if what.key == nil { clients[what.region] = nil } else { clients[what.region]?[what.key] = nil } }
        let screens = Set(tree.screens.map(\.id))
        clients = clients.filter { id, keys in !keys.isEmpty && (configured.contains(id) || tree.region(ofID: id) != nil || screens.contains(id)) }
        readded = readded.filter { configured.contains($0) && tree.region(ofID: $0) != nil && clients[$0]?[nil] != nil }
        lost = lost.filter { configured.contains($0) && tree.region(ofID: $0) == nil }
        untrusted = untrusted.filter { id, _ in clients[id] != nil && tree.region(ofID: id) != nil }
    }

    /// Forgets clients that have no edit in force. Each connection has a new number, so the table would grow without limit.
    private mutating func forgetPrincipals() {
        if principals.count < 2 * principalsLeft { return }
        let authors = Set(clients.values.lazy.flatMap(\.values))
        principals = principals.filter { authors.contains($0.key) }
        principalsLeft = max(32, principals.count)
    }
}
