/// The 1€ filter: a low-pass whose cutoff rises with speed, so that a slow finger is steady and a fast one hardly lags.
///
/// Géry Casiez, Nicolas Roussel, Daniel Vogel: 1€ Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive Systems, CHI 2012, pp.
/// 2527–2530. Both axes share one filter that uses the speed along the path, so that a stroke is treated alike in every direction.
struct OneEuroFilter: Sendable {
    static let type = FilterType(
        "smooth", "smoother", "Smooths the path of slow fingers: the 1€ filter.",
        [
            FilterParameter(
                "minCutoff", .number(isZeroAllowed: false),
                "Cutoff frequency of a finger that hardly moves, in Hz: lower is calmer. Start with 1."),
            FilterParameter(
                "beta", .number(isZeroAllowed: true),
                "By how many Hz the cutoff frequency rises with each point a second: higher lags less. Start with 0.01."),
        ]
    ) { values, rules in
        rules.smoothing = FilterRules.Smoothing(minCutoff: values.number("minCutoff"), beta: values.number("beta"))
    }

    /// The paper's cutoff for the derivative, in Hz.
    private static let speedCutoff = 1.0

    private var location = Point(0, 0)
    /// The smoothed speed, in points per second.
    private var speed = Point(0, 0)
    private var time: Int64 = 0

    mutating func start(at location: Point, _ time: Int64) {
        self.location = location
        self.time = time
        speed = Point(0, 0)
    }

    /// Returns the smoothed position for a reported one.
    mutating func smooth(_ reported: Point, _ time: Int64, _ rule: FilterRules.Smoothing) -> Point {
        let seconds = Double(time &- self.time) / 1e6
        guard seconds > 0 else { return location }
        self.time = time
        let way = reported - location
        let weight = Self.weight(Self.speedCutoff, seconds)
        speed = Point(speed.x + weight * (way.x / seconds - speed.x), speed.y + weight * (way.y / seconds - speed.y))
        let cutoff = rule.minCutoff + rule.beta * (speed.x * speed.x + speed.y * speed.y).squareRoot()
        let share = Self.weight(cutoff, seconds)
        location = Point(location.x + share * way.x, location.y + share * way.y)
        return location
    }

    /// Returns the weight of the newest value in a first-order low-pass.
    private static func weight(_ cutoff: Double, _ seconds: Double) -> Double {
        let radians = 2 * Double.pi * cutoff * seconds
        return radians.isFinite ? radians / (radians + 1) : 1
    }
}
