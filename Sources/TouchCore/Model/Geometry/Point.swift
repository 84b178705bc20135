/// A position in points (logical pixels), y down. The name of a value says in which coordinate space it is.
public struct Point: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }

    func squaredDistance(to other: Point) -> Double {
        let difference = other - self
        return difference.x * difference.x + difference.y * difference.y
    }

    /// Whether the distance to another point is greater than the given one.
    func isFarther(from other: Point, than distance: Double) -> Bool { squaredDistance(to: other) > distance * distance }
}

/// A width and a height in points.
public struct Size: Hashable, Sendable {
    public var width: Double
    public var height: Double

    public init(_ width: Double, _ height: Double) {
        self.width = width
        self.height = height
    }
}
