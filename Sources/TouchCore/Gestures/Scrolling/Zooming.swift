extension AffineTransform {
    /// Returns this transform followed by a scaling by 1 / `scale` about the origin.
    func zoomedOut(by scale: Double) -> AffineTransform { scale == 1 ? self : then(.scale(1 / scale, 1 / scale)) }
}

extension RegionSpec {
    /// Confines the offset and zoom scale to their limits after a change of the limits or of the scale, as UIScrollView does when its content or size
    /// changes. If the scale changes, the middle of the view stays in place. If only the offset has changed, it is not confined.
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
