import Support
import Testing
import TouchCore

@testable import Calibration

@Suite struct SolverTests {
    /// The distortion of a panel in one of the eight orientations, slightly scaled, shifted and skewed.
    private func distortion(_ random: inout SeededRandom) -> AffineTransform {
        func between(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }
        let plain = Distortion.allCases[random(Distortion.allCases.count)].matrix
        let around = AffineTransform.translation(-0.5, -0.5)
            .then(AffineTransform(a: between(0.85, 1.2), b: between(-0.04, 0.04), c: between(-0.04, 0.04), d: between(0.85, 1.2), tx: 0, ty: 0))
            .then(.translation(0.5 + between(-0.1, 0.1), 0.5 + between(-0.1, 0.1)))
        return plain.then(around)
    }

    @Test func `a random distortion comes out, as near as fingers tremble`() throws {
        for seed in 1...UInt64(rounds(300)) {
            var random = SeededRandom(seed: seed)
            var touches = Touches()
            touches.random = SeededRandom(seed: seed + 1)
            touches.crosses = CrossLayout.places(5 + random(8))
            touches.calibration = distortion(&random)
            touches.panel.rotation = Rotation.allCases[random(4)]
            touches.trembling = Double(random(3))
            let solution = try touches.solve()
            let limit = max(0.6, 3.5 * touches.trembling)
            #expect(touches.distance(of: solution.matrix) <= limit, "seed \(seed)")
            #expect(solution.outliers.isEmpty, "seed \(seed)")
            #expect(solution.rms.millimetres <= max(0.6, 1.5 * touches.trembling), "seed \(seed)")
        }
    }

    @Test func `without trembling the distortion comes out exactly`() throws {
        for seed in 1...UInt64(rounds(100)) {
            var random = SeededRandom(seed: seed)
            var touches = Touches()
            touches.calibration = distortion(&random)
            let solution = try touches.solve()
            for (found, wanted) in zip(solution.matrix.rows, touches.calibration.rows) { #expect(abs(found - wanted) < 0.002, "seed \(seed)") }
        }
    }

    @Test func `a finger that was put wrongly is named and left out`() throws {
        for seed in 1...UInt64(rounds(200)) {
            var random = SeededRandom(seed: seed)
            var touches = Touches()
            touches.random = SeededRandom(seed: seed + 1)
            touches.crosses = CrossLayout.places(6 + random(5))
            touches.calibration = distortion(&random)
            touches.trembling = 0.7
            let wrong = random(touches.crosses.count)
            touches.missed = [wrong: Point(Double.random(in: 30...60, using: &random), Double.random(in: 30...60, using: &random))]
            let solution = try touches.solve()
            #expect(solution.outliers == [wrong], "seed \(seed)")
            #expect(touches.distance(of: solution.matrix) <= 4, "seed \(seed)")
            #expect(solution.sentences.contains("The finger missed the cross at point \(wrong + 1), which is left out."), "seed \(seed)")
            #expect(solution.residuals[wrong].millimetres > 20, "seed \(seed)")
        }
    }

    @Test func `two fingers that were put wrongly are named among nine`() throws {
        var touches = Touches(missed: [1: Point(40, 0), 6: Point(0, -35)])
        touches.calibration = Distortion.turnedBy90.matrix
        let solution = try touches.solve()
        #expect(solution.outliers == [1, 6])
        #expect(solution.matrix == Distortion.turnedBy90.matrix)
    }

    @Test func `where the touches do not say which finger was wrong, the points in question are named`() {
        // Four corners and the middle, one missed: without the opposite corner, all the others fit as well.
        var touches = Touches(crosses: Array(CrossLayout.places(6).prefix(4)) + [Point(0.5, 0.5)], missed: [0: Point(40, 30)])
        #expect(throws: CalibrationRefusal.wrongPoints([0, 2])) { try touches.solve() }
        #expect(CalibrationRefusal.wrongPoints([0, 2]).description == "One touch missed its cross: point 1 or 3. Touch the crosses again.")
    }

    @Test func `a calibration in force that is as good as the best one is already right`() throws {
        var touches = Touches(trembling: 1)
        #expect(try touches.solve().isAlreadyRight)
        #expect(try touches.solve().matrix == .identity)
        touches.calibration = Distortion.mirroredLeftToRight.matrix
        #expect(try !touches.solve().isAlreadyRight)
        touches.panel.udev = touches.calibration
        #expect(try touches.solve().isAlreadyRight)
        #expect(try touches.solve().sentences[0].hasPrefix("It is already right: touches land within "))
    }

    @Test func `a wrong calibration on a right panel is said to be unneeded`() throws {
        var touches = Touches()
        touches.panel.configured = Distortion.upsideDown.matrix
        let solution = try touches.solve()
        #expect(!solution.isAlreadyRight)
        #expect(solution.matrix == .identity)
        #expect(solution.sentences.last == "The panel needs no calibration: the one in force is wrong.")
    }

    @Test func `sizes are the display's, else the panel's, else a guess that is said to be one`() throws {
        var touches = Touches(calibration: AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0.1, ty: 0))
        #expect(abs(try touches.solve().before.millimetres - 27) < 0.01)
        touches.display = nil
        touches.panel.millimetres = Size(540, 960)
        #expect(abs(try touches.solve().before.millimetres - 54) < 0.01)
        touches.panel.millimetres = nil
        let solution = try touches.solve()
        #expect(!solution.isMeasured)
        #expect(solution.sentences[0].contains("neither the display nor the panel says how large it is"))
    }

    @Test func `a panel that is swapped under its display is measured along its own axes`() throws {
        var touches = Touches(calibration: Distortion.axesSwapped.matrix.then(.translation(0.1, 0)), display: nil)
        touches.panel.millimetres = Size(480, 270)
        touches.panel.udev = Distortion.axesSwapped.matrix
        #expect(abs(try touches.solve().before.millimetres - 27) < 0.01)
    }

    @Test(arguments: Rotation.allCases) func `a calibrated panel is mapped as touchd maps it`(_ rotation: Rotation) {
        var description = PanelDescription(name: "one", vendor: 1, product: 2)
        for axis in [AbsCode.mtPositionX, AbsCode.mtPositionY] { description[axis: axis] = AxisInfo(minimum: 0, maximum: 99_999) }
        var panel = CalibratedPanel()
        panel.rotation = rotation
        panel.area = Rect(100, 50, 700, 300)
        let (screen, kind) = (Size(1000, 500), PanelKind.slots(1))
        let mapping = PanelMapping(panel: description, kind: kind, rotation: rotation, screen: screen, area: panel.area)
        var values = ContactValues()
        (values.x, values.y) = (20_000, 70_000)
        let (wanted, found) = (mapping.location(values), panel.toScreen(screen).apply(Point(0.2, 0.7)))
        #expect(abs(wanted.x - found.x) < 0.02 && abs(wanted.y - found.y) < 0.02)
    }

    @Test func `a part of the screen and a rotation are what they are in the configuration`() throws {
        var touches = Touches(calibration: Distortion.mirroredLeftToRight.matrix, screen: Size(2000, 1000), display: Size(500, 250))
        touches.panel.area = Rect(1000, 0, 1000, 1000)
        touches.panel.rotation = .quarter
        touches.crosses = CrossLayout.places(6).map { Point(0.5 + $0.x / 2, $0.y) }
        #expect(try touches.solve().matrix == Distortion.mirroredLeftToRight.matrix)
    }
}
