/// Where a recognizer's region is, as of now.
struct GestureSpace {
    /// From screen points to the region's own space.
    let toLocal: AffineTransform
    let screen: Size

    /// A distance rather than a place.
    func distance(_ p: Point) -> Point { toLocal.applyToDistance(p) }
}
