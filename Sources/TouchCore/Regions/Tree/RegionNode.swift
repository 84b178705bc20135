/// The data of a region that a hit test reads: 48 bytes. In a tree without edits, contiguous in pre-order, front to back.
struct RegionNode {
    /// The box in which the region takes touches, in screen points; for a turned region, the box around it. Empty (inverted) for a region
    /// that refuses touches, so that the common case is four comparisons.
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double
    /// The slot of the next region in pre-order: the frontmost child, otherwise the same as `skip`; -1 for none.
    var first: Int32
    /// The slot where the walk continues if the subtree is not asked; -1 for the end.
    var skip: Int32
    var flags: HitFlags

    /// Properties that the plain walk cannot decide from the box alone.
    struct HitFlags: OptionSet {
        var rawValue: UInt32
        /// The region is turned, mirrored, sheared, or of another shape than its box.
        static let shaped = HitFlags(rawValue: 1)
        static let passThrough = HitFlags(rawValue: 2)
        static let absorb = HitFlags(rawValue: 4)
        static let redirect = HitFlags(rawValue: 8)
        static let redirectAlways = HitFlags(rawValue: 16)
        static let overflow = HitFlags(rawValue: 32)

        /// True if no flag is set. The number of a grid does not count.
        @inline(__always)
        var isPlain: Bool { rawValue & 0xff == 0 }

        /// The number of the children's grid (HitIndex), in the upper 24 bits; 0 for none.
        @inline(__always)
        var grid: Int {
            get { Int(rawValue >> 8) }
            set { rawValue = rawValue & 0xff | UInt32(newValue) << 8 }
        }
        static let mostGrids = 1 << 24 - 1
    }

    /// The node of a free slot.
    static let vacant = RegionNode(.vacant, toLocal: .identity)

    @inline(__always)
    func boxContains(_ p: Point) -> Bool { p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY }

    /// - Parameter toLocal: the transform from screen points to the region's own space.
    init(_ spec: borrowing RegionSpec, toLocal: AffineTransform, first: Int32 = -1, skip: Int32 = -1) {
        flags = []
        switch spec.hitTest {
        case nil, .ignore: break
        case .passThrough, .translucent: flags = .passThrough  // the regions behind a translucent one are found elsewhere
        case .absorb: flags = .absorb
        case .redirect(_, let always): flags = always ? .redirectAlways : .redirect
        case .overflow: flags = spec.clipsToBounds ? [] : .overflow  // clipped parts cannot be hit
        }
        if !toLocal.keepsAxes || spec.shape != nil { flags.insert(.shaped) }
        let toScreen = toLocal.inverse
        let bounds = spec.hitBounds
        let corners = (
            toScreen.apply(Point(bounds.minX, bounds.minY)), toScreen.apply(Point(bounds.maxX, bounds.minY)),
            toScreen.apply(Point(bounds.minX, bounds.maxY)), toScreen.apply(Point(bounds.maxX, bounds.maxY))
        )
        minX = min(corners.0.x, corners.1.x, corners.2.x, corners.3.x)
        minY = min(corners.0.y, corners.1.y, corners.2.y, corners.3.y)
        maxX = max(corners.0.x, corners.1.x, corners.2.x, corners.3.x)
        maxY = max(corners.0.y, corners.1.y, corners.2.y, corners.3.y)
        (self.first, self.skip) = (first, skip)
        if flags.contains(.shaped) {
            // The box only selects the points for which the exact shape is tested. It has some room for rounding, and its far edges count as inside.
            minX -= 1
            minY -= 1
            maxX += 1
            maxY += 1
        }
        let refuses = spec.refusal != nil
        // Insets larger than the region leave no area, but the corners are swapped then, and min and max would still make a box of them.
        if refuses || bounds.size.width <= 0 || bounds.size.height <= 0 {
            minX = .infinity
            maxX = -.infinity
        }
        // A refusing region refuses for its whole subtree, whatever else it would do.
        if refuses { flags = [] }
    }
}
