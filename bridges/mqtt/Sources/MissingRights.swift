/// The rights that the commands of mqtt.yaml need and touchd's access rules do not grant. Such a command would be refused when it is needed, so the
/// log warns in advance.
struct MissingRights {
    private let commands: Set<Command.Kind>
    private let user: String
    private var lastMissing: [String] = []

    /// Creates the check.
    ///
    /// - Parameter user: the user that the bridge runs as.
    init(_ commands: Set<Command.Kind>, user: String) { (self.commands, self.user) = (commands, user) }

    /// The warning for the log, once for each change; nil if nothing is missing, or nothing has changed.
    ///
    /// - Parameter rights: the bridge's rights, as reported by touchd.
    mutating func warning(_ rights: [String]) -> String? {
        let needed = ["reload", "screen"].filter { right in commands.contains { $0.right == right } }
        let missing = needed.filter { !rights.contains($0) }
        defer { lastMissing = missing }
        if missing.isEmpty || missing == lastMissing { return nil }
        let failing = Command.Kind.allCases.filter { commands.contains($0) && missing.contains($0.right) }.map(\.rawValue)
        return "no access rule grants this bridge \(missing.joined(separator: ", ")), so touchd will refuse \(failing.joined(separator: ", ")); "
            + "add { user: \(user), allow: [\((["status"] + needed).joined(separator: ", "))] } to \"access\" in touchd.yaml"
    }
}
