import Configuration
import Glibc
import Server

/// Users and groups that the configuration names, as this system knows them.
enum Accounts {
    /// The users that the configuration trusts, by number, with root and the daemon's own. One that this system does not know is
    /// said and left out.
    private static func trusted(_ names: [String]) -> Set<UInt32> {
        Set(
            names.compactMap { name in
                if let number = UInt32(name) { return number }
                if let user = getpwnam(name) { return user.pointee.pw_uid }
                Log.warning("server.trusted: there is no user \"\(name)\" on this system")
                return nil
            }
        ).union([0, geteuid()])
    }

    /// Who may do what, by number.
    ///
    /// - Throws: StartFailure with all names that this system does not know.
    static func access(_ settings: Settings, file: String) throws(StartFailure) -> AccessRules {
        // Those of the sockets are of use only when these are bound; a reload is to find out as well.
        let unknown = settings.unknownAccounts(file: file, severity: .error)
        if !unknown.isEmpty {
            throw StartFailure(message: unknown.map(\.description).joined(separator: "\n"), status: StartFailure.configuration)
        }
        let rules = settings.access?.map { rule in
            AccessRules.Rule(
                user: rule.user?.user, group: rule.group?.group, regions: rule.regions, rights: Set(rule.allow.compactMap(Right.init)))
        }
        return AccessRules(trusted: trusted(settings.server.trusted), rules: rules)
    }
}
