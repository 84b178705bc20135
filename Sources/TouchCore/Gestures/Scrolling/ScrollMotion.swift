/// The motion of a scroll view after its fingers have lifted: it decelerates, bounces back, or moves to a page. The motion is calculated exactly, in
/// steps of one display frame.
struct ScrollMotion {
    /// The duration of a step in µs, for 60 steps per second.
    static let step: Int64 = 16_667
    static let seconds = Double(step) / 1e6
    /// The distance from a limit, relative to that limit, within which a scale counts as having reached it.
    private static let nearScale = 0.001

    private(set) var x: AxisMotion
    private(set) var y: AxisMotion
    private(set) var scale: Double
    private var scaleVelocity = 0.0
    /// The fixed point while the scale returns to its limits, in points from the region's top left corner.
    private let anchor: Point
    let friction: Friction

    init(x: AxisMotion, y: AxisMotion, scale: Double, about anchor: Point, _ friction: Friction) {
        self.x = x
        self.y = y
        self.scale = scale
        self.anchor = anchor
        self.friction = friction
    }

    var offset: Point { Point(x.offset, y.offset) }

    func isOver(_ extent: ScrollExtent) -> Bool {
        x.isOver(extent.x(at: scale)) && y.isOver(extent.y(at: scale)) && extent.scales.contains(scale)
    }

    mutating func advance(_ extent: ScrollExtent) {
        let limit = extent.nearest(to: scale)
        if limit != scale {
            let before = scale
            var beyond = scale - limit
            Spring.release.advance(&beyond, &scaleVelocity, for: Self.seconds)
            scale = extent.bouncesZoom && abs(beyond) > limit * Self.nearScale ? limit + beyond : limit
            x.zoom(by: scale / before, about: anchor.x)
            y.zoom(by: scale / before, about: anchor.y)
        }
        x.advance(within: extent.x(at: scale), friction, bounces: extent.bounces)
        y.advance(within: extent.y(at: scale), friction, bounces: extent.bounces)
    }
}
