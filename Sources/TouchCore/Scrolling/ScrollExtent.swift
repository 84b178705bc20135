/// How far a scroll view scrolls and zooms, by its region and its `ScrollSpec` at one time.
struct ScrollExtent: Equatable {
    /// Of the region's bounds.
    private(set) var size = Size(0, 0)
    /// Of the content at a scale of 1.
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

    /// The offsets along an axis at which the content fills the view, if there is enough content.
    func x(at scale: Double) -> ClosedRange<Double> {
        let first = -inset.left
        return first...max(first, content.width * scale + inset.right - size.width)
    }

    func y(at scale: Double) -> ClosedRange<Double> {
        let first = -inset.top
        return first...max(first, content.height * scale + inset.bottom - size.height)
    }

    /// 1 or 0 for each axis: whether fingers scroll along it.
    func axes(at scale: Double) -> Point {
        func isFree(_ range: ClosedRange<Double>, _ always: Bool) -> Double {
            range.lowerBound < range.upperBound || bounces && always ? 1 : 0
        }
        return Point(isFree(x(at: scale), alwaysBounceHorizontal), isFree(y(at: scale), alwaysBounceVertical))
    }

    /// 1 or 0 for each axis: whether there is more content along a finger's way.
    func axes(at scale: Double, from offset: Point, for way: Point) -> Point {
        func goes(_ range: ClosedRange<Double>, _ offset: Double, _ way: Double) -> Double {
            (way > 0 ? offset > range.lowerBound : offset < range.upperBound) ? 1 : 0
        }
        return Point(goes(x(at: scale), offset.x, way.x), goes(y(at: scale), offset.y, way.y))
    }

    func nearest(to scale: Double) -> Double { scale.clamped(to: scales) }

    /// The nearest offset within the limits, along those axes.
    func nearest(to offset: Point, at scale: Double, _ axes: Point = Point(1, 1)) -> Point {
        Point(
            axes.x > 0 ? offset.x.clamped(to: x(at: scale)) : offset.x,
            axes.y > 0 ? offset.y.clamped(to: y(at: scale)) : offset.y)
    }

    /// A scale that fingers lead to, so far beyond the limits that more shows nothing else: fingers that go on and on stay in numbers.
    func within(_ scale: Double) -> Double { scale.clamped(to: scales.lowerBound / 1e6...scales.upperBound * 1e6) }

    // MARK: What is shown

    /// The scale by the fingers. It is beyond the limits only as far as it bounces: never to twice or to half of them.
    func shown(_ scale: Double) -> Double {
        let near = nearest(to: scale)
        if near == scale || !bouncesZoom { return near }
        return scale > near
            ? near * (1 + RubberBand.shown(scale / near - 1, size: 1)) : near / (1 + RubberBand.shown(near / scale - 1, size: 1))
    }

    /// The other way round.
    func pulled(_ scale: Double) -> Double {
        let near = nearest(to: scale)
        if near == scale || !bouncesZoom { return near }
        return scale > near
            ? near * (1 + RubberBand.pulled(scale / near - 1, size: 1)) : near / (1 + RubberBand.pulled(near / scale - 1, size: 1))
    }

    /// The offset by the fingers. It is beyond the limits only as far as it bounces.
    func shown(_ offset: Point, at scale: Double, _ axes: Point) -> Point {
        beyond(offset, at: scale, axes) { RubberBand.shown($0, size: $1) }
    }

    /// The other way round.
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
    /// 1 or 0 for each axis: whether a scroll view of a tree scrolls by `way`. At its limit it yields to an enclosing scroll view that can
    /// still scroll.
    static func axes(of scrollView: RegionID, for way: Point, in tree: borrowing RegionTree) -> Point {
        func axes(_ region: RegionID) -> Point {
            let spec = tree.specs[region.slot]
            return ScrollExtent(spec).axes(at: tree.zoomScale(of: region), from: spec.geometry.bounds.origin, for: way)
        }
        let own = axes(scrollView)
        var outer = Point(0, 0)
        var next = tree[scrollView].parent
        let ownershipDomain = tree.ownershipDomain(of: scrollView)
        // Those around a sensitive region do not get what it is about.
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
    /// Whether fingers can move or zoom the content of a scroll view that is enabled.
    package var canScroll: Bool {
        guard let scroll else { return false }
        let extent = ScrollExtent(self)
        return extent.zooms || extent.axes(at: scroll.zoomScale) != Point(0, 0)
    }

    /// The part of a scroll view's content, at a scale of 1, that comes into view at its limits, between them, and as it is; nil of others.
    /// Where it zooms, that is all of the content.
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
