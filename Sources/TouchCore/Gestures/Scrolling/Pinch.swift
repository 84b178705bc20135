/// Two fingers of a scroll view that move apart or together. As in a pinch gesture, their distance is measured relative to that when the second one
/// came down.
struct Pinch {
    /// The change of the distance, in points, at which zooming begins.
    let slop: Double
    /// The current distance relative to the first one.
    private(set) var spread = 1.0
    private var distance = 0.0
    /// The distance that corresponds to a spread of 1.
    private var unit = 0.0
    /// The translation of the recognizer's fingers at the moment when the second one came down.
    private(set) var translation = Point(0, 0)
    private(set) var isActive = false
    /// The change of the spread that has not been applied yet, as a factor.
    var ratio = 1.0
    /// The fixed point of the last zoom, in points from the region's top left corner.
    var middle = Point(0, 0)
    /// The time of the last zoom.
    var last = Int64.min / 2

    init(slop: Double) { self.slop = slop }

    var isBeyondThreshold: Bool { distance != unit && abs(distance - unit) >= slop }

    /// Starts measuring when a second finger has come down.
    mutating func start(_ pair: (Point, Point), at translation: Point) {
        if distance > 0 { return }
        spread = 1
        distance = Self.distance(pair)
        unit = distance
        self.translation = translation
    }

    mutating func move(from before: (Point, Point), to now: (Point, Point)) {
        let (old, new) = (Self.distance(before), Self.distance(now))
        // Fingers at the same location have no distance to measure.
        guard old > 0, new > 0, old != new else { return }
        // A new pair of fingers continues from the current spread.
        if old != distance { unit = old / spread }
        distance = new
        spread = new / unit
        ratio *= new / old
    }

    /// Starts zooming.
    mutating func begin() {
        isActive = true
        ratio = 1
    }

    /// Stops measuring when fewer than two fingers are left.
    mutating func pause() {
        (distance, unit) = (0, 0)
        (spread, ratio) = (1, 1)
    }

    /// Ends the pinch when no finger is left. The fixed point and the time of the last zoom are kept.
    mutating func end() {
        pause()
        isActive = false
    }

    private static func distance(_ pair: (Point, Point)) -> Double { pair.0.squaredDistance(to: pair.1).squareRoot() }
}
