/// The counterpart of UIView as a configuration or scenario states it: names, geometry, answers to the hit test.
///
/// A tree of values, easy to build and compare. `RegionTree` is the flat form through which touches are routed.
public struct RegionSpec: Hashable, Sendable {
    /// The id, unique in the whole tree; becomes one component of the region's path.
    public var id: String
    public var kind: RegionKind
    public var hidden = false
    public var isUserInteractionEnabled: Bool
    public var clipsToBounds: Bool
    public var isMultipleTouchEnabled = false
    public var isExclusiveTouch = false
    /// UIControl.enabled. A disabled control is still hit, and shields the regions behind it.
    public var isEnabled = true
    /// The effect on touches that the region is offered as a responder.
    public var responds = Responds.consume
    /// Whether only the owner may see touches on the region and on everything in it.
    public var isSensitive = false
    /// Whether the region is informed of touches that begin outside it, on a region behind it.
    public var watchesOutside = false
    /// The opacity. At or below 0.01, neither the region nor anything below it is hit (routing 2).
    public var alpha = 1.0
    private var bounds: Rect
    private var center: Point
    /// The recognizers, in the order of adding.
    public var gestures: [GestureSpec] = []
    /// The properties of scroll views only.
    @Boxed public var scroll: ScrollSpec? = nil
    /// The properties of sliders and switches only.
    @Boxed public var knob: KnobSpec? = nil
    /// The properties that most regions leave at their defaults; nil if all of them are defaults.
    var rare = Boxed<RareProperties>(wrappedValue: nil)
    /// The children, back to front.
    public var children: [RegionSpec] = []

    /// Creates a region with its kind's defaults.
    public init(id: String, kind: RegionKind = .view, geometry: RegionGeometry, children: [RegionSpec] = []) {
        self.id = id
        self.kind = kind
        (bounds, center) = (geometry.bounds, geometry.center)
        isUserInteractionEnabled = kind.isUserInteractionEnabledByDefault
        clipsToBounds = kind == .scrollView
        scroll = kind == .scrollView ? ScrollSpec() : nil
        knob = kind == .slider || kind == .switch ? KnobSpec() : nil
        self.children = children
        if geometry.transform != .identity { set { $0.transform = geometry.transform } }
    }

    public var geometry: RegionGeometry {
        get { RegionGeometry(bounds: bounds, center: center, transform: rare.box?.value.transform ?? .identity) }
        set {
            if newValue.transform != geometry.transform { set { $0.transform = newValue.transform } }
            (bounds, center) = (newValue.bounds, newValue.center)
        }
    }

    /// The reason why the region and everything below it are not asked in a hit test; nil if they are asked. Only the region's own values
    /// count: the alpha of ancestors is not multiplied in. Sources disagree about exactly 0.01; most of them refuse (routing 2).
    @inline(__always)
    public var refusal: Refusal? {
        if hidden { return .hidden }
        if !isUserInteractionEnabled { return .userInteractionDisabled }
        if alpha <= 0.01 { return .transparent }
        if hitTest == .ignore { return .ignored }
        return nil
    }

    /// Whether the region is visible. A visible region need not take touches.
    @inline(__always)
    var isShown: Bool { !hidden && alpha > 0.01 }

    public enum Refusal: Sendable { case hidden, userInteractionDisabled, transparent, ignored }

    /// The rectangle in which the region takes touches, in its own space: pointInside's rectangle.
    var hitBounds: Rect { geometry.bounds.inset(by: hitInsets) }

    /// Implements pointInside, in the region's own space: half open, enlarged or shrunk by the hit insets, cut to the shape.
    public func contains(_ local: Point) -> Bool {
        hitBounds.contains(local) && (shape?.contains(local, in: hitBounds) ?? true)
    }
}

extension RegionSpec {
    /// The spec in a free slot.
    static let vacant = RegionSpec(id: "", geometry: RegionGeometry(frame: Rect(0, 0, 0, 0)))

    /// Whether fingers move the region or its content.
    var followsFingers: Bool { kind == .scrollView || behaviour == .dragSelf || knob != nil }

    /// True if the region and everything in it can be hit only inside the region's hit bounds.
    package var confinesHits: Bool {
        switch hitTest {
        case .overflow: clipsToBounds
        case .redirect(_, let always): !always
        default: true
        }
    }

    /// The spec reduced to the properties that decide which touches the region and its content take, and where the region sends them. All other
    /// properties have fixed values.
    package var place: RegionSpec {
        var spec = self
        spec.children = []
        spec.gestures = []
        spec.responds = .consume
        spec.controller = nil
        spec.trackingSlop = nil
        spec.keyCode = nil
        spec.touches = nil
        spec.isEnabled = true
        spec.isSensitive = false
        spec.watchesOutside = false
        spec.alpha = isShown ? 1 : 0
        spec.accessibility = nil
        return spec
    }

    /// Whether a point in the hit bounds may hit a region behind this one.
    package var passesTouchesThrough: Bool { hitTest == .passThrough || hitTest == .translucent }

    /// Whether a finger that comes down at the point takes the knob. The hit insets also apply to the knob.
    func isOnKnob(_ local: Point) -> Bool {
        knob.map { $0.rect(in: geometry.bounds).inset(by: hitInsets).contains(local) } ?? false
    }

