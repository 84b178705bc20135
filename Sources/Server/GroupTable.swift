import TouchCore
import Wire

/// The groups of clients with the same subscriptions and rights. A claimant sees touches that other clients do not see, so it has its own group.
final class GroupTable {
    private(set) var all: [FilterGroup] = [] { didSet { isPaced = all.contains { $0.interval != nil } } }
    /// True if a group limits the rate of frames.
    private(set) var isPaced = false
    /// The matches of all patterns in subscriptions and rights.
    let globSets: GlobSets
    /// The claims as the groups know them. Changes are applied between two frames.
    private var ownership = Ownership()
    private var regions: SensitiveRegions

    /// Starts without groups.
    ///
    /// - Parameter directory: returns the directory of the tree in force.
    init(_ directory: @escaping () -> RegionDirectory, _ regions: SensitiveRegions) {
        globSets = GlobSets(directory)
        self.regions = regions
    }

    var count: Int { all.count }
    var isEmpty: Bool { all.isEmpty }

    /// Moves a client to the group with these subscriptions and its rights; to no group if there are no subscriptions.
    ///
    /// - Parameter owner: the client, if it has claims.
    func move(_ client: Client, to subscriptions: [Subscription], owner: Client?) {
        remove(client)
        if subscriptions.isEmpty { return }
        let known = all.first { $0.subscriptions == subscriptions && $0.rights == client.rights && $0.owner === owner }
        let group = known ?? FilterGroup(subscriptions, client.rights, globSets, owner: owner)
        if known == nil { all.append(group) }
        group.updateOwnership(ownership, regions)
        group.add(client)
    }

    func remove(_ client: Client) {
        guard let group = client.group else { return }
        group.remove(client)
        if group.clients.isEmpty { all.removeAll { $0 === group } }
    }

    /// Applies changed claims or a changed tree to all groups.
    func updateOwnership(_ ownership: Ownership, _ regions: SensitiveRegions) {
        (self.ownership, self.regions) = (ownership, regions)
        for group in all { group.updateOwnership(ownership, regions) }
    }

    /// Updates the groups' lists after a change of the tree. Match the patterns and apply claims and sensitive regions first.
    ///
    /// - Parameter change: the difference from the previous tree; nil if the whole tree is new.
    func updateLists(_ change: TreeChange?, _ directory: RegionDirectory) { for group in all { group.updateList(change, directory) } }

    func checkInvariants(_ clients: [Client], _ directory: RegionDirectory) {
        #if DEBUG
            globSets.checkInvariants()
            for group in all { group.checkInvariants(directory) }
            for group in all {
                assert(!group.clients.isEmpty, "a group without clients is kept")
                assert(group.clients.allSatisfy { $0.group === group }, "a client is in two groups")
                assert(group.clients.allSatisfy { one in clients.contains { $0 === one } }, "a client that is gone is in a group")
                if let owner = group.owner { assert(group.clients.count == 1 && group.clients[0] === owner, "an owner's group has another client") }
                assert(group.clients.allSatisfy { $0.rights == group.rights && $0.subscriptions.count == group.subscriptions.count })
            }
            for client in clients {
                assert((client.group == nil) == client.subscriptions.isEmpty, "client \(client.number) has subscriptions or a group, not both")
                assert(client.group.map { group in all.contains { $0 === group } } ?? true, "client \(client.number) is in a group that is not kept")
            }
            for (index, group) in all.enumerated() {
                assert(
                    !all[..<index].contains { $0.subscriptions == group.subscriptions && $0.rights == group.rights && $0.owner === group.owner },
                    "two groups are alike")
            }
        #endif
    }
}
