/// The current position of a recognizer's region.
struct GestureSpace {
    /// The transform from screen points to the region's local space.
    let toLocal: AffineTransform
    let screen: Size

    /// Converts a distance, not a location, to the region's local space.
    func distance(_ p: Point) -> Point { toLocal.applyToDistance(p) }
}
