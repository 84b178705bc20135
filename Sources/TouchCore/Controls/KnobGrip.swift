/// A finger that a slider or switch tracks, as it holds the knob: the knob follows it from where it was taken. One that came down beside
/// the knob of a slider that tracks taps does not hold it.
struct KnobGrip {
    /// How far a finger must go to be a drag rather than a tap: the slop of pans.
    private static let slop = PanRecognizer.slop

    /// Where along the track the finger was when the knob stood for this value.
    private var from: Double
    private var fromValue: Double
    /// The value that the knob was left at.
    private var value: Double
    /// The value that clients know of.
    private var told: Double
    private var isDragged = false
    /// Nil when the finger holds the knob; else where it came down beside it.
    private let tap: Point?

    /// - Parameter holds: whether the finger has come down on the knob.
    init(_ knob: KnobSpec, at p: Point, in bounds: Rect, holds: Bool) {
        tap = holds ? nil : p
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
        return travel > 0 && way != 0 ? fromValue + way / travel * (knob.maximumValue - knob.minimumValue) : fromValue
    }

    /// A slider's value goes with the finger, and stays where the finger leaves it, cancelled or not (UISlider). Returns
    /// whether there is a value to tell of.
    mutating func slide(_ event: RoutedTouch, isInside: Bool, _ knob: inout KnobSpec, in bounds: Rect) -> Bool {
        if let tap { return self.tap(tap, event, isInside, &knob, in: bounds) }
        if event.phase == .moved || event.phase == .ended {
            let place = follow(event, knob, in: bounds)
            // A value beside the steps, which a client has set, stays until the finger moves.
            value = place == fromValue ? fromValue : knob.stepped(place)
        } else if knob.value != value {
            (value, told) = (knob.value, knob.value)  // a client has set it, and is told of in another way
        }
        knob.value = value
        guard value != told, knob.isContinuous || event.phase.isTerminal else { return false }
        told = value
        return true
    }

    /// A tap beside the knob moves it there when the finger lifts; a drag that begins there does nothing.
    private mutating func tap(_ start: Point, _ event: RoutedTouch, _ isInside: Bool, _ knob: inout KnobSpec, in bounds: Rect) -> Bool {
        if start.squaredDistance(to: event.local) >= Self.slop * Self.slop { isDragged = true }
        guard event.phase == .ended, isInside, !isDragged else { return false }
        let value = knob.value(at: event.local, in: bounds)
        if value == knob.value { return false }
        knob.value = value
        return true
    }

    /// A switch decides when the finger lifts: a drag leaves it on the side to which it brought the knob, a tap changes it, a
    /// cancel does neither (UISwitch). Returns whether it has changed.
    mutating func decide(_ event: RoutedTouch, isInside: Bool, _ knob: inout KnobSpec, in bounds: Rect) -> Bool {
        guard event.phase == .moved || event.phase == .ended else { return false }
        let place = knob.clamped(follow(event, knob, in: bounds))
        guard event.phase == .ended else { return false }
        let isOn = isDragged ? place >= 0.5 : knob.isOn != isInside
        if isOn == knob.isOn { return false }
        knob.isOn = isOn
        return true
    }
}
