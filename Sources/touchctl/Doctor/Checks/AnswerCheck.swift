/// Whether touchd answers.
struct AnswerCheck: DoctorCheck {
    static let name = "answers"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        let path = kiosk.eventsSocket
        switch kiosk.daemon.silence {
        case nil:
            if kiosk.daemon.status != nil { return [.ok("\(kiosk.daemon.server) answers at \(path)")] }
            return [
                .unknown(
                    "\(kiosk.daemon.server) answers at \(path), but tells this user neither its status nor its clients",
                    remedy: "\(kiosk.asRoot), or as a member of the group touch-admin")
            ]
        case .absent(let why):
            return [
                .problem(
                    "nothing answers at \(path): \(why)", remedy: "sudo systemctl start \(kiosk.unit); --instance and --socket name another touchd")
            ]
        case .denied:
            return [
                .unknown("this user may not connect to \(path)", remedy: "\(kiosk.asRoot), or as a member of the groups touch and touch-admin")
            ]
        case .hangs:
            return [
                .problem(
                    "touchd takes connections at \(path) and does not answer",
                    remedy: "journalctl -u \(kiosk.unit) -n 20, and report it; sudo systemctl restart \(kiosk.unit)")
            ]
        case .stranger(let what):
            return [.problem("what answers at \(path) is no touchd that is ready: \(what)", remedy: "sudo systemctl restart \(kiosk.unit)")]
        }
    }
}
