import Calibration
import JSON
import TouchCore

/// The result of the touches: a calibration, or the reason why there is none.
struct CalibrationAnswer {
    let result: Result<CalibrationSolution, CalibrationRefusal>

    init(_ request: CalibrationRequest) {
        self.init(CalibrationSolver(request.pairs, screen: request.screen, display: request.display, panel: request.panel))
    }

    init(_ solver: CalibrationSolver) {
        do throws(CalibrationRefusal) { result = .success(try solver.solve()) } catch { result = .failure(error) }
    }

    var isOK: Bool { if case .success = result { true } else { false } }

    /// The result as an object for programs.
    ///
    /// - Parameters:
    ///   - event: the kind of object, if others are printed as well; nil if this is the only one.
    func json(event: String? = nil, panel: String? = nil) -> [UInt8] {
        guard case .object(var members) = value else { return [] }
        members["event"] = event.map { .string($0) }
        members["panel"] = panel.map { .string($0) }
        var bytes: [UInt8] = []
        JSONValue.object(members).write(into: &bytes)
        return bytes
    }

    private var value: JSONValue {
        switch result {
        case .failure(let refusal): return ["ok": false, "problem": .string(refusal.id), "text": [.string(refusal.description)]]
        case .success(let solution):
            let text = CalibrationText(solution)
            return [
                "ok": true, "matrix": Self.numbers(solution.matrix.rows), "toScreen": Self.numbers(solution.toScreen.rows),
                "distortion": .string(solution.distortion.rawValue),
                "alreadyRight": .bool(solution.isAlreadyRight), "text": .array(solution.sentences.map { .string($0) }),
                "isMeasured": .bool(solution.isMeasured), "rms": Self.residual(solution.rms), "largest": Self.residual(solution.largest),
                "before": Self.residual(solution.before), "residuals": .array(solution.residuals.map(Self.residual)),
                "outliers": .array(solution.outliers.map { .whole($0) }),
                "udev": UdevRule(solution.panel).isPossible
                    ? ["file": .string("/etc/udev/rules.d/" + text.ruleFile), "rule": .string(text.rule), "matrix": .string(text.matrix)] : .null,
                "yaml": .string(text.yaml), "hasConfigured": .bool(solution.panel.configured != .identity),
            ]
        }
    }

    private static func numbers(_ numbers: [Double]) -> JSONValue { .array(numbers.map { .number(($0 * 1e6).rounded() / 1e6 + 0) }) }

    private static func residual(_ residual: CalibrationSolution.Residual) -> JSONValue {
        func hundredths(_ number: Double) -> JSONValue { .number((number * 100).rounded() / 100) }
        return ["points": hundredths(residual.points), "millimetres": hundredths(residual.millimetres)]
    }
}
