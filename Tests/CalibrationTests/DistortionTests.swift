import Testing
import TouchCore

@testable import Calibration

@Suite struct DistortionTests {
    @Test(arguments: [
        (Distortion.mirroredLeftToRight, "The panel is mirrored left to right."),
        (.upsideDown, "The panel is mirrored upside down."),
        (.turnedBy90, "The panel is turned: its picture has to be turned by 90 degrees clockwise."),
        (.turnedBy180, "The panel is turned by 180 degrees."),
        (.turnedBy270, "The panel is turned: its picture has to be turned by 270 degrees clockwise."),
        (.axesSwapped, "The panel's axes are swapped."),
        (.axesSwappedAndTurned, "The panel's axes are swapped, and it is turned by 180 degrees."),
    ])
    func `each way a panel may lie is said in words`(_ distortion: Distortion, _ sentence: String) throws {
        var touches = Touches(calibration: distortion.matrix, trembling: 1)
        let solution = try touches.solve()
        #expect(solution.distortion == distortion)
        #expect(solution.matrix == distortion.matrix)
        #expect(solution.sentences[0] == sentence)
    }

    @Test func `a panel that is only shifted is said to be off, and by how much`() throws {
        var touches = Touches(calibration: .translation(0.05, 0))
        let solution = try touches.solve()
        #expect(solution.distortion == .none)
        #expect(solution.sentences[0] == "Touches land 13.5 mm from the crosses now.")
    }

    @Test func `turned panels are turned as the configuration's rotation turns`() {
        for (distortion, corner) in [(Distortion.turnedBy90, Point(1, 0)), (.turnedBy180, Point(1, 1)), (.turnedBy270, Point(0, 1))] {
            #expect(distortion.matrix.apply(Point(0, 0)) == corner)
        }
    }
}
