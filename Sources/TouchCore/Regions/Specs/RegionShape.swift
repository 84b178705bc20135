/// The part of a region's hit bounds that takes touches, if not all of them.
public enum RegionShape: Hashable, Sendable {
    /// The ellipse that touches the four sides.
    case ellipse
    /// A rectangle with corners of this radius, in points; at most half the shorter side.
    case roundedRectangle(radius: Double)
    /// A polygon with corners in the region's own space, closed automatically. If it crosses itself, the even-odd rule decides which parts are
    /// inside.
    case polygon([Point])

    /// - Parameter p: a point inside `bounds`.
    func contains(_ p: Point, in bounds: Rect) -> Bool {
        switch self {
        case .ellipse:
            let x = (p.x - bounds.center.x) / (bounds.size.width / 2)
            let y = (p.y - bounds.center.y) / (bounds.size.height / 2)
            return x * x + y * y <= 1
        case .roundedRectangle(let radius):
            let radius = min(radius, bounds.size.width / 2, bounds.size.height / 2)
            let inner = bounds.inset(by: Insets(top: radius, left: radius, bottom: radius, right: radius))
            let nearest = Point(min(max(p.x, inner.minX), inner.maxX), min(max(p.y, inner.minY), inner.maxY))
            return nearest.squaredDistance(to: p) <= radius * radius
        case .polygon(let corners):
            // Crossings of a ray to the right. An edge includes its upper end and not its lower one, so that polygons that share an edge
            // share no point.
            var isInside = false
            var last = corners[corners.count - 1]
            for corner in corners {
                if (corner.y > p.y) != (last.y > p.y),
                    p.x < (last.x - corner.x) * (p.y - corner.y) / (last.y - corner.y) + corner.x
                {
                    isInside.toggle()
                }
                last = corner
            }
            return isInside
        }
    }
}
