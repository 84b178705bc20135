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
