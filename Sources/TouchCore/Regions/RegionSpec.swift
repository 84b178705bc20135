/// UIView's counterpart as a configuration or scenario states it: names, geometry, answers to the hit test.
///
/// A value tree, easy to build and compare; `RegionTree` is the flat form that touches are routed through.
public struct RegionSpec: Hashable, Sendable {
    /// Unique in the whole tree; becomes one component of the region's path.
    public var id: String
    public var kind: RegionKind
    public var hidden = false
    public var isUserInteractionEnabled: Bool
    public var clipsToBounds: Bool
    public var isMultipleTouchEnabled = false
    public var isExclusiveTouch = false
    /// UIControl.enabled: a disabled control is hit all the same and shields what is behind it.
    public var isEnabled = true
    /// What happens to the touches that the region is offered as a responder.
    public var responds = Responds.consume
    /// What touches it and all in it do there is for its owner alone.
    public var isSensitive = false
    /// Is told of touches that begin outside it, on a region behind it.
    public var watchesOutside = false
    /// At or below 0.01 the region and all below it are not hit (routing 2).
    public var alpha = 1.0
    private var bounds: Rect
    private var center: Point
    /// Its recognizers, in the order of adding.
    public var gestures: [GestureSpec] = []
    /// Scroll views only.
    @Boxed public var scroll: ScrollSpec? = nil
    /// Sliders and switches only.
    @Boxed public var knob: KnobSpec? = nil
    /// Nil where all of them have their defaults.
    var rare = Boxed<RareProperties>(wrappedValue: nil)
    /// Back to front.
    public var children: [RegionSpec] = []

    /// A region with its kind's defaults.
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

    /// Why the region and all below it are not asked in a hit test, or nil. Each is the region's own; ancestors' alpha is
    /// not multiplied in. At exactly 0.01 sources disagree; refused is what most do (routing 2).
    @inline(__always)
    public var refusal: Refusal? {
        if hidden { return .hidden }
        if !isUserInteractionEnabled { return .userInteractionDisabled }
        if alpha <= 0.01 { return .transparent }
        if hitTest == .ignore { return .ignored }
        return nil
    }

    /// Whether it is there to be seen: without touches of its own it still has a place.
    @inline(__always)
    var isShown: Bool { !hidden && alpha > 0.01 }

    public enum Refusal: Sendable { case hidden, userInteractionDisabled, transparent, ignored }

    /// Where the region takes touches, in its own space: pointInside's rectangle.
    var hitBounds: Rect { geometry.bounds.inset(by: hitInsets) }

    /// pointInside, in the region's own space: half open, enlarged or shrunk by the hit insets, cut to the shape.
    public func contains(_ local: Point) -> Bool {
        hitBounds.contains(local) && (shape?.contains(local, in: hitBounds) ?? true)
    }
}

extension RegionSpec {
    /// In a free slot.
    static let vacant = RegionSpec(id: "", geometry: RegionGeometry(frame: Rect(0, 0, 0, 0)))

    /// Whether fingers move it, or what is in it.
    var followsFingers: Bool { kind == .scrollView || behaviour == .dragSelf || knob != nil }

    /// Whether neither it nor anything in it is hit outside its own hit bounds.
    package var confines: Bool {
        switch hitTest {
        case .overflow: clipsToBounds
        case .redirect(_, let always): !always
        default: true
        }
    }

    /// The spec without properties that do not affect which touches the region and what is in it take, or where it leads them.
    package var place: RegionSpec {
        var spec = self
        spec.children = []
        spec.gestures = []
        spec.responds = .consume
        spec.controller = nil
        spec.trackingSlop = nil
        spec.isEnabled = true
        spec.isSensitive = false
        spec.watchesOutside = false
        spec.alpha = isShown ? 1 : 0
        return spec
    }

    /// Whether a point in its hit bounds may be another region's that is behind it.
    package var letsThrough: Bool { hitTest == .passThrough || hitTest == .translucent }

