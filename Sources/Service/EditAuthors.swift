import Server
import TouchCore

/// Which client has changed what of the tree, so that a reload that overrules it can tell the client.
struct EditAuthors {
    /// By region, then by key as of `GaveWay`.
    private var clients: [String: [String?: Int]] = [:]
    /// Each client's principal, also of clients that are gone.
    private var principals: [Int: Principal] = [:]
    /// The number of principals after the last look for those to forget; at least 32.
    private var principalsLeft = 32
    /// Of those who are not trusted: the ids of regions that they have added or changed.
    private(set) var untrusted: [String: Int] = [:]
    /// The ids of the configuration's regions that clients have removed and added again.
    private(set) var readded: Set<String> = []
    /// The ids of the configuration's regions that went along with what a client had added, when the client went.
    private(set) var lost: Set<String> = []

    /// Takes memory of its own.
    mutating func detach() { clients.reserveCapacity(clients.count) }

    /// How many regions it is about.
    var count: Int { clients.count }

    /// Who has changed this: of a region as a whole everybody who has changed anything of it.
    func clients(of what: GaveWay) -> [Int] {
        guard let keys = clients[what.region] else { return [] }
        if what.key == nil { return Set(keys.values).sorted() }
        return (keys[what.key] ?? keys[nil]).map { [$0] } ?? []
    }

    /// The ids of the regions that others than this principal have added, removed or changed (`edited`), and of those among them that others have
    /// brought to the front or sent to the back (`reordered`).
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

    /// The key of a region that was brought to the front or sent to the back.
    private static let order = "order"

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
                pending.changes += [GaveWay(region: parent(of: region), key: "children"), GaveWay(region: id, key: order)]
            }
        }
        return pending
    }

    /// A client has done them. Of regions that are gone only those of the file are remembered.
    ///
    /// - Parameter tree: as it is after them: what came and went within a request was never there.
    mutating func note(
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

    /// These regions, with all that was in them, went with the client that had added them.
    mutating func forget(_ regions: [String], _ configured: ConfiguredTree) {
        for id in regions {
            untrusted[id] = nil
            if configured.contains(id) && !readded.contains(id) { lost.insert(id) } else { clients[id] = nil }
            readded.remove(id)
        }
    }

    /// Another configuration is in force, and what gave way is nobody's.
    mutating func reloaded(_ gaveWay: [GaveWay], _ configured: ConfiguredTree, _ tree: RegionTree) {
        for what in gaveWay { if what.key == nil { clients[what.region] = nil } else { clients[what.region]?[what.key] = nil } }
        let screens = Set(tree.screens.map(\.id))
        clients = clients.filter { id, keys in !keys.isEmpty && (configured.contains(id) || tree.region(ofID: id) != nil || screens.contains(id)) }
        readded = readded.filter { configured.contains($0) && tree.region(ofID: $0) != nil && clients[$0]?[nil] != nil }
        lost = lost.filter { configured.contains($0) && tree.region(ofID: $0) == nil }
        untrusted = untrusted.filter { id, _ in clients[id] != nil && tree.region(ofID: id) != nil }
    }

    /// Forgets clients none of whose edits is in force any more. Each connection has a new number, so they would become ever more.
    private mutating func forgetPrincipals() {
        if principals.count < 2 * principalsLeft { return }
        let authors = Set(clients.values.lazy.flatMap(\.values))
        principals = principals.filter { authors.contains($0.key) }
        principalsLeft = max(32, principals.count)
    }
}
