import TouchCore
import Wire

/// The access rules: the configuration's `access` and `server.trusted`, with the names of users and groups resolved to numbers.
public struct AccessRules: Sendable {
    public struct Rule: Hashable, Sendable {
        /// The user and the group that the rule is for; nil for any. If both are given, both must match.
        public var user: UInt32?
        public var group: UInt32?
        /// The token that the rule is for; nil for connections that have named none.
        public var token: String?
        /// Patterns of region paths.
        public var regions: [String]
        /// The ids of the screens on which the rule grants `inject` and `type`; nil for all.
        public var screens: Set<String>?
        public var rights: Set<Right>
        /// The rule's place in the file, such as `kiosk.yaml:41`; if the place is unknown, `access rule` and the rule's number.
        public var place: String

        public init(
            user: UInt32? = nil, group: UInt32? = nil, token: String? = nil, regions: [String] = ["**"], screens: Set<String>? = nil,
            rights: Set<Right>, place: String = ""
        ) {
            self.user = user
            self.group = group
            self.token = token
            self.regions = regions
            self.screens = screens
            self.rights = rights
            self.place = place
        }

        func matches(_ peer: Peer, _ token: String?) -> Bool {
            self.token == token && user.map { $0 == peer.user } ?? true && group.map(peer.groups.contains) ?? true
        }
    }

    /// Users who may do everything on the events socket except requests that only the admin socket allows.
    public var trusted: Set<UInt32>
    /// Users besides the trusted ones whose connections may name a token.
    public var bridges: Set<UInt32>
    /// The rules; nil if the configuration has no `access`. Then everybody except the users in `builtIn` may receive and observe everything.
    public var rules: [Rule]?
    /// The rights of the users of touchd's own units. They need no rule; rules may add rights.
    public var builtIn: [UInt32: Set<Right>]

    public init(trusted: Set<UInt32> = [], bridges: Set<UInt32> = [], rules: [Rule]? = nil, builtIn: [UInt32: Set<Right>] = [:]) {
        self.trusted = trusted
        self.bridges = bridges
        self.rules = rules
        self.builtIn = builtIn
        for index in (rules ?? []).indices where rules![index].place.isEmpty { self.rules![index].place = "access rule \(index + 1)" }
    }

    /// Returns true if a connection of this user may name a token. The socket does not matter: a token may have rights that an administrator does not
    /// have, such as `sensitive`.
    func mayNameToken(_ peer: Peer) -> Bool { trusted.contains(peer.user) || bridges.contains(peer.user) }

    /// Returns the rights of a connection.
    ///
    /// - Parameter token: the token that the connection has named. Only rules that name the token apply; the rights of the user and of the socket do
    ///   not. If the user may not name a token, there are no rights.
    func rights(of peer: Peer, on socket: Listener.Role, token: String? = nil) -> Rights {
        let own = (rules ?? []).filter { $0.matches(peer, token) }
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

/// The rights of one connection, given by its socket, user, groups and token. Clients with equal rights compare equal.
struct Rights: Hashable {
    /// True if the connection uses the admin socket.
    let isAdmin: Bool
    /// True if the connection may claim whatever it has subscribed to, steal touches, edit the whole tree and trace.
    let isTrusted: Bool
    /// True if the connection may receive and observe everything.
    private let isUnlimited: Bool
    /// True if the rights are those of a token.
    let isToken: Bool
    /// The rights that the user has without a rule, because one of touchd's own units runs as this user.
    let builtIn: Set<Right>
    private let rules: [AccessRules.Rule]

    /// The rights of a connection that named a token without being allowed to.
    static let none = Rights(isAdmin: false, isTrusted: false, isUnlimited: false, isToken: true, rules: [])

    init(isAdmin: Bool, isTrusted: Bool, isUnlimited: Bool, isToken: Bool, builtIn: Set<Right> = [], rules: [AccessRules.Rule]) {
        self.isAdmin = isAdmin
        self.isTrusted = isTrusted
        self.isUnlimited = isUnlimited
        self.isToken = isToken
        self.builtIn = builtIn
        self.rules = rules
    }

    /// True if the right holds everywhere without any access rule.
    private func hasEverywhere(_ right: Right) -> Bool {
        if builtIn.contains(right) { return true }
        return switch right {
        case .receive, .observe: isUnlimited
        case .claim, .edit, .screen, .staff, .status, .accessibility, .type: isTrusted
        case .reload, .inject: isAdmin
        case .sensitive: false  // only by an explicit rule
        }
    }

    /// True if a right that holds by screen holds on this screen.
    func has(_ right: Right, onScreen screen: String) -> Bool {
        hasEverywhere(right) || rules.contains { $0.rights.contains(right) && $0.screens?.contains(screen) ?? true }
    }

    /// True if the right may hold for some region or screen.
    func has(_ right: Right) -> Bool { hasEverywhere(right) || rules.contains { $0.rights.contains(right) } }

    /// Returns the patterns of the regions that the right holds for; nil if it holds everywhere.
    func patterns(_ right: Right) -> [String]? {
        hasEverywhere(right) ? nil : rules.filter { $0.rights.contains(right) }.flatMap(\.regions)
    }

    /// Returns whether the right holds, by slot; nil if it holds everywhere. Walks over the tree.
    func places(_ right: Right, in directory: RegionDirectory) -> [Bool]? {
        patterns(right).map { directory.matches($0.map(RegionGlob.init)) }
    }

    /// Returns the part of a refusal that says why the right is missing: no rule grants it, or the rules that grant it are for other regions.
    func explanation(_ right: Right) -> String {
        let own = rules.filter { $0.rights.contains(right) }
        let holder = isToken ? "this token" : "this user"
        if own.isEmpty, let sentence = builtInSentence { return sentence }
        if own.isEmpty { return "no access rule grants \(holder) \"\(right.rawValue)\"" }
        let list = own.prefix(3).map { rule in
            let patterns = rule.regions.prefix(3).map { String($0.prefix(80)) }.joined(separator: ", ")
            return "\(rule.place) grants it for \(patterns)" + (rule.regions.count > 3 ? " and \(rule.regions.count - 3) more" : "")
        }.joined(separator: "; ")
        let more = own.count > 3 ? "; \(own.count - 3) more rules grant it elsewhere" : ""
        return "the access rules that grant \(holder) \"\(right.rawValue)\" are for other regions: \(list)\(more)"
    }

    /// The sentence on the rights that the user has without a rule; nil if there are none.
    var builtInSentence: String? {
        if builtIn.isEmpty { return nil }
        let words = builtIn.map { "\"\($0.rawValue)\"" }.sorted().joined(separator: " and ")
        return "this user belongs to a unit of touchd and has only the built-in right \(words) and the rights that access rules grant it"
    }
}
