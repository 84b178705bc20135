/// What a hit test reads of a region: 40 bytes, contiguous in pre-order, front to back.
struct RegionNode {
    /// Where the region takes touches, in screen points; for a turned region the box around it. Empty (inverted) for a
    /// region that refuses touches, so that the common case is four comparisons.
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double
    /// One past the last descendant: where to go on when the subtree is not asked.
    var end: RegionIndex
    var special: Special

    /// What the plain walk cannot decide from the box alone.
    struct Special: OptionSet {
        let rawValue: UInt32
        /// Turned, mirrored or sheared: the box is not the shape.
        static let turned = Special(rawValue: 1)
        static let passThrough = Special(rawValue: 2)
        static let absorb = Special(rawValue: 4)
        static let redirect = Special(rawValue: 8)
        static let redirectAlways = Special(rawValue: 16)
        static let overflow = Special(rawValue: 32)
    }

    @inline(__always)
    func boxContains(_ p: Point) -> Bool { p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY }
}

/// What routing and messages need to know of a region, apart from the hit test.
public struct RegionRecord: Sendable {
    public let id: String
    /// The ids from the window down, joined by `/`.
    public let path: String
    public let kind: RegionKind
    /// Index of the region's screen in the tree's `screens`.
    public let screen: Int
    public let parent: RegionIndex?
    /// From screen points to the region's own space.
    public let toLocal: AffineTransform
    /// Where the region takes touches, in its own space.
    public let hitBounds: Rect
    public let spec: RegionProperties
}

/// A region's properties without its children.
public struct RegionProperties: Hashable, Sendable {
    public let geometry: RegionGeometry
    public let hidden: Bool
    public let alpha: Double
    public let isUserInteractionEnabled: Bool
    public let clipsToBounds: Bool
    public let isMultipleTouchEnabled: Bool
    public let isExclusiveTouch: Bool
    public let isEnabled: Bool
    public let hitTest: HitTestOverride?

    init(_ spec: RegionSpec) {
        geometry = spec.geometry
        hidden = spec.hidden
        alpha = spec.alpha
        isUserInteractionEnabled = spec.isUserInteractionEnabled
        clipsToBounds = spec.clipsToBounds
        isMultipleTouchEnabled = spec.isMultipleTouchEnabled
        isExclusiveTouch = spec.isExclusiveTouch
        isEnabled = spec.isEnabled
        hitTest = spec.hitTest
    }

    /// Why the region and all below it are not asked, or nil. Each is the region's own; ancestors' alpha is not
    /// multiplied in. At exactly 0.01 sources disagree; refused is what most do (uikit-semantics 3).
    public var refusal: Refusal? {
        if hidden { return .hidden }
        if !isUserInteractionEnabled { return .userInteractionDisabled }
        if alpha <= 0.01 { return .transparent }
        if hitTest == .ignore { return .ignored }
        return nil
    }

    public enum Refusal: Sendable { case hidden, userInteractionDisabled, transparent, ignored }
}
