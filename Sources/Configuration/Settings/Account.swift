import Glibc

/// A user or a group by name or number, and where the file says so. Equal whatever the `mark`.
public struct Account: Equatable, Sendable {
    public var name: String
    @Uncompared public var mark: Mark

    public init(_ name: String, mark: Mark) {
        self.name = name
        self.mark = mark
    }

    /// The user's number; nil when this system knows none of this name.
    public var user: UInt32? { Self.user(named: name) }

    /// The group's number, likewise.
    public var group: UInt32? { UInt32(name) ?? groupNumber(name) }

    /// The number of a user by name or number, likewise.
    public static func user(named name: String) -> UInt32? { UInt32(name) ?? userNumber(name) }
}

private func userNumber(_ name: String) -> UInt32? {
    number(passwd(), \.pw_uid) { getpwnam_r(name, $0, $1, $2, $3) }
}

private func groupNumber(_ name: String) -> UInt32? {
    number(group(), \.gr_gid) { getgrnam_r(name, $0, $1, $2, $3) }
}

/// Looks an entry up with memory of its own: another thread may still hang in such a look-up, and getpwnam and getgrnam share theirs.
///
/// - Parameter lookUp: is given where to put the entry, a buffer for its texts, the buffer's size, and where to say that it was found.
private func number<Entry>(
    _ empty: Entry, _ number: KeyPath<Entry, UInt32>,
    _ lookUp: (UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>) -> Int32
) -> UInt32? {
    var size = 1 << 10
    // A group may have many members.
    while size <= 1 << 24 {
        var entry = empty
        var buffer = [CChar](repeating: 0, count: size)
        var found: UnsafeMutablePointer<Entry>?
        switch lookUp(&entry, &buffer, size, &found) {
        case ERANGE: size *= 4
        case EINTR: continue
        default: return found == nil ? nil : entry[keyPath: number]
        }
    }
    return nil
}

extension Settings {
    /// Names of users and groups in the file that this system does not know. For touchd itself they are errors: it cannot do what
    /// the file says. For `touchctl check` they are warnings: the file may be for another system.
    ///
    /// - Parameter waits: is called with true before each look-up, which may ask a server on the network, and with false after the last.
    public func unknownAccounts(file: String, severity: Diagnostic.Severity, waits: (Bool) -> Void = { _ in }) -> [Diagnostic] {
        defer { waits(false) }
        func isUnknown(_ number: @autoclosure () -> UInt32?) -> Bool {
            waits(true)
            return number() == nil
        }
        func unknown(_ noun: String, _ account: Account) -> Diagnostic {
            Diagnostic(
                severity: severity, id: severity == .warning ? .unknownAccount : nil, file: file, mark: account.mark,
                message: "there is no \(noun) \"\(account.name)\" on this system")
        }
        var diagnostics: [Diagnostic] = []
        for rule in access ?? [] {
            if let user = rule.user, isUnknown(user.user) { diagnostics.append(unknown("user", user)) }
            if let group = rule.group, isUnknown(group.group) { diagnostics.append(unknown("group", group)) }
        }
        for group in [server.permissions.group, server.adminPermissions.group].compactMap(\.self) where isUnknown(group.group) {
            diagnostics.append(unknown("group", group))
        }
        return diagnostics
    }
}
