import Configuration
import Glibc
import Server
import Wire

/// Users and groups that the configuration names, as this system knows them.
enum Accounts {
    /// Who may do what, by number. Root and the daemon's own user are trusted; a trusted user that this system does not know is left
    /// out, with a warning.
    ///
    /// - Parameter waits: is called with true before each look-up, which may ask a server on the network, and with false after the last.
    /// - Throws: StartFailure with all names that this system does not know.
    static func access(
        _ settings: Settings, file: String, waits: (Bool) -> Void
    ) throws(StartFailure) -> (AccessRules, warnings: [String]) {
        defer { waits(false) }
        func number(_ lookUp: @autoclosure () -> UInt32?) -> UInt32? {
            waits(true)
            return lookUp()
        }
        // Those of the sockets are of use only when these are bound; a reload is to find out as well.
        let unknown = settings.unknownAccounts(file: file, severity: .error, waits: waits)
        if !unknown.isEmpty {
            throw StartFailure(message: unknown.map(\.description).joined(separator: "\n"), status: StartFailure.configuration)
        }
        let rules = settings.access?.map { rule in
            AccessRules.Rule(
                user: number(rule.user?.user), group: number(rule.group?.group), token: rule.token, regions: rule.regions,
                rights: Set(rule.allow.compactMap(Right.init)),
                place: "\(file):\(rule.mark.line)")
        }
        // Without its user or group a rule would be for everybody.
        for (rule, made) in zip(settings.access ?? [], rules ?? [])
        where (made.user == nil) != (rule.user == nil) || (made.group == nil) != (rule.group == nil) {
            throw StartFailure(
                message: "\(made.place): the user or group of this rule was known and is not any more", status: StartFailure.unavailable)
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
        // The default is there only where the bridge is installed.
        let bridges =
            settings.server.bridges.map { users($0, "server.bridges") }
            ?? Set([number(Account.user(named: ServerSettings.defaultBridge))].compactMap(\.self))
        // So are the users of these units.
        var builtIn: [UInt32: Set<Right>] = [:]
        for (user, right) in AccessSettings.builtIn {
            if let user = number(Account.user(named: user)) { builtIn[user, default: []].formUnion([right].compactMap(Right.init)) }
        }
        return (AccessRules(trusted: trusted, bridges: bridges, rules: rules, builtIn: builtIn), warnings)
    }
}
