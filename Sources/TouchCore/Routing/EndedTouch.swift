/// A touch that has ended before all receivers got its end; some may not even have got its begin.
struct EndedTouch {
    var touch: Touch
    /// The receivers that wait for its end (never interceptors), and those that wait for its begin.
    var recipients: Recipients

    /// The touch, as it appears to receivers that wait for its end.
    var asDown: Touch {
        var touch = touch
        touch.phase = .stationary
        return touch
    }
}
