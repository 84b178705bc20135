import Glibc
import StrictYAML

/// A user or a group by name or number, and its place in the file. The `mark` does not count in comparisons.
public struct Account: Equatable, Sendable {
    public var name: String
    @Uncompared public var mark: Mark

    public init(_ name: String, mark: Mark) {
        self.name = name
        self.mark = mark
    }

    /// The user's number; nil if this system has no user of this name.
    public var user: UInt32? { Self.user(named: name) }

    /// The group's number; nil if this system has no group of this name.
    public var group: UInt32? { UInt32(name) ?? groupNumber(name) }

    /// Returns the number of a user, given by name or number; nil if this system has no user of this name.
    public static func user(named name: String) -> UInt32? { UInt32(name) ?? userNumber(name) }
}

private func userNumber(_ name: String) -> UInt32? {
    number(passwd(), \.pw_uid) { getpwnam_r(name, $0, $1, $2, $3) }
}

private func groupNumber(_ name: String) -> UInt32? {
    number(group(), \.gr_gid) { getgrnam_r(name, $0, $1, $2, $3) }
}

/// Looks up an entry, using a separate buffer. The memory that getpwnam and getgrnam share is not safe, because another thread may still hang in a
/// look-up.
///
/// - Parameter lookUp: gets the address for the entry, a buffer for its strings, the buffer's size, and the address for the result.
private func number<Entry>(
    _ empty: Entry, _ number: KeyPath<Entry, UInt32>,
    _ lookUp: (UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>) -> Int32
) -> UInt32? {
    var size = 1 << 10
    // Large, because a group may have many members.
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
    /// Returns a diagnostic for each user and group of the file that this system does not know. For touchd itself they are errors, because it cannot
    /// do what the file says. For `touchctl check` they are warnings, because the file may be for another system.
    ///
    /// - Parameter waits: called with true before each look-up, which may ask a server on the network, and with false after the last one.
    public func unknownAccounts(file: String, severity: Diagnostic.Severity, waits: (Bool) -> Void = { _ in }) -> [Diagnostic] {
        defer { waits(false) }
        func isUnknown(_ number: @autoclosure () -> UInt32?) -> Bool {
            waits(true)
            return number() == nil
        }
        func unknown(_ noun: String, _ account: Account) -> Diagnostic {
            Diagnostic(
                severity: severity, id: severity == .warning ? WarningID.unknownAccount.rawValue : nil, file: file, mark: account.mark,
                message: "there is no \(noun) \"\(account.name)\" on this system; create it, or correct the name"
                    + (severity == .warning ? "; touchd refuses the file on a system without it" : ""))
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
