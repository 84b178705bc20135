/// The limits of a scroll view's offset and scale, derived from its region and `ScrollSpec`.
struct ScrollExtent: Equatable {
    /// The size of the region's bounds.
    private(set) var size = Size(0, 0)
    /// The size of the content at a scale of 1.
    private var content = Size(0, 0)
    private var inset = Insets.zero
    private(set) var scales = 1.0...1.0
    private(set) var bounces = false
    private(set) var bouncesZoom = false
    private var alwaysBounceHorizontal = false
    private var alwaysBounceVertical = false

    init() {}

    init(_ spec: RegionSpec) {
        guard let scroll = spec.scroll else { return }
        size = spec.geometry.bounds.size
        content = scroll.contentSize
        inset = scroll.contentInset
        scales = scroll.minimumZoomScale...max(scroll.minimumZoomScale, scroll.maximumZoomScale)
        bounces = scroll.bounces
        bouncesZoom = scroll.bouncesZoom
        alwaysBounceHorizontal = scroll.alwaysBounceHorizontal
        alwaysBounceVertical = scroll.alwaysBounceVertical
    }

    // MARK: Limits

    var zooms: Bool { scales.lowerBound < scales.upperBound }

    /// The horizontal offsets at which the content fills the view, if there is enough content.
    func x(at scale: Double) -> ClosedRange<Double> {
        let first = -inset.left
        return first...max(first, content.width * scale + inset.right - size.width)
    }

    /// The vertical offsets at which the content fills the view, if there is enough content.
    func y(at scale: Double) -> ClosedRange<Double> {
        let first = -inset.top
        return first...max(first, content.height * scale + inset.bottom - size.height)
    }

    /// Returns 1 for each axis along which fingers can scroll, otherwise 0.
    func axes(at scale: Double) -> Point {
        func isFree(_ range: ClosedRange<Double>, _ always: Bool) -> Double {
            range.lowerBound < range.upperBound || bounces && always ? 1 : 0
        }
        return Point(isFree(x(at: scale), alwaysBounceHorizontal), isFree(y(at: scale), alwaysBounceVertical))
    }

    /// Returns 1 for each axis along which a finger's movement `way` would show more content, otherwise 0.
    func axes(at scale: Double, from offset: Point, for way: Point) -> Point {
        func goes(_ range: ClosedRange<Double>, _ offset: Double, _ way: Double) -> Double {
            (way > 0 ? offset > range.lowerBound : offset < range.upperBound) ? 1 : 0
        }
        return Point(goes(x(at: scale), offset.x, way.x), goes(y(at: scale), offset.y, way.y))
    }

    func nearest(to scale: Double) -> Double { scale.clamped(to: scales) }

    /// Returns the nearest offset within the limits, along the given axes.
    func nearest(to offset: Point, at scale: Double, _ axes: Point = Point(1, 1)) -> Point {
        Point(
            axes.x > 0 ? offset.x.clamped(to: x(at: scale)) : offset.x,
            axes.y > 0 ? offset.y.clamped(to: y(at: scale)) : offset.y)
    }

    /// Limits a scale that fingers have reached to values that make a visible difference, so that it stays finite however far they go.
    func within(_ scale: Double) -> Double { scale.clamped(to: scales.lowerBound / 1e6...scales.upperBound * 1e6) }

    // MARK: Shown values

    /// Returns the scale shown for the scale that fingers have reached. The shown scale exceeds the limits only if `bouncesZoom` is true, and by less
    /// than a factor of two.
    func shown(_ scale: Double) -> Double {
        let near = nearest(to: scale)
        if near == scale || !bouncesZoom { return near }
        return scale > near
            ? near * (1 + RubberBand.shown(scale / near - 1, size: 1)) : near / (1 + RubberBand.shown(near / scale - 1, size: 1))
    }

    /// Returns the scale that fingers must reach for a shown scale.
    func pulled(_ scale: Double) -> Double {
        let near = nearest(to: scale)
        if near == scale || !bouncesZoom { return near }
        return scale > near
            ? near * (1 + RubberBand.pulled(scale / near - 1, size: 1)) : near / (1 + RubberBand.pulled(near / scale - 1, size: 1))
    }

    /// Returns the offset shown for the offset that fingers have reached. The shown offset exceeds the limits only if `bounces` is true.
    func shown(_ offset: Point, at scale: Double, _ axes: Point) -> Point {
        beyond(offset, at: scale, axes) { RubberBand.shown($0, size: $1) }
    }

