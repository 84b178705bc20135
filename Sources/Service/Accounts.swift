import Configuration
import Glibc
import Server
import Wire

/// The users and groups that the configuration names, looked up on this system.
enum Accounts {
    /// Returns the access rules with numeric ids. Root and the daemon's own user are trusted. A trusted user that this system does not know is left
    /// out, with a warning.
    ///
    /// - Parameter waits: called with true before each look-up, which may query a server on the network, and with false after the last one.
    /// - Throws: `StartFailure` if an access rule or a socket names a user or group that this system does not know.
    static func access(
        _ settings: Settings, file: String, waits: (Bool) -> Void
    ) throws(StartFailure) -> (AccessRules, warnings: [String]) {
        defer { waits(false) }
        func number(_ lookUp: @autoclosure () -> UInt32?) -> UInt32? {
            waits(true)
            return lookUp()
        }
        // Includes the groups of the sockets. Only binding the sockets needs them, but a reload should report wrong names, too.
        let unknown = settings.unknownAccounts(file: file, severity: .error, waits: waits)
        if !unknown.isEmpty {
            throw StartFailure(message: unknown.map(\.description).joined(separator: "\n"), status: StartFailure.configuration)
        }
        let rules = settings.access?.map { rule in
            AccessRules.Rule(
                user: number(rule.user?.user), group: number(rule.group?.group), token: rule.token, regions: rule.regions,
                screens: rule.screens.map(Set.init), rights: Set(rule.allow.compactMap(Right.init)),
                place: "\(file):\(rule.mark.line)")
        }
        // A rule without its user or group would apply to everybody.
        for (rule, made) in zip(settings.access ?? [], rules ?? [])
        where (made.user == nil) != (rule.user == nil) || (made.group == nil) != (rule.group == nil) {
            throw StartFailure(
                message: "\(made.place): the user or group of this rule no longer exists", status: StartFailure.unavailable)
        }
        var trusted: Set<UInt32> = [0, geteuid()]
        var warnings: [String] = []
        func users(_ names: [String], _ key: String) -> Set<UInt32> {
            var users: Set<UInt32> = []
            for name in names {
                if let user = number(Account.user(named: name)) {
                    users.insert(user)
                } else {
                    warnings.append("\(key): there is no user \"\(name)\" on this system")
                }
            }
            return users
        }
        trusted.formUnion(users(settings.server.trusted, "server.trusted"))
        // The default bridge user exists only where the bridge is installed.
        let bridges =
            settings.server.bridges.map { users($0, "server.bridges") }
            ?? Set([number(Account.user(named: ServerSettings.defaultBridge))].compactMap(\.self))
        // The users of these units also exist only where the units are installed.
        var builtIn: [UInt32: Set<Right>] = [:]
        for (user, right) in AccessSettings.builtIn {
            if let user = number(Account.user(named: user)) { builtIn[user, default: []].formUnion([right].compactMap(Right.init)) }
        }
        return (AccessRules(trusted: trusted, bridges: bridges, rules: rules, builtIn: builtIn), warnings)
    }
}
