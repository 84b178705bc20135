/// A finger that a slider or switch tracks, as it holds the knob: the knob follows it from where it was taken.
struct KnobGrip {
    /// How far a finger must go for a switch to take it for a drag rather than a tap: the slop of pans.
    private static let slop = PanRecognizer.slop

    /// Where along the track the finger was when the knob stood for this value.
    private var from: Double
    private var fromValue: Double
    /// The value that the knob was left at.
    private var value: Double
    /// The value that clients know of.
    private var told: Double
    private var isDragged = false

    init(_ knob: KnobSpec, at p: Point, in bounds: Rect) {
        from = knob.along(p, in: bounds)
        (fromValue, value, told) = (knob.value, knob.value, knob.value)
    }

    /// The value where the finger has brought the knob.
    private mutating func follow(_ event: RoutedTouch, _ knob: KnobSpec, in bounds: Rect) -> Double {
        if knob.value != value {
            // A client has set it: the finger holds it there from now on.
            from = knob.along(event.previousLocal, in: bounds)
            (fromValue, value, told, isDragged) = (knob.value, knob.value, knob.value, false)
        }
        let way = knob.along(event.local, in: bounds) - from
        if abs(way) >= Self.slop { isDragged = true }
        let travel = knob.travel(in: bounds)
        return travel > 0 ? knob.clamped(fromValue + way / travel * (knob.maximumValue - knob.minimumValue)) : fromValue
    }

    /// A slider's value goes with the finger, and stays where the finger leaves it, cancelled or not (UISlider). Returns
    /// whether there is a value to tell of.
    mutating func slide(_ event: RoutedTouch, _ knob: inout KnobSpec, in bounds: Rect) -> Bool {
        if event.phase == .moved || event.phase == .ended {
            value = follow(event, knob, in: bounds)
        } else if knob.value != value {
            (value, told) = (knob.value, knob.value)  // a client has set it, and is told of in another way
        }
        knob.value = value
        guard value != told, knob.isContinuous || event.phase.isTerminal else { return false }
        told = value
        return true
    }

    /// A switch decides when the finger lifts: a drag leaves it on the side to which it brought the knob, a tap changes it, a
    /// cancel does neither (UISwitch). Returns whether it has changed.
    mutating func decide(_ event: RoutedTouch, isInside: Bool, _ knob: inout KnobSpec, in bounds: Rect) -> Bool {
        guard event.phase == .moved || event.phase == .ended else { return false }
        let place = follow(event, knob, in: bounds)
        guard event.phase == .ended else { return false }
        let isOn = isDragged ? place >= 0.5 : knob.isOn != isInside
        if isOn == knob.isOn { return false }
        knob.isOn = isOn
        return true
    }
}
