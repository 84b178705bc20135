/// Properties that most regions leave at their defaults, stored apart so that a region takes 128 bytes and is copied with few references.
struct RareProperties: Hashable, Sendable {
    var transform = AffineTransform.identity
    var level = 0.0
    var hitInsets = Insets.zero
    var shape: RegionShape?
    var hitTest: HitTestOverride?
    var controller: String?
    var behaviour: Behaviour?
    var undecidedFor: Int64?
    var fallback: String?
    var trackingSlop: Double?
    var keyCode: UInt16?
    var interceptors: [InterceptorSpec] = []
    var spared: SparedRules = []
    var accessibility: AccessibilitySpec?
    var touches: TouchRules?

    fileprivate static let defaults = RareProperties()
}

extension RegionSpec {
    /// The level of a window: higher levels are in front. Windows only.
    public var level: Double {
        get { rare.box?.value.level ?? 0 }
        set { set { $0.level = newValue } }
    }

    public var hitInsets: Insets {
        get { rare.box?.value.hitInsets ?? .zero }
        set { set { $0.hitInsets = newValue } }
    }

    /// The part of the hit bounds that takes touches; nil for all of it.
    public var shape: RegionShape? {
        get { rare.box?.value.shape }
        set { set { $0.shape = newValue } }
    }

    public var hitTest: HitTestOverride? {
        get { rare.box?.value.hitTest }
        set { set { $0.hitTest = newValue } }
    }

    /// The id of the view controller whose root view this is.
    public var controller: String? {
        get { rare.box?.value.controller }
        set { set { $0.controller = newValue } }
    }

    public var behaviour: Behaviour? {
        get { rare.box?.value.behaviour }
        set { set { $0.behaviour = newValue } }
    }

    /// The time in µs for which the region's touches are delayed while an interceptor that may steal decides; nil for none.
    public var undecidedFor: Int64? {
        get { rare.box?.value.undecidedFor }
        set { set { $0.undecidedFor = newValue } }
    }

    /// The id of the region that takes this one's touches while no client has claimed it.
    public var fallback: String? {
        get { rare.box?.value.fallback }
        set { set { $0.fallback = newValue } }
    }

    /// The distance in points by which a finger may leave a control and still count as inside; nil: see `GestureDefaults`. Controls only.
    public var trackingSlop: Double? {
        get { rare.box?.value.trackingSlop }
        set { set { $0.trackingSlop = newValue } }
    }

    /// The kernel's code of the key that touchd types while a touch is down on the region; nil for none.
    public var keyCode: UInt16? {
        get { rare.box?.value.keyCode }
        set { set { $0.keyCode = newValue } }
    }

    /// The interceptors that see touches before they are delivered, in the order in which they are asked. Windows only.
    public var interceptors: [InterceptorSpec] {
        get { rare.box?.value.interceptors ?? [] }
        set { set { $0.interceptors = newValue } }
    }

    /// The rules of the glass from which the region is spared, with everything in it.
    public var spared: SparedRules {
        get { rare.box?.value.spared ?? [] }
        set { set { $0.spared = newValue } }
    }

    /// The region's description for people who do not see or touch the glass; nil if it has none.
    public var accessibility: AccessibilitySpec? {
        get { rare.box?.value.accessibility }
        set { set { $0.accessibility = newValue == AccessibilitySpec() ? nil : newValue } }
    }

    /// The rules for the region's touches; nil for none. Surfaces only.
    public var touches: TouchRules? {
        get { rare.box?.value.touches }
        set { set { $0.touches = newValue } }
    }

    /// Changes the properties. If all are defaults, nothing is stored, so that regions with the same properties are equal.
    mutating func set(_ change: (inout RareProperties) -> Void) {
        var new = rare.wrappedValue ?? .defaults
        change(&new)
        rare.wrappedValue = new == .defaults ? nil : new
    }
}
