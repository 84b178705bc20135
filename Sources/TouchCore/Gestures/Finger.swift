/// A touch, as a recognizer sees it.
struct Finger {
    let id: TouchID
    /// The touch's target, UIKit's `touch.view`.
    var target: RegionID
    /// The slider or switch whose knob the finger has taken.
    var knob: RegionID?
    let tool: TouchTool?
    /// Event time of its begin, in µs.
    let beganAt: Int64
    /// The location at its begin, in screen points like all locations here.
    let start: Point
    var location: Point
    /// The location in its previous event.
    var previous: Point
    /// The phase in the current event; `stationary` if the finger does not change in this event.
    var phase = TouchPhase.began
    /// True if this is a hovering pen, not a touch.
    var isHovering = false
    /// True if the recognizer does not use the finger and only waits for its end.
    var isIgnored = false
    /// True if the finger ended in an earlier event.
    var isOver = false
    /// True if the finger belongs to an earlier step of the gesture, such as a first tap.
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
    /// Whether the finger is part of the gesture in this event. Fingers that end in this event still count.
    var counts: Bool { !isIgnored && !isOver }
    /// The location before this event. A finger that ends in this event counts as unmoved.
    var before: Point { phase == .moved ? previous : location }
    /// The location before this event, even for a finger that ends in this event.
    var origin: Point { phase == .moved || phase == .ended ? previous : location }
}
