import TouchCore

/// The values of a gesture's properties: its own, or else the defaults.
struct GestureTraits {
    let type: String
    private let spec: GestureSpec
    private let defaults: GestureDefaults

    init(_ spec: GestureSpec, _ defaults: GestureDefaults) { (type, self.spec, self.defaults) = (spec.type, spec, defaults) }

    private func number(_ name: String) -> Double? {
        if case .number(let number)? = defaults.value(of: name, in: spec) { number } else { nil }
    }

    private func words(_ name: String) -> [String] {
        if case .words(let words)? = defaults.value(of: name, in: spec) { words } else { [] }
    }

    /// The number of fingers that the gesture takes: exactly as many as it needs, or between its minimum and maximum.
    var fingers: ClosedRange<Double> {
        if type == "edge" { return 1...1 }
        if let count = number("numberOfTouchesRequired") { return count...count }
        let least = number("minimumNumberOfTouches") ?? 2
        return least...max(least, number("maximumNumberOfTouches") ?? .infinity)
    }

    /// The distance in points after which the gesture begins; nil if this movement does not begin it.
    var translationSlop: Double? { type == "transform" && !parts.contains("translation") ? nil : number("translationSlop") }
    var scaleSlop: Double? { type == "transform" && !parts.contains("scale") ? nil : number("scaleSlop") }
    var rotationSlop: Double? { type == "transform" && !parts.contains("rotation") ? nil : number("rotationSlop") }
    private var parts: [String] { words("parts") }

    var taps: Double { number("numberOfTapsRequired") ?? 0 }
    var pressDuration: Double { number("minimumPressDuration") ?? 0 }
    var allowableMovement: Double { number("allowableMovement") ?? 0 }
    var tapDuration: Double { number("maximumTapDuration") ?? 0 }
    var tapInterval: Double { number("maximumIntervalBetweenTaps") ?? 0 }
    var tapDistance: Double { number("maximumDistanceBetweenTaps") ?? 0 }

    var directions: Set<String> { Set(words("direction")) }
    var swipeDistance: Double { number("minimumDistance") ?? 0 }
    var swipeDuration: Double { number("maximumDuration") ?? 0 }
    var swipeRatio: Double { number("minimumRatio") ?? 0 }
}
