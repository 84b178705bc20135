import TouchCore

/// The spread of places around their mean.
struct PlaceSpread {
    private(set) var count = 0
    private var origin = Point(0, 0)
    private var sum = Point(0, 0)
    private var squares = 0.0
    private var low = Point(0, 0)
    private var high = Point(0, 0)

    mutating func add(_ place: Point) {
        if count == 0 { (origin, low, high) = (place, place, place) }
        let off = place - origin
        count += 1
        sum = sum + off
        squares += off.x * off.x + off.y * off.y
        low = Point(min(low.x, place.x), min(low.y, place.y))
        high = Point(max(high.x, place.x), max(high.y, place.y))
    }

    /// The root of the mean squared distance from the mean.
    var deviation: Double {
        guard count > 0 else { return 0 }
        let number = Double(count)
        let mean = Point(sum.x / number, sum.y / number)
        return max(0, squares / number - mean.x * mean.x - mean.y * mean.y).squareRoot()
    }

    /// The diagonal of the box around all places.
    var extent: Double { low.distance(to: high) }
}