    /// Returns the offset that fingers must reach for a shown offset.
    func pulled(_ offset: Point, at scale: Double, _ axes: Point) -> Point {
        beyond(offset, at: scale, axes) { RubberBand.pulled($0, size: $1) }
    }

    private func beyond(_ offset: Point, at scale: Double, _ axes: Point, _ band: (Double, Double) -> Double) -> Point {
        let near = nearest(to: offset, at: scale, axes)
        if near == offset || !bounces { return near }
        func along(_ near: Double, _ offset: Double, _ size: Double) -> Double {
            if offset == near { return near }
            return offset > near ? near + band(offset - near, size) : near - band(near - offset, size)
        }
        return Point(along(near.x, offset.x, size.width), along(near.y, offset.y, size.height))
    }
}

extension ScrollExtent {
    /// Returns 1 for each axis along which a scroll view scrolls for the movement `way`, otherwise 0. At its limit, the view yields to an enclosing
    /// scroll view that can still scroll.
    static func axes(of scrollView: RegionID, for way: Point, in tree: borrowing RegionTree) -> Point {
        func axes(_ region: RegionID) -> Point {
            let spec = tree.specs[region.slot]
            return ScrollExtent(spec).axes(at: tree.zoomScale(of: region), from: spec.geometry.bounds.origin, for: way)
        }
        let own = axes(scrollView)
        var outer = Point(0, 0)
        var next = tree[scrollView].parent
        let ownershipDomain = tree.ownershipDomain(of: scrollView)
        // Scroll views outside a sensitive region get no touches in it.
        while let region = next, tree.ownershipDomain(of: region) == ownershipDomain {
            if tree.specs[region.slot].scroll?.isEnabled == true {
                let more = axes(region)
                outer = Point(max(outer.x, more.x), max(outer.y, more.y))
            }
            next = tree[region].parent
        }
        return Point(max(own.x, 1 - outer.x), max(own.y, 1 - outer.y))
    }
}

extension RegionSpec {
    /// Whether fingers can move or zoom the content of an enabled scroll view.
    package var canScroll: Bool {
        guard let scroll else { return false }
        let extent = ScrollExtent(self)
        return extent.zooms || extent.axes(at: scroll.zoomScale) != Point(0, 0)
    }

    /// The part of a scroll view's content, at a scale of 1, that is visible at the current offset or at any offset within the limits; nil for other
    /// regions. If the view zooms, the result includes all of the content.
    package var shownContent: Rect? {
        guard let scroll else { return nil }
        let extent = ScrollExtent(self)
        func range(_ limits: ClosedRange<Double>, _ size: Double, _ content: Double, _ offset: Double) -> ClosedRange<Double> {
            min(limits.lowerBound, offset)...max(limits.upperBound, offset) + (extent.zooms ? max(size, content) : size)
        }
        let (size, content, offset) = (extent.size, scroll.contentSize, geometry.bounds.origin)
        let x = range(extent.x(at: 1), size.width, content.width, offset.x)
        let y = range(extent.y(at: 1), size.height, content.height, offset.y)
        return Rect(x.lowerBound, y.lowerBound, x.upperBound - x.lowerBound, y.upperBound - y.lowerBound)
    }
}

extension Double {
    func clamped(to range: ClosedRange<Double>) -> Double { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }
}

/// The distance by which content follows a finger beyond a limit: (1 − 1 / (x · c / d + 1)) · d, with c = 0.55 and d the scroll view's size
/// (published by @chpwn; measured to be exact by Vercantez/openuikit).
enum RubberBand {
    static let coefficient = 0.55

    /// - Parameter size: the limit that the shown distance approaches but never reaches.
    static func shown(_ x: Double, size: Double) -> Double {
        size > 0 ? coefficient * x * size / (coefficient * x + size) : 0
    }

    /// Returns how far beyond the limit a finger must pull to move the content by `shown`: the inverse of `shown(_:size:)`.
    static func pulled(_ shown: Double, size: Double) -> Double {
        // A client may have set a distance beyond the reach of any finger; then the greatest reachable one is used.
        let shown = min(shown, 0.99 * size)
        return size > 0 ? shown * size / (coefficient * (size - shown)) : 0
    }
}
