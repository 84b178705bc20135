/// UIHoverGestureRecognizer: a pen over the region, near enough to be detected but not on the glass. The gesture has no touches. The hover gestures
/// of nested regions are active at the same time.
final class HoverRecognizer: Recognizer {
    override func touchesBegan() { begin() }
    override func touchesMoved() { change() }
    override func touchesEnded() { end() }
    override func canPrevent(_ other: Recognizer) -> Bool { false }
}
