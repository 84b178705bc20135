/// How a scroll view runs on when it is let go: slower by a factor of 0.998 each ms, until it does less than 10 points a second
/// (UIScrollView's normal rate, and where open re-implementations stop). In steps of a display's frames.
struct Coasting {
    /// 60 times a second, in µs.
    static let step: Int64 = 16_667
    /// 0.998 to the power of the step in ms.
    private static let kept = 0.967184
    /// The way of a step for a speed at its beginning, in seconds: (1 − kept) / −ln(0.998) / 1000.
    private static let way = 0.016392
    private static let slowest = 10.0

    /// Points a second.
    private var velocity: Point

    /// Nil for what is not thrown.
    init?(_ velocity: Point) {
        self.velocity = velocity
        if isOver { return nil }
    }

    var isOver: Bool { velocity.squaredDistance(to: Point(0, 0)) < Self.slowest * Self.slowest }

    /// How far it goes in the next step.
    mutating func goOn() -> Point {
        defer { velocity = Point(velocity.x * Self.kept, velocity.y * Self.kept) }
        return Point(velocity.x * Self.way, velocity.y * Self.way)
    }
}