    /// Whether a finger that comes down there takes the knob: the hit insets are the knob's as well.
    func isOnKnob(_ local: Point) -> Bool {
        knob.map { $0.rect(in: geometry.bounds).inset(by: hitInsets).contains(local) } ?? false
    }

    /// Where a finger has to come down to use it, in its own space: its hit bounds; of a slider its knob's.
    package var targetBounds: Rect {
        if kind == .slider, let knob { return knob.rect(in: geometry.bounds).inset(by: hitInsets) }
        return hitBounds
    }

    /// How many levels it has with all that is in it.
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

/// The ids of others that the values of a region name. Who may change the one has to be allowed to name the others.
extension RegionSpec {
    /// Of regions; those that its interceptors name are among them.
    package var namedRegions: [String] {
        var names = interceptors.flatMap { [$0.insideOf] + ($0.deliverTo.map { [$0] } ?? []) }
        if case .redirect(let to, _) = hitTest { names.append(to) }
        if let fallback { names.append(fallback) }
        if let scroll { names += scroll.touchesShouldCancelNo + scroll.touchesShouldCancelYes + scroll.touchesShouldBeginNo }
        return names + gestures.flatMap(\.shouldReceiveNot)
    }

    /// Of gestures.
    package var namedGestures: [String] { gestures.flatMap { $0.requireToFail + $0.simultaneousWith } }
}

/// What a responder does with a touch: UIResponder's four methods as data. One word for all phases, since a receiver gets
/// all of a touch or nothing (contract 2.1).
public enum Responds: String, Sendable {
    /// Implements them without calling super: the touch goes no further up the chain.
    case consume
    /// Implements them and calls super.
    case forward
    /// Does not implement them.
    case none
}

/// What a region does with its touches without any client.
public enum Behaviour: String, Sendable {
    /// With every move it adds what the finger moved, in its own coordinates, to its origin.
    case dragSelf
}

public enum RegionKind: String, CaseIterable, Sendable {
    case view, window, imageView, label, control, button, slider, `switch`, scrollView
    /// Stands for the applications below: its touches go to the virtual panel (contract 8).
    case surface
    /// Responders that are not regions: never hit.
    case controller, interceptor

    /// UIControl and its subclasses.
    public var isControl: Bool { self == .control || self == .button || self == .slider || self == .switch }

    /// UIImageView and UILabel do not take touches unless told to.
    var isUserInteractionEnabledByDefault: Bool { self != .imageView && self != .label }
}

// MARK: What users may edit who are not trusted: a property that is not named here is for trusted users

extension RegionSpec {
    /// The properties that affect only touches of the region itself and of regions in it.
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
        return spec
    }

    /// Those that leave alone where it takes touches, and whose they are: what a user interface has to say of the outermost region that
    /// it may edit, as of a scroll view, a slider or a button.
    private func withContent(of other: RegionSpec) -> RegionSpec {
        var spec = self
        spec.isMultipleTouchEnabled = other.isMultipleTouchEnabled
        spec.isEnabled = other.isEnabled
        spec.gestures = other.gestures
        spec.scroll = other.scroll
        spec.trackingSlop = other.trackingSlop
        spec.knob = other.knob
        // A polygon is in the region's own coordinates.
        if kind == .scrollView && shape == nil { spec.geometry.bounds.origin = other.geometry.bounds.origin }
        return spec
    }

    /// Whether it becomes another by such properties alone.
    package func differsHarmlessly(from other: RegionSpec) -> Bool { kind == other.kind && withContent(of: other) == other }

    /// Its property that only trusted users may give and keep; nil: none.
    package var propertyForTrusted: String? {
        if kind != .surface, RegionSpec(id: id, kind: kind, geometry: geometry).withLayout(of: self) == self { return nil }
        if isExclusiveTouch { return "exclusiveTouch" }
        if watchesOutside { return "watchesOutside" }
        if level != 0 { return "level" }
        if kind == .surface { return "kind: surface" }
        return interceptors.isEmpty ? "one of the properties" : "intercept"
    }
}
