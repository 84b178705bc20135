/// The texts to write for a calibration: the line of the configuration, and the udev rule.
public struct CalibrationText: Sendable {
    private let solution: CalibrationSolution

    public init(_ solution: CalibrationSolution) { self.solution = solution }

    /// The panel's `calibration:` line for touchd.yaml, which touchd applies after udev's current matrix; empty if the panel needs none.
    public var yaml: String {
        let numbers = solution.configured.rows.map { decimal($0) }
        return numbers == ["1", "0", "0", "0", "1", "0"] ? "" : "calibration: [\(numbers.joined(separator: ", "))]"
    }

    /// The value of LIBINPUT_CALIBRATION_MATRIX.
    public var matrix: String { solution.matrix.rows.map { decimal($0) }.joined(separator: " ") }

    /// The file below /etc/udev/rules.d, named after the panel. It sorts after the rules that identify devices.
    public var ruleFile: String { Self.ruleFile(solution.panel) }

    public static func ruleFile(_ panel: CalibratedPanel) -> String {
        let name = panel.id.isEmpty ? panel.name : panel.id
        let plain = name.utf8.prefix(60).map { byte -> Unicode.Scalar in
            let scalar = Unicode.Scalar(byte)
            return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) ? scalar : "-"
        }
        return "99-touchd-calibration-\(String(String.UnicodeScalarView(plain))).rules"
    }

    /// The text of the rule file: matches the panel, and sets its calibration for touchd and compositors alike. Empty if no attribute identifies the
    /// panel.
    public var rule: String {
        UdevRule(solution.panel).text(
            "Calibration of \(solution.panel.summary), written by touchctl calibrate.", "LIBINPUT_CALIBRATION_MATRIX", matrix)
    }
}
