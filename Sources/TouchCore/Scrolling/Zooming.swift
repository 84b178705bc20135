/// Where offset and scale of scroll views stand in a tree.
extension RegionTree {
    /// How much larger a region's children are than in their own space; 1 but for scroll views.
    @inline(__always)
    func zoomScale(of region: RegionID) -> Double { specs[region.slot].scroll?.zoomScale ?? 1 }

    /// From screen points to a region's own space, by that of its parent.
    func mapFromScreen(to region: RegionID) -> AffineTransform {
        let own = specs[region.slot].geometry.fromParent
        guard let parent = self[region].parent else { return AffineTransform.identity.then(own) }
        return toLocal[parent.slot].zoomedOut(by: zoomScale(of: parent)).then(own)
    }

    /// The box around a region in its parent's space: UIView's `frame`, which grows when its scroll view zooms.
    public func frame(of region: RegionID) -> Rect {
        let frame = specs[region.slot].geometry.frame
        let scale = self[region].parent.map { zoomScale(of: $0) } ?? 1
        return Rect(frame.minX * scale, frame.minY * scale, frame.size.width * scale, frame.size.height * scale)
    }

    /// 1 or 0 for each axis: whether this scroll view scrolls by `way`. At its limit it yields to an enclosing scroll view that can
    /// still scroll.
    func axes(of scrollView: RegionID, for way: Point) -> Point {
        func axes(_ region: RegionID) -> Point {
            ScrollExtent(specs[region.slot])
                .axes(at: zoomScale(of: region), from: specs[region.slot].geometry.bounds.origin, for: way)
        }
        let own = axes(scrollView)
        var outer = Point(0, 0)
        var next = self[scrollView].parent
        let compartment = compartment(of: scrollView)
        // Those around a sensitive region do not get what it is about.
        while let region = next, self.compartment(of: region) == compartment {
            if specs[region.slot].scroll?.isEnabled == true {
                let more = axes(region)
                outer = Point(max(outer.x, more.x), max(outer.y, more.y))
            }
            next = self[region].parent
        }
        return Point(max(own.x, 1 - outer.x), max(own.y, 1 - outer.y))
    }

    /// Shows another point at a scroll view's top left, and its content at another scale. O(regions in it).
    mutating func scroll(_ region: RegionID, to offset: Point, zoomScale: Double) {
        specs[region.slot].geometry.bounds.origin = offset
        specs[region.slot].scroll?.zoomScale = zoomScale
        place(region)
    }
}

extension AffineTransform {
    /// This map first; then everything is nearer to the origin by a factor.
    func zoomedOut(by scale: Double) -> AffineTransform { scale == 1 ? self : then(.scale(1 / scale, 1 / scale)) }
}

extension RegionSpec {
    /// After a change of what a scroll view can show, it shows what it can: as UIScrollView confines its offset when its
    /// content or its size change. A scale that is set keeps in place what is in the middle of the view. An offset that is
    /// set is left alone.
    mutating func confineContent(after old: RegionSpec) {
        guard let new = scroll, let before = old.scroll else { return }
        let (extent, oldExtent) = (ScrollExtent(self), ScrollExtent(old))
        if extent == oldExtent && new.zoomScale == before.zoomScale { return }
        let scale = extent.nearest(to: new.zoomScale)
        let middle = Point(extent.size.width / 2, extent.size.height / 2)
        let factor = scale / before.zoomScale
        let offset = geometry.bounds.origin
        let zoomed = factor == 1 ? offset : Point((offset.x + middle.x) * factor - middle.x, (offset.y + middle.y) * factor - middle.y)
        scroll?.zoomScale = scale
        geometry.bounds.origin = extent.nearest(to: zoomed, at: scale)
    }
}
