import Configuration
import Glibc
import Server

/// Users and groups that the configuration names, as this system knows them.
enum Accounts {
    /// - Throws: StartFailure with the place in the file, when there is no such group.
    static func group(_ account: Account?, _ file: String) throws(StartFailure) -> UInt32? {
        guard let account else { return nil }
        if let number = UInt32(account.name) { return number }
        if let group = getgrnam(account.name) { return group.pointee.gr_gid }
        throw unknown("group", account, file)
    }

    static func user(_ account: Account?, _ file: String) throws(StartFailure) -> UInt32? {
        guard let account else { return nil }
        if let number = UInt32(account.name) { return number }
        if let user = getpwnam(account.name) { return user.pointee.pw_uid }
        throw unknown("user", account, file)
    }

    private static func unknown(_ noun: String, _ account: Account, _ file: String) -> StartFailure {
        let message = "there is no \(noun) \"\(account.name)\" on this system"
        return StartFailure(
            message: Diagnostic(severity: .error, file: file, mark: account.mark, message: message).description,
            status: StartFailure.configuration)
    }

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
        var unknown: [String] = []
        func number(_ look: () throws(StartFailure) -> UInt32?) -> UInt32? {
            do { return try look() } catch {
                unknown.append(error.message)
                return nil
            }
        }
        let rules = settings.access?.map { rule in
            AccessRules.Rule(
                user: number { () throws(StartFailure) in try user(rule.user, file) },
                group: number { () throws(StartFailure) in try group(rule.group, file) }, regions: rule.regions,
                rights: Set(rule.allow.compactMap(Right.init)))
        }
        // For the sockets they are looked up when these are bound; a reload is to find out as well.
        for socket in [settings.server.permissions, settings.server.adminPermissions] {
            _ = number { () throws(StartFailure) in try group(socket.group, file) }
        }
        if !unknown.isEmpty { throw StartFailure(message: unknown.joined(separator: "\n"), status: StartFailure.configuration) }
        return AccessRules(trusted: trusted(settings.server.trusted), rules: rules)
    }
}
