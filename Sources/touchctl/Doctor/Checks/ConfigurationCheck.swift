import Text

/// Whether the configuration is valid and in force.
struct ConfigurationCheck: DoctorCheck {
    static let name = "configuration"
    /// The most findings of one kind. More would hide the rest.
    private static let most = 5

    func findings(_ kiosk: Kiosk) -> [Finding] {
        let file = kiosk.configuration.file
        var findings = inForce(kiosk) + trial(kiosk)
        if let why = kiosk.configuration.unreadable {
            let isThere = kiosk.daemon.status != nil
            findings.append(
                isThere
                    ? .unknown("\(file) cannot be read: \(why)", remedy: kiosk.asRoot)
                    : .problem("\(file) cannot be read: \(why)", remedy: "write one (docs/configuration.md); config/kiosk.yaml is an example"))
        }
        let errors = kiosk.configuration.diagnostics.filter { $0.severity == .error }
        let warnings = kiosk.configuration.diagnostics.filter { $0.severity == .warning }
        let check = "touchctl check \(file)"
        findings += errors.prefix(Self.most).map { .problem($0.description, remedy: "correct it, then \(check)") }
        findings += warnings.prefix(Self.most).map { .warning($0.description, remedy: "see docs/configuration.md#warnings") }
        let more = max(0, errors.count - Self.most) + max(0, warnings.count - Self.most)
        if more > 0 { findings.append(.warning("\(file) has \(more) more of these", remedy: check)) }
        return findings.isEmpty ? [.ok("\(file) is valid")] : findings
    }

    private func trial(_ kiosk: Kiosk) -> [Finding] {
        guard let trial = kiosk.daemon.status.flatMap(Status.trial) else { return [] }
        return [.warning(trial, remedy: "wait, or end it with touchctl reload\(kiosk.option)")]
    }

    private func inForce(_ kiosk: Kiosk) -> [Finding] {
        guard let entry = kiosk.daemon.status?["configuration"] else { return [] }
        let first = entry.text("message").split(at: "\n").first.map(String.init) ?? ""
        if entry["lastGood"]?.bool == true {
            return [
                .problem(
                    "\(entry.text("file")) was invalid when touchd started, so its last valid version is in force: \(first)",
                    remedy: "correct the file, then touchctl reload\(kiosk.option)")
            ]
        }
        if entry["refusedAt"] != nil && entry.whole("refusedAt") > entry.whole("loadedAt") {
            return [
                .problem(
                    "the last reload was refused, so an older version is in force: \(first)",
                    remedy: "correct the file, then touchctl reload\(kiosk.option)")
            ]
        }
        return []
    }
}
