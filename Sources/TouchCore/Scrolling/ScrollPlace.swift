/// Where a scroll view shows its content, and where fingers lead it: as far as they go within the limits, beyond them only as far
/// as it bounces. Offsets are in points from the region's top left.
struct ScrollPlace {
    /// How much longer one component of the way is than the other for a directional lock: Chromium's SnapScrollController, since
    /// Apple gives no number.
    private static let lockRatio = 1.25

    var extent = ScrollExtent()
    /// Where it is.
    private(set) var offset = Point(0, 0)
    private(set) var scale = 1.0
    /// The axes along which it scrolls at all, and those along which the fingers lead it; 1 or 0 for each.
    private(set) var axes = Point(1, 1)
    private(set) var led = Point(1, 1)
    /// Where the fingers lead, were there no limits.
    private var pulled = Point(0, 0)
    private var pulledScale = 1.0

    /// It is somewhere else, without fingers.
    mutating func put(_ offset: Point, _ scale: Double) { (self.offset, self.scale) = (offset, scale) }

    // MARK: Fingers

    /// Fingers lead it along these axes from now on.
    mutating func free(_ axes: Point) { (self.axes, led) = (axes, axes) }

    /// A way that goes clearly along one axis keeps it from the other until the fingers are gone.
    mutating func lock(to way: Point) {
        if abs(way.x) >= Self.lockRatio * abs(way.y) { led.y = 0 } else if abs(way.y) >= Self.lockRatio * abs(way.x) { led.x = 0 }
    }

    /// The fingers lead to where it is.
    mutating func grasp() {
        pulledScale = extent.pulled(scale)
        pulled = extent.pulled(offset, at: scale, axes)
    }

    /// The fingers have gone some way.
    mutating func pull(_ way: Point) { pulled = pulled - way.along(led) }

    /// The distance of the fingers has grown by a factor. The point under their middle stays in its place. Both axes are free from then on.
    mutating func stretch(by factor: Double, from before: Point, to now: Point) {
        let old = extent.shown(pulledScale)
        pulledScale = extent.within(pulledScale * factor)
        let change = extent.shown(pulledScale) / old
        free(Point(1, 1))
        pulled = Point((pulled.x + before.x) * change - now.x, (pulled.y + before.y) * change - now.y)
    }

    /// Goes where the fingers lead.
    mutating func follow() {
        scale = extent.shown(pulledScale)
        offset = extent.shown(pulled, at: scale, axes)
    }

    // MARK: Rest

    /// Is within the limits at once, and at a page if it stops at pages only.
    ///
    /// - Parameter middle: the fixed point of a change of the scale.
    mutating func rest(about middle: Point, _ pages: Size?, _ friction: Friction) {
        let near = extent.nearest(to: scale)
        offset = Point((offset.x + middle.x) * near / scale - middle.x, (offset.y + middle.y) * near / scale - middle.y)
        scale = near
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
    /// A way along axes that are given as factors.
    func along(_ axes: Point) -> Point { Point(x * axes.x, y * axes.y) }
}
