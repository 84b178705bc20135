import ArgumentParser
import Calibration
import Files
import Wire

struct Calibrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finds a panel's calibration from touches on crosses.",
        discussion: """
            With --solve it reads touches from standard input, as the page does that shows the crosses where a compositor has the display: \
            {"points": [{"shown": [x, y], "raw": [x, y]}, …], "screen": [w, h], "millimetres": [w, h] or null, "panel": {…}}. It prints the \
            calibration as JSON, with "ok": false and the reason where the touches give none.
            """)

    @Flag(help: "Calculate only: touches come from standard input, and the calibration is printed as JSON.") var solve = false

    func validate() throws {
        if !solve { throw ValidationError("--solve is needed") }
    }

    func run() throws {
        let request: CalibrationRequest
        do { request = try CalibrationRequest(try readFile("/dev/stdin", atMost: 1 << 20, others: anyFile("standard input"))) } catch {
            complain("touchctl: standard input: \(error)")
            throw Exit.usage
        }
        printJSON(CalibrationAnswer(request).json)
    }
}
