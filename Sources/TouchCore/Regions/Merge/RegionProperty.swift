/// A property of a region's entry, by its key. A reload compares and keeps properties one by one.
public struct RegionProperty: Sendable {
    /// The key in a region's entry.
    public let key: String
    private let isEqual: @Sendable (RegionSpec, RegionSpec) -> Bool
    private let copy: @Sendable (_ from: RegionSpec, _ to: inout RegionSpec) -> Void

    /// Whether two regions differ in the property.
    public func differs(_ a: RegionSpec, _ b: RegionSpec) -> Bool { !isEqual(a, b) }

    func assign(from other: RegionSpec, _ spec: inout RegionSpec) { copy(other, &spec) }

    /// Returns the key that an edit of this region uses.
    func key(of spec: RegionSpec) -> String {
        switch key {
        case "bounds" where spec.kind == .scrollView: "offset"
        case "value" where spec.kind == .switch: "isOn"
        default: key
        }
    }

    /// Returns the keys of all properties in which two states of a region differ.
    public static func keys(_ old: RegionSpec, _ new: RegionSpec) -> [String] {
        all.filter { $0.differs(old, new) }.map { $0.key(of: new) }
    }

    /// All properties except the id and the children. The kind comes first, because it decides which others there are.
    public static let all: [RegionProperty] =
        [
            RegionProperty("kind", { $0.kind == $1.kind }) {
                $1.kind = $0.kind
                ($1.scroll, $1.knob) = ($0.scroll, $0.knob)
                // The place to which fingers have scrolled means nothing to another kind.
                $1.geometry.bounds.origin = $0.geometry.bounds.origin
            },
            RegionProperty("frame", { $0.geometry.center == $1.geometry.center && $0.geometry.bounds.size == $1.geometry.bounds.size }) {
                $1.geometry.center = $0.geometry.center
                $1.geometry.bounds.size = $0.geometry.bounds.size
            },
            RegionProperty("bounds", \.geometry.bounds.origin), RegionProperty("transform", \.geometry.transform),
            RegionProperty("hidden", \.hidden), RegionProperty("alpha", \.alpha),
            RegionProperty("userInteractionEnabled", \.isUserInteractionEnabled), RegionProperty("clipsToBounds", \.clipsToBounds),
            RegionProperty("multipleTouchEnabled", \.isMultipleTouchEnabled), RegionProperty("exclusiveTouch", \.isExclusiveTouch),
            RegionProperty("enabled", \.isEnabled), RegionProperty("level", \.level), RegionProperty("hitInsets", \.hitInsets),
            RegionProperty("shape", \.shape), RegionProperty("hitTest", \.hitTest), RegionProperty("responds", \.responds),
            RegionProperty("controller", \.controller), RegionProperty("behaviour", \.behaviour), RegionProperty("sensitive", \.isSensitive),
            RegionProperty("watchesOutside", \.watchesOutside), RegionProperty("undecidedFor", \.undecidedFor),
            RegionProperty("fallback", \.fallback), RegionProperty("gestures", \.gestures), RegionProperty("intercept", \.interceptors),
            RegionProperty("trackingSlop", \.trackingSlop), RegionProperty("keyCode", \.keyCode), RegionProperty("accessibility", \.accessibility),
            RegionProperty("touches", \.touches),
            knob("minimumValue", \.minimumValue), knob("maximumValue", \.maximumValue), knob("value", \.value),
            knob("isContinuous", \.isContinuous), knob("step", \.step), knob("trackTap", \.tracksTap), knob("axis", \.axis),
            knob("knobSize", \.size),
            scroll("contentSize", \.contentSize), scroll("contentInset", \.contentInset), scroll("scrollEnabled", \.isEnabled),
            scroll("pagingEnabled", \.isPagingEnabled), scroll("directionalLockEnabled", \.isDirectionalLockEnabled),
            scroll("decelerationRate", \.decelerationRate), scroll("bounces", \.bounces),
            scroll("alwaysBounceHorizontal", \.alwaysBounceHorizontal), scroll("alwaysBounceVertical", \.alwaysBounceVertical),
            scroll("minimumZoomScale", \.minimumZoomScale), scroll("maximumZoomScale", \.maximumZoomScale), scroll("zoomScale", \.zoomScale),
            scroll("bouncesZoom", \.bouncesZoom), scroll("delaysContentTouches", \.delaysContentTouches),
            scroll("canCancelContentTouches", \.canCancelContentTouches), scroll("touchesShouldCancelNo", \.touchesShouldCancelNo),
            scroll("touchesShouldCancelYes", \.touchesShouldCancelYes), scroll("touchesShouldBeginNo", \.touchesShouldBeginNo),
        ]
        + ScrollSpec.ownProperties.map { property in
            RegionProperty(property.name, { $0.scroll?.properties[property.name] == $1.scroll?.properties[property.name] }) {
                $1.scroll?.properties[property.name] = $0.scroll?.properties[property.name]
            }
        }

    private init(
        _ key: String, _ isEqual: @escaping @Sendable (RegionSpec, RegionSpec) -> Bool,
        copy: @escaping @Sendable (RegionSpec, inout RegionSpec) -> Void
    ) {
        (self.key, self.isEqual, self.copy) = (key, isEqual, copy)
    }

    private init<Value: Equatable>(_ key: String, _ path: WritableKeyPath<RegionSpec, Value> & Sendable) {
        self.init(key, { $0[keyPath: path] == $1[keyPath: path] }) { $1[keyPath: path] = $0[keyPath: path] }
    }

    private static func knob<Value: Equatable>(_ key: String, _ path: WritableKeyPath<KnobSpec, Value> & Sendable) -> RegionProperty {
        RegionProperty(key, { $0.knob?[keyPath: path] == $1.knob?[keyPath: path] }) {
            if let other = $0.knob { $1.knob?[keyPath: path] = other[keyPath: path] }
        }
    }

    private static func scroll<Value: Equatable>(_ key: String, _ path: WritableKeyPath<ScrollSpec, Value> & Sendable) -> RegionProperty {
        RegionProperty(key, { $0.scroll?[keyPath: path] == $1.scroll?[keyPath: path] }) {
            if let other = $0.scroll { $1.scroll?[keyPath: path] = other[keyPath: path] }
        }
    }
}
