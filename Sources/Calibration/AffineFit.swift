import TouchCore

/// The affine map that fits pairs of places best by least squares. Its two rows are fitted separately, over places relative to their mean, which
/// keeps the equations well conditioned.
struct AffineFit {
    let map: AffineTransform
    /// The share of the variance of the goals that the map explains (R²), 0…1; the smaller value of the two axes.
    let explained: Double

    /// Fits the map. Returns nil if the places lie on a line.
    init?(from places: [Point], to goals: [Point]) {
        let spread = Spread(places)
        guard spread.narrow > 1e-9, let middle = Spread.middle(goals) else { return nil }
        func row(_ goal: (Point) -> Double) -> (Double, Double, Double) {
            var (along, down) = (0.0, 0.0)
            let mean = goal(middle)
            for (place, value) in zip(places, goals) {
                along += (place.x - spread.middle.x) * (goal(value) - mean)
                down += (place.y - spread.middle.y) * (goal(value) - mean)
            }
            let determinant = spread.xx * spread.yy - spread.xy * spread.xy
            let a = (along * spread.yy - down * spread.xy) / determinant / spread.count
            let b = (down * spread.xx - along * spread.xy) / determinant / spread.count
            return (a, b, mean - a * spread.middle.x - b * spread.middle.y)
        }
        let (x, y) = (row(\.x), row(\.y))
        let map = AffineTransform(a: x.0, b: y.0, c: x.1, d: y.1, tx: x.2, ty: y.2)
        func share(_ axis: (Point) -> Double) -> Double {
            var (rest, all) = (0.0, 0.0)
            for (place, goal) in zip(places, goals) {
                let (miss, way) = (axis(map.apply(place)) - axis(goal), axis(goal) - axis(middle))
                rest += miss * miss
                all += way * way
            }
            return all > 0 ? 1 - rest / all : 0
        }
        self.map = map
        explained = min(share(\.x), share(\.y))
    }
}

/// The spread of places around their mean.
struct Spread {
    let count: Double
    let middle: Point
    private(set) var xx = 0.0
    private(set) var xy = 0.0
    private(set) var yy = 0.0

    init(_ places: [Point]) {
        count = Double(places.count)
        middle = Self.middle(places) ?? Point(0, 0)
        for place in places {
            let way = place - middle
            xx += way.x * way.x / count
            xy += way.x * way.y / count
            yy += way.y * way.y / count
        }
    }

    static func middle(_ places: [Point]) -> Point? {
        if places.isEmpty { return nil }
        let sum = places.reduce(Point(0, 0), +)
        return Point(sum.x / Double(places.count), sum.y / Double(places.count))
    }

    /// The standard deviation along the widest direction.
    var wide: Double { ((xx + yy) / 2 + half).squareRoot() }

    /// The standard deviation across the widest direction: about 0 if the places lie on a line.
    var narrow: Double { max((xx + yy) / 2 - half, 0).squareRoot() }

    private var half: Double { ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot() }
}
