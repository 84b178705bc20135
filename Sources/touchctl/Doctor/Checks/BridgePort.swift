import Text

/// The check of a bridge's port: which user listens on it, by the kernel's table of sockets.
struct BridgePort {
    let system: any SystemView
    let unit: String
    /// The address as in `listen`: `127.0.0.1:8137`, `[::1]:8137`, `localhost:8137`.
    let endpoint: String
    /// The uid that the unit runs as, if there is one.
    let account: UInt32?

    /// The findings about the port.
    ///
    /// - Parameter isUsed: whether the bridge is in use. If not, the port may be free, but no other user may listen on it.
    func findings(isUsed: Bool) -> [Finding] {
        guard let port = endpoint.split(at: ":").last.flatMap({ UInt16($0) }), port > 0, let holders = holders(of: port) else { return [] }
        let table = "\"sport = :\(port)\""
        if let other = holders.first(where: { $0 != 0 && $0 != account }) {
            return [
                .problem(
                    "\(name(other)) holds port \(port), to which pages send the tokens of \(unit)",
                    remedy: "sudo ss -ltnp \(table) names the program: end it, then sudo systemctl restart \(unit).socket, and make new tokens")
            ]
        }
        if isUsed, !holders.contains(0) {
            return [
                .warning(
                    "systemd does not hold port \(port): while \(unit) is not running, another user can take it, and get the tokens of pages",
                    remedy: "sudo systemctl enable --now \(unit).socket")
            ]
        }
        return []
    }

    /// The uids of the sockets that listen on a port; nil if the table cannot be read.
    private func holders(of port: UInt16) -> [UInt32]? {
        let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { system.text($0).value }
        if tables.isEmpty { return nil }
        return tables.flatMap { table in
            table.split(at: "\n").dropFirst().compactMap { line -> UInt32? in
                // The fields are the local address and port in hexadecimal digits, the state (0A listens), and the uid.
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
