public import TouchCore

/// Finds the calibration of a panel from touches on crosses.
public struct CalibrationSolver: Sendable {
    public static let leastPoints = 5
    /// The largest error of a finger that hits its cross, in mm.
    private static let aim = 4.0
    /// The error from which a finger has missed its cross, in mm.
    private static let miss = 8.0
    /// The jitter of a finger, in mm.
    private static let trembling = 1.5
    /// The error that is accepted for a matrix of round numbers, in mm.
    private static let rounding = 0.5
    /// The least standard deviation of the crosses' positions, which range from 0 to 1 over the screen.
    private static let leastSpread = 0.08

    private let pairs: [PointPair]
    private let screen: Size
    private let display: Size?
    private let panel: CalibratedPanel
    private let toScreen: AffineTransform
    /// The target of each contact, in the calibrated space.
    private let goals: [Point]

    /// Creates a solver.
    ///
    /// - Parameters:
    ///   - screen: the size in points.
    ///   - display: the size in mm; nil if unknown.
    public init(_ pairs: [PointPair], screen: Size, display: Size?, panel: CalibratedPanel) {
        self.pairs = pairs
        self.screen = screen
        self.display = display
        self.panel = panel
        toScreen = panel.toScreen(screen)
        goals = toScreen.isUsable ? pairs.map { [toScreen] in toScreen.inverse.apply($0.shown) } : []
    }

    public func solve() throws(CalibrationRefusal) -> CalibrationSolution {
        try checkInput()
        guard let all = fit(without: []) else { throw .notFollowing }
        var outliers: [Int] = []
        var found = all
        if largest(all, without: []) > Self.aim {
            outliers = try self.outliers(all)
            guard let rest = fit(without: outliers) else { throw .notFollowing }
            found = rest
        }
        if found.explained < 0.8 || !found.map.isUsable { throw .notFollowing }
        let distortion = Distortion(nearest: found.map)
        let matrix = rounded(found.map, distortion, outliers)
        return solution(matrix, distortion, outliers)
    }

    private func checkInput() throws(CalibrationRefusal) {
        let numbers = pairs.flatMap { [$0.shown.x, $0.shown.y, $0.raw.x, $0.raw.y] } + [screen.width, screen.height]
        guard numbers.allSatisfy({ $0.isFinite && abs($0) < 1e9 }), screen.width > 0, screen.height > 0, toScreen.isUsable else { throw .notFinite }
        let others = pairs.compactMap(\.panel).filter { !panel.id.isEmpty && $0 != panel.id }
        if !others.isEmpty { throw .anotherPanel(Set(others).sorted(), wanted: panel.id) }
        if pairs.count < Self.leastPoints { throw .tooFew(pairs.count) }
        let crosses = Spread(goals)
        if crosses.wide < Self.leastSpread { throw .tooClose }
        if crosses.narrow < Self.leastSpread { throw .onALine }
        if Spread(pairs.map(\.raw)).narrow < Self.leastSpread / 8 { throw .notFollowing }
    }

    private func fit(without left: [Int]) -> AffineFit? {
        let kept = pairs.indices.filter { !left.contains($0) }
        return AffineFit(from: kept.map { pairs[$0].raw }, to: kept.map { goals[$0] })
    }

    // MARK: Outliers

    /// Finds the points to leave out so that a calibration fits the others.
    private func outliers(_ all: AffineFit) throws(CalibrationRefusal) -> [Int] {
        var left: [Int] = []
        for _ in 0..<max(1, (pairs.count - 4) / 2) {
            let candidates = pairs.indices.filter { !left.contains($0) }.compactMap { index -> (index: Int, rest: Double, own: Double)? in
                guard let without = fit(without: left + [index]), without.map.isUsable else { return nil }
                return (index, largest(without, without: left + [index]), error(of: index, without))
            }.sorted { $0.rest < $1.rest }
            guard let best = candidates.first else { break }
            left.append(best.index)
            guard best.rest <= Self.aim, best.own > Self.miss else { continue }
            let rivals = candidates.dropFirst().filter { $0.rest <= Self.aim && $0.own > Self.miss && $0.rest < 2.5 * max(best.rest, 0.4) }
            if !rivals.isEmpty { throw .wrongPoints(([best.index] + rivals.map(\.index)).sorted()) }
            return left.sorted()
        }
        if all.explained < 0.8 { throw .notFollowing }
        throw .notLinear(millimetres: largest(all, without: []), isMeasured: ruler(all.map).isMeasured)
    }

    private func largest(_ fit: AffineFit, without left: [Int]) -> Double {
        pairs.indices.filter { !left.contains($0) }.map { error(of: $0, fit) }.max() ?? 0
    }

    private func error(of index: Int, _ fit: AffineFit) -> Double { residual(index, fit.map).millimetres }

    // MARK: Errors

    private func ruler(_ map: AffineTransform) -> Ruler {
        Ruler(screen: screen, display: display, panel: panel.millimetres, map: map.then(toScreen))
    }

    private func residual(_ index: Int, _ map: AffineTransform, by ruler: Ruler? = nil) -> CalibrationSolution.Residual {
        let way = map.then(toScreen).apply(pairs[index].raw) - pairs[index].shown
        return .init(points: (way.x * way.x + way.y * way.y).squareRoot(), millimetres: (ruler ?? self.ruler(map)).millimetres(way))
    }

    private func rms(_ map: AffineTransform, _ left: [Int], by ruler: Ruler) -> CalibrationSolution.Residual {
        let errors = pairs.indices.filter { !left.contains($0) }.map { residual($0, map, by: ruler) }
        func mean(_ size: (CalibrationSolution.Residual) -> Double) -> Double {
            (errors.reduce(0) { $0 + size($1) * size($1) } / Double(errors.count)).squareRoot()
        }
        return .init(points: mean(\.points), millimetres: mean(\.millimetres))
    }

    /// The distortion's own matrix if it is as good as the fit, because `-1 0 1 0 1 0` is easier to read than six long numbers.
    private func rounded(_ map: AffineTransform, _ distortion: Distortion, _ left: [Int]) -> AffineTransform {
        let ruler = ruler(map)
        let (fitted, plain) = (rms(map, left, by: ruler).millimetres, rms(distortion.matrix, left, by: ruler).millimetres)
        return plain <= max(Self.rounding, noise(left) * fitted) ? distortion.matrix : map
    }

    /// The factor by which the error of a correct matrix may exceed the error of the fit. The fit adapts six numbers to the data, so that its error
    /// is smaller than the true one.
    private func noise(_ left: [Int]) -> Double {
        let numbers = 2 * Double(pairs.count - left.count)
        return 1.2 * (numbers / max(numbers - 6, 2)).squareRoot()
    }

    private func solution(_ matrix: AffineTransform, _ distortion: Distortion, _ left: [Int]) -> CalibrationSolution {
        let ruler = ruler(matrix)
        let residuals = pairs.indices.map { residual($0, matrix, by: ruler) }
        let kept = residuals.indices.filter { !left.contains($0) }.map { residuals[$0] }
        let rms = rms(matrix, left, by: ruler)
        let before = self.rms(panel.inForce, left, by: ruler)
        return CalibrationSolution(
            matrix: matrix, distortion: distortion, residuals: residuals, rms: rms,
            largest: kept.max { $0.millimetres < $1.millimetres } ?? rms, before: before, outliers: left, isMeasured: ruler.isMeasured,
            isAlreadyRight: before.millimetres <= max(Self.trembling, noise(left) * rms.millimetres), panel: panel,
            toScreen: matrix.then(toScreen))
    }
}
