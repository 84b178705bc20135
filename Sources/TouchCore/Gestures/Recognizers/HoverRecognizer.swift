/// UIHoverGestureRecognizer: a pen over the region, near enough for the panel to see it, and not on the glass. No touch is part
/// of it; the gestures of regions in each other hover together.
final class HoverRecognizer: Recognizer {
    static let type = GestureType("hover", [], hovers: true) { HoverRecognizer($0) }

    override func touchesBegan() { begin() }
    override func touchesMoved() { change() }
    override func touchesEnded() { end() }
    override func canPrevent(_ other: Recognizer) -> Bool { false }
}
