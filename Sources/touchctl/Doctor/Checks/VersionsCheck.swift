import Wire
import Text

/// Whether the running touchd is the installed one, and has the version of this touchctl.
struct VersionsCheck: DoctorCheck {
    static let name = "versions"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        if kiosk.daemon.failure != nil { return [] }
        var findings: [Finding] = []
        if kiosk.daemon.server != ServerMessages.version {
            findings.append(
                .problem(
                    "\(kiosk.daemon.server) runs, but this touchctl belongs to \(ServerMessages.version)",
                    remedy: "install the same version of both, then sudo systemctl restart \(kiosk.unit)"))
        }
        if let status = kiosk.daemon.status {
            switch kiosk.system.target(ofLink: "/proc/\(status.whole("pid"))/exe") {
            case .here(let program) where program.ends(with: " (deleted)"):
                findings.append(
                    .warning("the program of touchd was replaced after it started", remedy: "sudo systemctl restart \(kiosk.unit)"))
            default: break
            }
        }
        return findings.isEmpty ? [.ok("touchd and touchctl are \(kiosk.daemon.server)")] : findings
    }
}
