/// A touch that has ended and of which not all receivers have been told: some have not even been told of its begin.
struct EndedTouch {
    var touch: Touch
    /// Receivers that wait for its end, which interceptors never do, and those that wait for its begin.
    var recipients: Recipients

    /// The touch as receivers that wait for its end know it.
    var asDown: Touch {
        var touch = touch
        touch.phase = .stationary
        return touch
    }
}
