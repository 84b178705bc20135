import TouchdClient

/// The area over which places range from 0 to 1.
enum Surface {
    /// A screen, with its size in points.
    case screen(width: Double, height: Double)
    case region(Region)

    /// The place of a touch, each axis from 0 to 1; nil if the surface has no size. A finger outside is placed at the nearest edge.
    func place(of touch: TouchEvent) -> Point? {
        let (point, origin, width, height): (Point, Point, Double, Double)
        switch self {
        case .screen(let screenWidth, let screenHeight): (point, origin, width, height) = (touch.location, Point(0, 0), screenWidth, screenHeight)
        case .region(let region):
            // A scroll view's own space moves, so its touches are converted with the region's line, whose bounds and map are from one moment.
            let local = touch.region == region.id && region.kind != "scrollView" ? touch.local : region.toScreen.inverse(touch.location)
            guard let local else { return nil }
            let bounds = region.bounds
            (point, origin, width, height) = (local, Point(bounds.x, bounds.y), bounds.width, bounds.height)
        }
        guard width > 0, height > 0 else { return nil }
        return Point(Self.clamp((point.x - origin.x) / width), Self.clamp((point.y - origin.y) / height))
    }

    private static func clamp(_ value: Double) -> Double { min(max(value, 0), 1) }
}

extension Transform {
    /// Returns the point that the transform maps to `point`; nil if the transform is singular.
    func inverse(_ point: Point) -> Point? {
        let determinant = a * d - b * c
        guard determinant != 0 else { return nil }
        let (x, y) = (point.x - tx, point.y - ty)
        return Point((d * x - c * y) / determinant, (a * y - b * x) / determinant)
    }
}