    /// The rectangle in which a finger has to come down to use the region, in its own space: the hit bounds; for a slider, those of its knob.
    package var targetBounds: Rect {
        if kind == .slider, let knob { return knob.rect(in: geometry.bounds).inset(by: hitInsets) }
        return hitBounds
    }

    /// The number of levels of the region with everything in it.
    var height: Int {
        if children.isEmpty { return 1 }
        var deepest = 0
        var level = [self]
        while !level.isEmpty {
            deepest += 1
            level = level.flatMap(\.children)
        }
        return deepest
    }
}

/// The ids of other regions and gestures that a region's values name. A client that changes the region must also be allowed to name these.
extension RegionSpec {
    /// The ids of regions, including those that the interceptors name.
    package var namedRegions: [String] {
        var names = interceptors.flatMap { [$0.insideOf] + ($0.deliverTo.map { [$0] } ?? []) }
        if case .redirect(let to, _) = hitTest { names.append(to) }
        if let fallback { names.append(fallback) }
        if let scroll { names += scroll.touchesShouldCancelNo + scroll.touchesShouldCancelYes + scroll.touchesShouldBeginNo }
        if let accessibility { names += accessibility.elements }
        return names + gestures.flatMap(\.shouldReceiveNot)
    }

    /// The ids of gestures.
    package var namedGestures: [String] { gestures.flatMap { $0.requireToFail + $0.simultaneousWith } }
}

/// The effect of a responder on a touch: UIResponder's four methods as data. One word covers all phases, because a receiver gets all of a
/// touch or nothing (contract 2.1).
public enum Responds: String, Sendable {
    /// Implements the methods without calling super: the touch goes no further up the chain.
    case consume
    /// Implements the methods and calls super.
    case forward
    /// Does not implement the methods.
    case none
}

/// The effect that touches have on their region, without any client.
public enum Behaviour: String, Sendable {
    /// Each move of the finger, in the region's own coordinates, is added to the region's origin.
    case dragSelf
}

public enum RegionKind: String, CaseIterable, Sendable {
    case view, window, imageView, label, control, button, slider, `switch`, scrollView
    /// A stand-in for the applications below: its touches go to the virtual panel (contract 8).
    case surface
    /// Responders that are not regions: never hit.
    case controller, interceptor

    /// True for UIControl and its subclasses.
    public var isControl: Bool { self == .control || self == .button || self == .slider || self == .switch }

    /// False for image views and labels: UIImageView and UILabel take no touches by default.
    var isUserInteractionEnabledByDefault: Bool { self != .imageView && self != .label }
}

// MARK: Properties that untrusted users may edit; all others are for trusted users

extension RegionSpec {
    /// Returns the spec with the layout of another one: the properties that affect only touches of the region itself and of regions in it.
    private func withLayout(of other: RegionSpec) -> RegionSpec {
        var spec = withContent(of: other)
        spec.geometry = other.geometry
        spec.hidden = other.hidden
        spec.alpha = other.alpha
        spec.isUserInteractionEnabled = other.isUserInteractionEnabled
        spec.clipsToBounds = other.clipsToBounds
        spec.hitInsets = other.hitInsets
        spec.shape = other.shape
        spec.hitTest = other.hitTest
        spec.responds = other.responds
        spec.controller = other.controller
        spec.behaviour = other.behaviour
        spec.isSensitive = other.isSensitive
        spec.undecidedFor = other.undecidedFor
        spec.fallback = other.fallback
        spec.accessibility = other.accessibility
        return spec
    }

    /// Returns the spec with the content of another one: the properties that affect neither where the region takes touches nor who owns them. A user
    /// interface has to set these even on the outermost region that it may edit, such as a scroll view, a slider or a button.
    private func withContent(of other: RegionSpec) -> RegionSpec {
        var spec = self
        spec.isMultipleTouchEnabled = other.isMultipleTouchEnabled
        spec.isEnabled = other.isEnabled
        spec.gestures = other.gestures
        spec.scroll = other.scroll
        spec.trackingSlop = other.trackingSlop
        spec.knob = other.knob
        spec.keyCode = other.keyCode
        // `modal` also affects regions outside, so it counts as layout.
        if accessibility?.isModal == true || other.accessibility?.isModal == true {
            var new = other.accessibility ?? AccessibilitySpec()
            new.isModal = accessibility?.isModal ?? false
            spec.accessibility = new
        } else {
            spec.accessibility = other.accessibility
        }
        // A polygon is in the region's own coordinates.
        if kind == .scrollView && shape == nil { spec.geometry.bounds.origin = other.geometry.bounds.origin }
        return spec
    }

    /// Whether the specs differ only in their content.
    package func differsOnlyInContent(from other: RegionSpec) -> Bool { kind == other.kind && withContent(of: other) == other }

    /// The property that only trusted users may set and keep; nil if there is none.
    package var propertyForTrusted: String? {
        if kind != .surface, RegionSpec(id: id, kind: kind, geometry: geometry).withLayout(of: self) == self { return nil }
        if isExclusiveTouch { return "exclusiveTouch" }
        if watchesOutside { return "watchesOutside" }
        if level != 0 { return "level" }
        if kind == .surface { return "kind: surface" }
        if !spared.isEmpty { return "spared" }
        return interceptors.isEmpty ? "one of the properties" : "intercept"
    }
}
