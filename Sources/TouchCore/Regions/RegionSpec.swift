/// UIView's counterpart as a configuration or scenario states it: names, geometry, answers to the hit test.
///
/// A value tree, easy to build and compare; `RegionTree` is the flat form that touches are routed through.
public struct RegionSpec: Hashable, Sendable {
    /// Unique in the whole tree; becomes one component of the region's path.
    public var id: String
    public var kind: RegionKind
    public var geometry: RegionGeometry
    public var hidden = false
    /// At or below 0.01 the region and all below it are not hit (`reference/uikit-semantics` 3).
    public var alpha = 1.0
    public var isUserInteractionEnabled: Bool
    public var clipsToBounds: Bool
    public var isMultipleTouchEnabled = false
    public var isExclusiveTouch = false
    /// UIControl.enabled: a disabled control is hit all the same and shields what is behind it.
    public var isEnabled = true
    /// Windows only: higher levels are in front.
    public var level = 0.0
    public var hitInsets = Insets.zero
    public var hitTest: HitTestOverride?
    /// Back to front.
    public var children: [RegionSpec] = []

    /// A region with its kind's defaults.
    public init(id: String, kind: RegionKind = .view, geometry: RegionGeometry, children: [RegionSpec] = []) {
        self.id = id
        self.kind = kind
        self.geometry = geometry
        isUserInteractionEnabled = kind.isUserInteractionEnabledByDefault
        clipsToBounds = kind == .scrollView
        self.children = children
    }
}

public enum RegionKind: String, CaseIterable, Sendable {
    case view, window, imageView, label, control, button, scrollView

    /// UIImageView and UILabel do not take touches unless told to.
    public var isUserInteractionEnabledByDefault: Bool { self != .imageView && self != .label }
}

/// Where a region lies in its parent, and which part of its own space its bounds show.
public struct RegionGeometry: Hashable, Sendable {
    /// The region's own space: size, and as origin the point shown at its top left (a scroll offset).
    public var bounds: Rect
    /// Where the middle of `bounds` lies in the parent's space.
    public var center: Point
    /// Applied about the centre.
    public var transform: AffineTransform

    public init(bounds: Rect, center: Point, transform: AffineTransform = .identity) {
        self.bounds = bounds
        self.center = center
        self.transform = transform
    }

    /// An untransformed region: `frame` in the parent's space, its own space starting at `boundsOrigin`.
    public init(frame: Rect, boundsOrigin: Point = Point(0, 0)) {
        bounds = Rect(boundsOrigin.x, boundsOrigin.y, frame.size.width, frame.size.height)
        center = frame.center
        transform = .identity
    }
}

/// Declarative counterparts of overriding `hitTest(_:with:)`.
public enum HitTestOverride: Hashable, Sendable {
    /// Never itself; its children as usual.
    case passThrough
    /// Nobody in the subtree.
    case ignore
    /// Itself, whatever its children would say.
    case absorb
    /// Another region, when the point is inside this one, or `always` when this one is asked at all.
    case redirect(to: String, always: Bool)
    /// Children are asked even where they stick out of this region; if it clips, only inside.
    case overflow
}

/// A screen: a coordinate space in points and the windows on it, back to front inside a level.
public struct ScreenSpec: Hashable, Sendable {
    public var id: String
    public var size: Size
    public var windows: [RegionSpec]

    public init(id: String, size: Size, windows: [RegionSpec]) {
        self.id = id
        self.size = size
        self.windows = windows
    }
}
