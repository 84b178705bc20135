/// A region's place in its parent, and the part of its coordinate space that its bounds show.
public struct RegionGeometry: Hashable, Sendable {
    /// The region's own space: its size, and as origin the point shown at its top left (a scroll offset).
    public var bounds: Rect
    /// The centre of `bounds` in the parent's space.
    public var center: Point
    /// The transform about the centre.
    public var transform: AffineTransform

    public init(bounds: Rect, center: Point, transform: AffineTransform = .identity) {
        self.bounds = bounds
        self.center = center
        self.transform = transform
    }

    /// Creates an untransformed region: `frame` in the parent's space, its own space starting at `boundsOrigin`.
    public init(frame: Rect, boundsOrigin: Point = Point(0, 0)) {
        bounds = Rect(boundsOrigin.x, boundsOrigin.y, frame.size.width, frame.size.height)
        center = frame.center
        transform = .identity
    }

    /// The box around the region in the parent's space: UIView's `frame`.
    public var frame: Rect {
        let size = bounds.size
        let width = abs(transform.a) * size.width + abs(transform.c) * size.height
        let height = abs(transform.b) * size.width + abs(transform.d) * size.height
        return Rect(
            center.x + transform.tx - width / 2, center.y + transform.ty - height / 2, width, height)
    }
}

extension RegionGeometry {
    /// The transform from the parent's space to the region's own.
    var fromParent: AffineTransform {
        let middle = bounds.center
        if transform == .identity {
            // Subtracting corners rather than centres keeps whole numbers whole.
            return .translation(
                bounds.minX - (center.x - bounds.size.width / 2), bounds.minY - (center.y - bounds.size.height / 2))
        }
        return AffineTransform.translation(-center.x, -center.y)
            .then(transform.inverse)
            .then(.translation(middle.x, middle.y))
    }
}
