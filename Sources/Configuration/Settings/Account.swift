import Glibc

/// A user or a group by name or number, and where the file says so.
public struct Account: Equatable, Sendable {
    public var name: String
    public var mark: Mark

    public init(_ name: String, mark: Mark) {
        self.name = name
        self.mark = mark
    }

    /// The user's number; nil when this system knows none of this name.
    public var user: UInt32? { UInt32(name) ?? getpwnam(name)?.pointee.pw_uid }

    /// The group's number, likewise.
    public var group: UInt32? { UInt32(name) ?? getgrnam(name)?.pointee.gr_gid }
}

extension Settings {
    /// What this system does not know of the users and groups that the file names. For touchd itself an error: it cannot do what
    /// the file says. For who only checks it a warning: it may be another system's.
    public func unknownAccounts(file: String, severity: Diagnostic.Severity) -> [Diagnostic] {
        func unknown(_ noun: String, _ account: Account) -> Diagnostic {
            Diagnostic(
                severity: severity, file: file, mark: account.mark, message: "there is no \(noun) \"\(account.name)\" on this system")
        }
        var diagnostics: [Diagnostic] = []
        for rule in access ?? [] {
            if let user = rule.user, user.user == nil { diagnostics.append(unknown("user", user)) }
            if let group = rule.group, group.group == nil { diagnostics.append(unknown("group", group)) }
        }
        for group in [server.permissions.group, server.adminPermissions.group].compactMap(\.self) where group.group == nil {
            diagnostics.append(unknown("group", group))
        }
        return diagnostics
    }
}
