/// A touch as a recognizer sees it.
struct Finger {
    let id: TouchID
    /// `touch.view`.
    var target: RegionID
    /// The slider or switch whose knob it has taken.
    var knob: RegionID?
    let tool: TouchTool?
    /// Event time of its begin, µs.
    let beganAt: Int64
    /// Where it began, in screen points, as all places here.
    let start: Point
    var location: Point
    /// Where it was in its previous event.
    var previous: Point
    /// In this event; `stationary` in events of which it is no part.
    var phase = TouchPhase.began
    /// Over the glass: no touch.
    var isHovering = false
    /// The recognizer does not want it; it is only waited for.
    var isIgnored = false
    /// Its end was in an earlier event.
    var isOver = false
    /// Belongs to an earlier step of the gesture, such as a first tap.
    var isPast = false

    init(_ touch: Touch, target: RegionID, knob: RegionID?) {
        id = touch.id
        self.target = target
        self.knob = knob
        tool = touch.axes.tool
        beganAt = touch.beganAt
        start = touch.location
        location = touch.location
        previous = touch.location
    }

    var isDown: Bool { !isOver && !phase.isTerminal }
    /// Whether it is one of those that make the gesture in this event, those that end in it included.
    var counts: Bool { !isIgnored && !isOver }
    /// Where it was before this event.
    var before: Point { phase == .moved ? previous : location }
    /// Where it was before this event, at whose end it may be.
    var origin: Point { phase == .moved || phase == .ended ? previous : location }
}
