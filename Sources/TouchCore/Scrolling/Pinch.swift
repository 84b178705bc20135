/// Two fingers of a scroll view as they part and close: how far they are apart, as a multiple of how far they were when both were
/// down, as a pinch gesture has it.
struct Pinch {
    /// Points that the distance changes before it zooms.
    let slop: Double
    /// The distance as a multiple of the first distance.
    private(set) var spread = 1.0
    private var distance = 0.0
    /// The distance that stands for a spread of 1.
    private var unit = 0.0
    /// Of the fingers together, when both had come.
    private(set) var translation = Point(0, 0)
    private(set) var isActive = false
    /// The new part of the spread.
    var ratio = 1.0
    /// Where the fingers last zoomed, in points from the region's top left, and when.
    var middle = Point(0, 0)
    var last = Int64.min / 2

    init(slop: Double) { self.slop = slop }

    var isFar: Bool { distance != unit && abs(distance - unit) >= slop }

    /// A finger has come.
    mutating func start(_ pair: (Point, Point), at translation: Point) {
        if distance > 0 { return }
        spread = 1
        distance = Self.distance(pair)
        unit = distance
        self.translation = translation
    }

    mutating func move(from before: (Point, Point), to now: (Point, Point)) {
        let (old, new) = (Self.distance(before), Self.distance(now))
        // Fingers that lie on each other are no measure.
        guard old > 0, new > 0, old != new else { return }
        // Other fingers than before go on from the spread there is.
        if old != distance { unit = old / spread }
        distance = new
        spread = new / unit
        ratio *= new / old
    }

    /// It zooms from now on.
    mutating func begin() {
        isActive = true
        ratio = 1
    }

    /// Fewer than two are left.
    mutating func pause() {
        (distance, unit) = (0, 0)
        (spread, ratio) = (1, 1)
    }

    /// All are gone. Where they were is remembered.
    mutating func end() {
        pause()
        isActive = false
    }

    private static func distance(_ pair: (Point, Point)) -> Double { pair.0.squaredDistance(to: pair.1).squareRoot() }
}
