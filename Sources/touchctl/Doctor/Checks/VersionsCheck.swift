import Wire
import Text

/// Whether the running touchd is the installed one, and has the version of this touchctl.
struct VersionsCheck: DoctorCheck {
    static let name = "versions"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        if kiosk.daemon.silence != nil { return [] }
        var findings: [Finding] = []
        if kiosk.daemon.server != ServerMessages.version {
            findings.append(
                .problem(
                    "\(kiosk.daemon.server) runs, and this touchctl is of \(ServerMessages.version)",
                    remedy: "install both of one version, then sudo systemctl restart \(kiosk.unit)"))
        }
        if let status = kiosk.daemon.status {
            switch kiosk.system.target(ofLink: "/proc/\(status.whole("pid"))/exe") {
            case .here(let program) where program.ends(with: " (deleted)"):
                findings.append(
                    .warning("the program of touchd was replaced since it was started", remedy: "sudo systemctl restart \(kiosk.unit)"))
            default: break
            }
        }
        return findings.isEmpty ? [.ok("touchd and touchctl are \(kiosk.daemon.server)")] : findings
    }
}
