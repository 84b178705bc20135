/// The offset and scale of a scroll view, which fingers change: freely within the limits, and beyond them only as far as the view bounces. Offsets
/// are in points from the region's top left corner.
struct ScrollPlace {
    /// The smallest ratio between the two components of a movement at which scrolling locks to the larger one. The number is from Chromium's
    /// SnapScrollController, since Apple publishes none.
    private static let lockRatio = 1.25

    var extent = ScrollExtent()
    /// The current offset.
    private(set) var offset = Point(0, 0)
    private(set) var scale = 1.0
    /// The axes along which the view can scroll; 1 or 0 for each.
    private(set) var axes = Point(1, 1)
    /// The axes along which the fingers scroll; 1 or 0 for each.
    private(set) var fingerAxes = Point(1, 1)
    /// The offset that the fingers have reached, ignoring the limits.
    private var pulled = Point(0, 0)
    private var pulledScale = 1.0

    /// Sets an offset and scale that did not come from fingers.
    mutating func put(_ offset: Point, _ scale: Double) { (self.offset, self.scale) = (offset, scale) }

    // MARK: Fingers

    /// Lets fingers scroll along these axes.
    mutating func free(_ axes: Point) { (self.axes, fingerAxes) = (axes, axes) }

    /// Locks scrolling to the main axis of a movement, if there is a clear one, until the fingers have lifted.
    mutating func lock(to way: Point) {
        if abs(way.x) >= Self.lockRatio * abs(way.y) { fingerAxes.y = 0 } else if abs(way.y) >= Self.lockRatio * abs(way.x) { fingerAxes.x = 0 }
    }

    /// Makes the current offset and scale the starting point of the fingers.
    mutating func grasp() {
        pulledScale = extent.pulled(scale)
        pulled = extent.pulled(offset, at: scale, axes)
    }

    /// Adds a movement of the fingers.
    mutating func pull(_ way: Point) { pulled = pulled - way.along(fingerAxes) }

    /// Zooms by the factor by which the distance between the fingers has grown. The point at their centroid stays in place. Both axes are free
    /// afterwards.
    mutating func stretch(by factor: Double, from before: Point, to now: Point) {
        let old = extent.shown(pulledScale)
        pulledScale = extent.within(pulledScale * factor)
        let change = extent.shown(pulledScale) / old
        free(Point(1, 1))
        pulled = Point((pulled.x + before.x) * change - now.x, (pulled.y + before.y) * change - now.y)
    }

    /// Updates the offset and scale from the fingers.
    mutating func follow() {
        scale = extent.shown(pulledScale)
        offset = extent.shown(pulled, at: scale, axes)
    }

    // MARK: Rest

    /// Brings the scale and the offset within their limits at once. If the view stops only at pages, moves the offset to a page.
    ///
    /// - Parameter middle: The fixed point of a change of the scale.
    mutating func rest(about middle: Point, _ pages: Size?, _ friction: Friction) {
        let near = extent.nearest(to: scale)
        // Otherwise rounding would move an offset along an axis that does not scroll.
        if near != scale {
            offset = Point((offset.x + middle.x) * near / scale - middle.x, (offset.y + middle.y) * near / scale - middle.y)
            scale = near
        }
        if let pages {
            func page(_ size: Double, _ offset: Double, _ range: ClosedRange<Double>) -> Double {
                size > 0 ? AxisMotion.page(size, from: offset, 0, friction, within: range) : offset
            }
            if axes.x > 0 { offset.x = page(pages.width, offset.x, extent.x(at: scale)) }
            if axes.y > 0 { offset.y = page(pages.height, offset.y, extent.y(at: scale)) }
        }
        offset = extent.nearest(to: offset, at: scale, axes)
    }
}

extension Point {
    /// Returns the part of a movement along the given axes, each a factor of 0 or 1.
    func along(_ axes: Point) -> Point { Point(x * axes.x, y * axes.y) }
}
