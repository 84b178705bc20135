/// What a hit test reads of a region: 48 bytes; in a tree that nobody has edited contiguous in pre-order, front to back.
struct RegionNode {
    /// Where the region takes touches, in screen points; for a turned region the box around it. Empty (inverted) for a
    /// region that refuses touches, so that the common case is four comparisons.
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double
    /// The slot of the next region in pre-order: the frontmost child, else as `skip`. -1: none.
    var first: Int32
    /// The slot where the walk goes on when the subtree is not asked. -1: nowhere.
    var skip: Int32
    var flags: HitFlags

    /// What the plain walk cannot decide from the box alone.
    struct HitFlags: OptionSet {
        var rawValue: UInt32
        /// Turned, mirrored, sheared, or of another shape than its box.
        static let shaped = HitFlags(rawValue: 1)
        static let passThrough = HitFlags(rawValue: 2)
        static let absorb = HitFlags(rawValue: 4)
        static let redirect = HitFlags(rawValue: 8)
        static let redirectAlways = HitFlags(rawValue: 16)
        static let overflow = HitFlags(rawValue: 32)

        /// Without the number of a grid.
        @inline(__always)
        var isPlain: Bool { rawValue & 0xff == 0 }

        /// The number of the grid in which the children are found (HitIndex), 0: none. In the upper 24 bits.
        @inline(__always)
        var grid: Int {
            get { Int(rawValue >> 8) }
            set { rawValue = rawValue & 0xff | UInt32(newValue) << 8 }
        }
        static let mostGrids = 1 << 24 - 1
    }

    /// Of a free slot.
    static let vacant = RegionNode(.vacant, toLocal: .identity)

    @inline(__always)
    func boxContains(_ p: Point) -> Bool { p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY }

    /// - Parameter toLocal: from screen points to the region's own space.
    init(_ spec: borrowing RegionSpec, toLocal: AffineTransform, first: Int32 = -1, skip: Int32 = -1) {
        flags = []
        switch spec.hitTest {
        case nil, .ignore: break
        case .passThrough, .translucent: flags = .passThrough  // whom a translucent region lets through is found apart
        case .absorb: flags = .absorb
        case .redirect(_, let always): flags = always ? .redirectAlways : .redirect
        case .overflow: flags = spec.clipsToBounds ? [] : .overflow  // what is clipped cannot be hit
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
            // The box only says where asking is worth while: a little room for rounding, and its far edges count.
            minX -= 1
            minY -= 1
            maxX += 1
            maxY += 1
        }
        let refuses = spec.refusal != nil
        // Insets larger than the region leave nothing; min and max of the corners would have turned it inside out.
        if refuses || bounds.size.width <= 0 || bounds.size.height <= 0 {
            minX = .infinity
            maxX = -.infinity
        }
        // A refusing region refuses for its whole subtree, whatever it would otherwise do.
        if refuses { flags = [] }
    }
}
