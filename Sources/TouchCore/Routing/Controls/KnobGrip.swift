/// The grip of a tracked finger on the knob of a slider or switch. The knob follows the finger from the point where it was taken. A finger that came
/// down beside the knob of a slider does not hold the knob; only its tap counts (`tracksTap`).
struct KnobGrip {
    /// The distance at which a movement becomes a drag instead of a tap: the slop of pans.
    private static let slop = GestureProperty.panSlop

    /// The finger's position along the track when the knob had the value `fromValue`.
    private var from: Double
    private var fromValue: Double
    /// The knob's value after the last event. If the knob now has a different value, a client has set it.
    private var value: Double
    /// The last value reported to clients.
    private var reportedValue: Double
    private var isDragged = false
    /// The location of a finger that came down beside the knob; nil if the finger holds the knob.
    private let tap: Point?

    /// - Parameter holds: Whether the finger has come down on the knob.
    init(_ knob: KnobSpec, at p: Point, in bounds: Rect, holds: Bool) {
        tap = holds ? nil : p
        from = knob.along(p, in: bounds)
        (fromValue, value, reportedValue) = (knob.value, knob.value, knob.value)
    }

    /// Returns the value to which the finger has moved the knob.
    private mutating func follow(_ event: RoutedTouch, _ knob: KnobSpec, in bounds: Rect) -> Double {
        if knob.value != value {
            // A client has set the value: from now on the finger holds the knob at that value.
            from = knob.along(event.previousLocal, in: bounds)
            (fromValue, value, reportedValue, isDragged) = (knob.value, knob.value, knob.value, false)
        }
        let way = knob.along(event.local, in: bounds) - from
        if abs(way) >= Self.slop { isDragged = true }
        let travel = knob.travel(in: bounds)
        return travel > 0 && way != 0 ? fromValue + way / travel * (knob.maximumValue - knob.minimumValue) : fromValue
    }

    /// Updates a slider's value. The value follows the finger and stays where the finger leaves it, even after a cancel (as in UISlider). Returns
    /// true if there is a value to report.
    mutating func slide(_ event: RoutedTouch, isInside: Bool, _ knob: inout KnobSpec, in bounds: Rect) -> Bool {
        if let tap { return self.tap(tap, event, isInside, &knob, in: bounds) }
        if event.phase == .moved || event.phase == .ended {
            let place = follow(event, knob, in: bounds)
            // A value between steps, which a client has set, stays until the finger moves.
            value = place == fromValue ? fromValue : knob.stepped(place)
        } else if knob.value != value {
            (value, reportedValue) = (knob.value, knob.value)  // a value set by a client is reported by other means
        }
        knob.value = value
        guard value != reportedValue, knob.isContinuous || event.phase.isTerminal else { return false }
        reportedValue = value
        return true
    }

    /// Handles a tap beside the knob: when the finger lifts, the knob moves to the finger. A drag that begins there does nothing.
    private mutating func tap(_ start: Point, _ event: RoutedTouch, _ isInside: Bool, _ knob: inout KnobSpec, in bounds: Rect) -> Bool {
        if start.squaredDistance(to: event.local) >= Self.slop * Self.slop { isDragged = true }
        guard event.phase == .ended, isInside, !isDragged else { return false }
        let value = knob.value(at: event.local, in: bounds)
        if value == knob.value { return false }
        knob.value = value
        return true
    }

    /// Updates a switch when the finger lifts (as in UISwitch). After a drag, the side on which the knob is decides; a tap that lifts inside toggles
    /// the switch; a cancel changes nothing. Returns true if the state has changed.
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
