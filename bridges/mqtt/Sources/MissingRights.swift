/// The rights that the commands of mqtt.yaml take, and that touchd's access rules do not give the bridge: such a command would be refused when
/// it is needed, so the log says it before.
struct MissingRights {
    private let commands: Set<Command.Kind>
    private let user: String
    private var told: [String] = []

    /// - Parameter user: as whom the bridge runs.
    init(_ commands: Set<Command.Kind>, user: String) { (self.commands, self.user) = (commands, user) }

    /// What the log is to say, once for each change; nil: nothing, or nothing new.
    ///
    /// - Parameter rights: those that touchd says the bridge has.
    mutating func take(_ rights: [String]) -> String? {
        let needed = ["reload", "screen"].filter { right in commands.contains { $0.right == right } }
        let missing = needed.filter { !rights.contains($0) }
        defer { told = missing }
        if missing.isEmpty || missing == told { return nil }
        let failing = Command.Kind.allCases.filter { commands.contains($0) && missing.contains($0.right) }.map(\.rawValue)
        return "touchd does not allow this bridge \(missing.joined(separator: ", ")), so it will refuse \(failing.joined(separator: ", ")): "
            + "an access rule in touchd.yaml has to be { user: \(user), allow: [\((["status"] + needed).joined(separator: ", "))] }"
    }
}
