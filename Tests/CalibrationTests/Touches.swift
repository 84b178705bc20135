import Support
import TouchCore

@testable import Calibration

/// A person who touches crosses on a panel with a known misalignment.
struct Touches {
    /// The expected calibration.
    var calibration = AffineTransform.identity
    var screen = Size(1080, 1920)
    var display: Size? = Size(270, 480)
    var panel = CalibratedPanel()
    var crosses = CrossLayout.places(9)
    /// The maximum distance of a touch from its cross in each direction, mm.
    var trembling = 0.0
    /// The crosses that are missed, and the distances in mm.
    var missed: [Int: Point] = [:]
    var random = SeededRandom(seed: 1)

    var pairs: [PointPair] {
        mutating get {
            let back = calibration.then(panel.toScreen(screen)).inverse
            return crosses.indices.map { index in
                let shown = Point(crosses[index].x * screen.width, crosses[index].y * screen.height)
                let scale = (x: screen.width / (display?.width ?? 270), y: screen.height / (display?.height ?? 480))
                let miss = missed[index] ?? Point(0, 0)
                let x = shown.x + (miss.x + Double.random(in: -trembling...trembling, using: &random)) * scale.x
                let y = shown.y + (miss.y + Double.random(in: -trembling...trembling, using: &random)) * scale.y
                return PointPair(shown: shown, raw: back.apply(Point(x, y)), panel: panel.id.isEmpty ? nil : panel.id)
            }
        }
    }

    mutating func solve() throws(CalibrationRefusal) -> CalibrationSolution {
        try CalibrationSolver(pairs, screen: screen, display: display, panel: panel).solve()
    }

    /// The maximum distance between the solution and the true calibration over the screen, mm.
    func distance(of matrix: AffineTransform) -> Double {
        let (wanted, found) = (calibration.then(panel.toScreen(screen)), matrix.then(panel.toScreen(screen)))
        let ruler = Ruler(screen: screen, display: display ?? Size(270, 480), panel: nil, map: found)
        return [Point(0.05, 0.05), Point(0.95, 0.05), Point(0.95, 0.95), Point(0.05, 0.95), Point(0.5, 0.5)].map { place in
            let raw = wanted.inverse.apply(Point(place.x * screen.width, place.y * screen.height))
            return ruler.millimetres(found.apply(raw) - wanted.apply(raw))
        }.max()!
    }
}
