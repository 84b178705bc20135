import Text

/// A port of a bridge: who holds it, by the kernel's table of sockets.
struct BridgePort {
    let system: any SystemView
    let unit: String
    /// As in `listen`: `127.0.0.1:8137`, `[::1]:8137`, `localhost:8137`.
    let endpoint: String
    /// The user whom the unit runs as, if there is one.
    let account: UInt32?

    /// - Parameter isUsed: Whether the bridge is in use. If it is not, nothing need hold the port, but nobody else may.
    func findings(isUsed: Bool) -> [Finding] {
        guard let port = endpoint.split(at: ":").last.flatMap({ UInt16($0) }), port > 0, let holders = holders(of: port) else { return [] }
        let table = "\"sport = :\(port)\""
        if let other = holders.first(where: { $0 != 0 && $0 != account }) {
            return [
                .problem(
                    "\(name(other)) holds port \(port), on which pages show the tokens of \(unit)",
                    remedy: "sudo ss -ltnp \(table) names the program: end it, sudo systemctl restart \(unit).socket, and make new tokens")
            ]
        }
        if isUsed, !holders.contains(0) {
            return [
                .warning(
                    "systemd does not hold port \(port), so another user can take it, and the tokens of pages, while \(unit) is not running",
                    remedy: "sudo systemctl enable --now \(unit).socket")
            ]
        }
        return []
    }

    /// The users of the sockets that listen on a port; nil where the table cannot be read.
    private func holders(of port: UInt16) -> [UInt32]? {
        let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { system.text($0).value }
        if tables.isEmpty { return nil }
        return tables.flatMap { table in
            table.split(at: "\n").dropFirst().compactMap { line -> UInt32? in
                // Local address and port in hexadecimal digits, the state (0A listens), the user.
                let fields = line.split(at: " ")
                guard fields.count > 7, fields[3] == "0A", let digits = fields[1].split(at: ":").last, UInt16(digits, radix: 16) == port
                else { return nil }
                return UInt32(fields[7])
            }
        }
    }

    private func name(_ user: UInt32) -> String {
        guard let output = system.run(["getent", "passwd", String(user)]), output.status == 0, let name = output.text.split(at: ":").first
        else { return "user \(user)" }
        return "user \(name)"
    }
}
