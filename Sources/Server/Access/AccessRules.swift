import TouchCore

/// What `access` in the configuration can allow, region by region.
public enum Right: String, CaseIterable, Sendable {
    /// To get the region's events, as a subscriber.
    case receive
    /// To see the region's events whoever they are for.
    case observe
    /// To answer for the region, for its controller or for the interceptor.
    case claim
    /// To get the coordinates of a sensitive region that nobody has claimed.
    case sensitive
}

/// Who may do what: the configuration's `access` and `server.trusted` with their names looked up.
public struct AccessRules: Sendable {
    public struct Rule: Hashable, Sendable {
        /// Whom it is about; nil: everybody. Where both are given both must hold.
        public var user: UInt32?
        public var group: UInt32?
        /// Globs over region paths.
        public var regions: [String]
        public var rights: Set<Right>

        public init(user: UInt32? = nil, group: UInt32? = nil, regions: [String] = ["**"], rights: Set<Right>) {
            self.user = user
            self.group = group
            self.regions = regions
            self.rights = rights
        }

        func isAbout(_ peer: Peer) -> Bool {
            user.map { $0 == peer.user } ?? true && group.map(peer.groups.contains) ?? true
        }
    }

    /// Users who may do everything on the events socket but what only the admin socket is for.
    public var trusted: Set<UInt32>
    /// Nil, without `access`: everybody may receive and observe everything.
    public var rules: [Rule]?

    public init(trusted: Set<UInt32> = [], rules: [Rule]? = nil) {
        self.trusted = trusted
        self.rules = rules
    }

    func rights(of peer: Peer, on socket: Listener.Role) -> Rights {
        let isTrusted = socket == .admin || trusted.contains(peer.user)
        return Rights(
            isAdmin: socket == .admin, isTrusted: isTrusted, isUnlimited: isTrusted || rules == nil,
            rules: (rules ?? []).filter { $0.isAbout(peer) })
    }
}

/// What one connection may do, decided by the socket it came through, its user and its groups. Clients that may do the same
/// are equal.
struct Rights: Hashable {
    /// It has come through the admin socket.
    let isAdmin: Bool
    /// It may claim whatever it has subscribed to, take touches over, edit the tree and have begins explained.
    let isTrusted: Bool
    /// It may receive and observe everything.
    private let isUnlimited: Bool
    private let rules: [AccessRules.Rule]

    init(isAdmin: Bool, isTrusted: Bool, isUnlimited: Bool, rules: [AccessRules.Rule]) {
        self.isAdmin = isAdmin
        self.isTrusted = isTrusted
        self.isUnlimited = isUnlimited
        self.rules = rules
    }

    /// Whether it has the right everywhere, without a look at the tree.
    private func hasEverywhere(_ right: Right) -> Bool {
        switch right {
        case .receive, .observe: isUnlimited
        case .claim: isTrusted
        case .sensitive: false  // an explicit rule's alone
        }
    }

    /// Whether there may be a region of which it has the right.
    func has(_ right: Right) -> Bool { hasEverywhere(right) || rules.contains { $0.rights.contains(right) } }

    /// By receiver, whether it has the right; nil: everywhere. One walk over the tree for each pattern of its rules.
    func places(_ right: Right, in directory: RegionDirectory) -> [Bool]? {
        if hasEverywhere(right) { return nil }
        return directory.matches(rules.filter { $0.rights.contains(right) }.flatMap(\.regions).map(RegionGlob.init))
    }
}
