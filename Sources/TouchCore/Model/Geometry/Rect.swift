/// An axis-aligned rectangle in points.
public struct Rect: Hashable, Sendable {
    public var origin: Point
    public var size: Size

    public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        origin = Point(x, y)
        size = Size(width, height)
    }

    public var minX: Double { origin.x }
    public var minY: Double { origin.y }
    public var maxX: Double { origin.x + size.width }
    public var maxY: Double { origin.y + size.height }
    public var center: Point { Point(origin.x + size.width / 2, origin.y + size.height / 2) }

    /// Returns true if the point is inside. Min edges are inside and max edges outside, so that abutting rectangles never share a point.
    public func contains(_ p: Point) -> Bool {
        p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY
    }

    /// Returns the distance of a point from the nearest side: positive inside, negative outside.
    func inset(of p: Point) -> Double { min(p.x - minX, maxX - p.x, p.y - minY, maxY - p.y) }

    /// Returns the point inside the rectangle that is nearest to `p`.
    public func nearest(to p: Point) -> Point {
        Point(min(max(p.x, minX), maxX.nextDown), min(max(p.y, minY), maxY.nextDown))
    }

    /// Returns the rectangle with each side moved inwards by its inset; negative insets enlarge it.
    public func inset(by insets: Insets) -> Rect {
        Rect(
            origin.x + insets.left, origin.y + insets.top,
            size.width - insets.left - insets.right, size.height - insets.top - insets.bottom)
    }
}

/// Distances from the four sides inwards, in UIKit's order; negative values enlarge.
public struct Insets: Hashable, Sendable {
    public var top: Double
    public var left: Double
    public var bottom: Double
    public var right: Double

    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    public static let zero = Insets(top: 0, left: 0, bottom: 0, right: 0)
}
