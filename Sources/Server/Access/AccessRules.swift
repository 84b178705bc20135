import TouchCore
import Wire

/// Who may do what: the configuration's `access` and `server.trusted` with their names looked up.
public struct AccessRules: Sendable {
    public struct Rule: Hashable, Sendable {
        /// Whom it is about; nil: everybody. Where both are given both must hold.
        public var user: UInt32?
        public var group: UInt32?
        /// The token whose connections it is about; nil: those that have named none.
        public var token: String?
        /// Globs over region paths.
        public var regions: [String]
        public var rights: Set<Right>
        /// Where it stands, as `kiosk.yaml:41`; else its number among the rules.
        public var place: String

        public init(
            user: UInt32? = nil, group: UInt32? = nil, token: String? = nil, regions: [String] = ["**"], rights: Set<Right>, place: String = ""
        ) {
            self.user = user
            self.group = group
            self.token = token
            self.regions = regions
            self.rights = rights
            self.place = place
        }

        func isAbout(_ peer: Peer, _ token: String?) -> Bool {
            self.token == token && user.map { $0 == peer.user } ?? true && group.map(peer.groups.contains) ?? true
        }
    }

    /// Users who may do everything on the events socket but what only the admin socket is for.
    public var trusted: Set<UInt32>
    /// Users whose connections may name a token, besides those.
    public var bridges: Set<UInt32>
    /// Nil, without `access`: everybody may receive and observe everything.
    public var rules: [Rule]?
    /// The rights of the users of touchd's own units, which need no rule and have nothing beside.
    public var builtIn: [UInt32: Set<Right>]

    public init(trusted: Set<UInt32> = [], bridges: Set<UInt32> = [], rules: [Rule]? = nil, builtIn: [UInt32: Set<Right>] = [:]) {
        self.trusted = trusted
        self.bridges = bridges
        self.rules = rules
        self.builtIn = builtIn
        for index in (rules ?? []).indices where rules![index].place.isEmpty { self.rules![index].place = "access rule \(index + 1)" }
    }

    /// Whether a connection of this user may name a token, whichever socket it came through: a token may have rights that an administrator
    /// has not, such as `sensitive`.
    func mayNameToken(_ peer: Peer) -> Bool { trusted.contains(peer.user) || bridges.contains(peer.user) }

    /// - Parameter token: the one that the connection has named. It then has what rules with that token give it, and nothing of its user's or
    ///   socket's own; nothing at all if it may not name one.
    func rights(of peer: Peer, on socket: Listener.Role, token: String? = nil) -> Rights {
        let own = (rules ?? []).filter { $0.isAbout(peer, token) }
        if token != nil {
            let isKnown = mayNameToken(peer)
            return Rights(isAdmin: false, isTrusted: false, isUnlimited: isKnown && rules == nil, isToken: true, rules: isKnown ? own : [])
        }
        let isTrusted = socket == .admin || trusted.contains(peer.user)
        let builtIn = builtIn[peer.user]
        return Rights(
            isAdmin: socket == .admin, isTrusted: isTrusted, isUnlimited: isTrusted || rules == nil && builtIn == nil, isToken: false,
            builtIn: builtIn ?? [], rules: own)
    }
}

/// What one connection may do, decided by the socket it came through, its user and its groups. Clients that may do the same
/// are equal.
struct Rights: Hashable {
    /// It has come through the admin socket.
    let isAdmin: Bool
    /// It may claim whatever it has subscribed to, take touches over, edit the whole tree and have begins explained.
    let isTrusted: Bool
    /// It may receive and observe everything.
    private let isUnlimited: Bool
    /// They are a token's.
    let isToken: Bool
    /// The rights that the user has without a rule, as the user of a unit of touchd's.
    let builtIn: Set<Right>
    private let rules: [AccessRules.Rule]

    /// Of a connection that has named a token and might not.
    static let none = Rights(isAdmin: false, isTrusted: false, isUnlimited: false, isToken: true, rules: [])

    init(isAdmin: Bool, isTrusted: Bool, isUnlimited: Bool, isToken: Bool, builtIn: Set<Right> = [], rules: [AccessRules.Rule]) {
        self.isAdmin = isAdmin
        self.isTrusted = isTrusted
        self.isUnlimited = isUnlimited
        self.isToken = isToken
        self.builtIn = builtIn
        self.rules = rules
    }

    /// Whether it has the right everywhere, without a look at the tree.
    private func hasEverywhere(_ right: Right) -> Bool {
        if builtIn.contains(right) { return true }
        return switch right {
        case .receive, .observe: isUnlimited
        case .claim, .edit, .screen, .staff, .status: isTrusted
        case .reload: isAdmin
        case .sensitive: false  // an explicit rule's alone
        }
    }

    /// Whether there may be a region of which it has the right.
    func has(_ right: Right) -> Bool { hasEverywhere(right) || rules.contains { $0.rights.contains(right) } }

    /// The patterns of the regions of which it has the right; nil: it has it everywhere.
    func patterns(_ right: Right) -> [String]? {
        hasEverywhere(right) ? nil : rules.filter { $0.rights.contains(right) }.flatMap(\.regions)
    }

    /// By receiver, whether it has the right; nil: everywhere. A walk over the tree.
    func places(_ right: Right, in directory: RegionDirectory) -> [Bool]? {
        patterns(right).map { directory.matches($0.map(RegionGlob.init)) }
    }

    /// Why it has a right not where it would need it: which rules there are, and what they are for.
    func sentence(_ right: Right) -> String {
        let own = rules.filter { $0.rights.contains(right) }
        let holder = isToken ? "this token" : "this user"
        if own.isEmpty, let sentence = builtInSentence { return sentence }
        if own.isEmpty { return "no access rule of the configuration allows \"\(right.rawValue)\" to \(holder)" }
        let list = own.prefix(3).map { rule in
            let patterns = rule.regions.prefix(3).map { String($0.prefix(80)) }.joined(separator: ", ")
            return "\(rule.place) allows it for \(patterns)" + (rule.regions.count > 3 ? " and \(rule.regions.count - 3) more" : "")
        }.joined(separator: "; ")
        let more = own.count > 3 ? "; \(own.count - 3) more rules allow it elsewhere" : ""
        return "of the access rules for \(holder) that allow \"\(right.rawValue)\", none is for that: \(list)\(more)"
    }

    /// The rights that a user has without a rule; nil: none.
    var builtInSentence: String? {
        if builtIn.isEmpty { return nil }
        let words = builtIn.map { "\"\($0.rawValue)\"" }.sorted().joined(separator: " and ")
        return "this user is of a unit of touchd's and has only the built-in right \(words), and what access rules give it"
    }
}
