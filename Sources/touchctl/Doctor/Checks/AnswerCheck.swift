/// Whether touchd answers.
struct AnswerCheck: DoctorCheck {
    static let name = "answers"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        let path = kiosk.eventsSocket
        switch kiosk.daemon.failure {
        case nil:
            if kiosk.daemon.status != nil { return [.ok("\(kiosk.daemon.server) answers at \(path)")] }
            return [
                .unknown(
                    "\(kiosk.daemon.server) answers at \(path), but this user may see neither its status nor its clients",
                    remedy: "\(kiosk.asRoot), or run it as a member of the group touch-admin")
            ]
        case .absent(let why):
            return [
                .problem(
                    "nothing answers at \(path): \(why)",
                    remedy: "sudo systemctl start \(kiosk.unit); to check another touchd, use --instance or --socket")
            ]
        case .denied:
            return [
                .unknown("this user may not connect to \(path)", remedy: "\(kiosk.asRoot), or run it as a member of the groups touch and touch-admin")
            ]
        case .hangs:
            return [
                .problem(
                    "touchd accepts connections at \(path) but does not answer",
                    remedy: "report it, with the output of journalctl -u \(kiosk.unit) -n 20; then sudo systemctl restart \(kiosk.unit)")
            ]
        case .otherProgram(let what):
            return [.problem("the server at \(path) is not a touchd that is ready: \(what)", remedy: "sudo systemctl restart \(kiosk.unit)")]
        }
    }
}
