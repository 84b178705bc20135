import Text

/// Whether applications may connect.
struct SocketsCheck: DoctorCheck {
    static let name = "sockets"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        let (system, path) = (kiosk.system, kiosk.eventsSocket)
        guard case .here(let socket) = system.attributes(of: path) else { return [] }  // AnswerCheck reports it
        if socket.mode & 0o006 == 0o006 {
            return [
                .warning("every user of this machine may connect to \(path)", remedy: "change server.socketMode, or SocketMode= in the socket's unit")
            ]
        }
        guard socket.mode & 0o060 == 0o060 else {
            return [
                .warning(
                    "only the user \(socket.user) may connect to \(path)",
                    remedy: "set SocketMode=0660 and SocketGroup=touch in the socket's unit")
            ]
        }
        guard let group = system.group(String(socket.group)) else {
            return [
                .problem(
                    "\(path) belongs to the group \(socket.group), which has no name", remedy: "sudo systemd-sysusers, then restart the socket's unit"
                )
            ]
        }
        var findings: [Finding] = []
        if group.members.isEmpty && group.number != 0 && (kiosk.daemon.clients ?? []).allSatisfy({ $0.whole("uid") == 0 }) {
            findings.append(
                .warning(
                    "nobody is in the group \(group.name), so only root may connect to \(path)",
                    remedy: "sudo adduser USER \(group.name), where USER runs the application"))
        }
        if system.user != 0 && !system.groups.contains(group.number) {
            let name = system.run(["id", "-un"])?.text.split(at: "\n").first.map(String.init) ?? ""
            findings.append(
                group.members.contains(name)
                    ? .problem("\(name) joined the group \(group.name) after this session began", remedy: "log in again")
                    : .unknown("this user is not in the group \(group.name), whose members may connect to \(path)"))
        }
        return findings.isEmpty ? [.ok("members of the group \(group.name) may connect to \(path)")] : findings
    }
}
