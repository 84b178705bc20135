import ArgumentParser
import Calibration
import TouchCore
import Wire

/// Tries a calibration, and writes its rule after a touch in the right place has confirmed it. Nothing is written before, so a crash or a power cut
/// changes nothing: touchd returns to the old calibration by itself.
struct CalibrationTrial {
    let solution: CalibrationSolution
    let panel: FoundPanel
    let seconds: Double
    let sockets: DaemonSockets
    let report: CalibrationReport

    /// Why the calibration cannot be tried, checked before anybody touches anything; nil if it can.
    static func obstacle(_ panel: FoundPanel) -> String? {
        if panel.facts.configured != .identity {
            let line = panel.settings.map { ", line \($0.mark.line)" } ?? ""
            return "panel \(panel.facts.id) has a \"calibration\" in the configuration\(line), which would apply on top of the rule: remove it, "
                + "and run \"touchctl reload\""
        }
        if !UdevRule(panel.facts).isPossible { return "\(panel.name) has neither a name nor a place that a udev rule could match" }
        return nil
    }

    /// Tries the calibration.
    ///
    /// - Returns: whether it was kept.
    func run(_ session: CalibrationSession) throws -> Bool {
        let daemon = try begin()
        // Also if the session is stopped. Once the rule is in force, this changes nothing.
        defer { daemon?.send(#"{"type":"revert","id":2}"#) }
        guard try session.confirm(solution, seconds: seconds) else {
            session.showText("The calibration is unchanged.", .bad)
            report.write("reverted", [], "nobody touched the circle in time; the calibration is unchanged")
            try session.waitForTouch(seconds: 3)
            return false
        }
        let file: RuleFile
        do throws(RuleFile.Failure) { file = try write() } catch {
            complain("touchctl: \(error)")
            session.showText("The rule could not be written. The calibration is unchanged.", .bad)
            session.waitIgnoringSignals(seconds: 3)
            throw Exit.inputOutput
        }
        session.showText("The calibration is kept.", .good)
        report.write("applied", [("file", .string(file.path))], "the calibration is saved in \(file.path)")
        session.waitIgnoringSignals(seconds: 3)
        return true
    }

    /// Makes touchd use the new calibration for a while. Returns nil if touchd does not have the panel, or cannot try one.
    private func begin() throws -> Connection? {
        guard panel.isTaken, let connection = try? Connection.admin(sockets, isQuiet: true), try connection.isCapable("try") else { return nil }
        let request: JSONValue = [
            "type": "try", "id": 1, "seconds": .number(seconds + 15),
            "calibration": ["panel": .string(panel.facts.id), "matrix": .array(solution.matrix.rows.map { .number($0) })],
        ]
        _ = try connection.ask(request, capability: "try")
        return connection
    }

    private func write() throws(RuleFile.Failure) -> RuleFile {
        let text = CalibrationText(solution)
        let file = try RuleFile(text.ruleFile)
        try file.write(text.rule)
        do throws(RuleFile.Failure) {
            try RuleFile.reload(panel.node)
            let rows = RuleFile.matrix(of: panel.node)?.rows ?? []
            guard rows.count == 6, zip(rows, solution.matrix.rows).allSatisfy({ abs($0 - $1) < 1e-5 }) else {
                throw RuleFile.Failure(
                    description: "udev does not give \(panel.node) the matrix of \(file.path), because a later rule overrides it "
                        + "(grep -r LIBINPUT_CALIBRATION_MATRIX /etc/udev/rules.d /usr/lib/udev/rules.d). The file was restored")
            }
        } catch {
            file.restore()
            try? RuleFile.reload(panel.node)
            throw error
        }
        return file
    }
}
