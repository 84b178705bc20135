/// Declarative counterparts of overriding `hitTest(_:with:)`.
public enum HitTestOverride: Hashable, Sendable {
    /// Never itself; its children as usual.
    case passThrough
    /// Nobody in the subtree.
    case ignore
    /// Itself, whatever its children would say.
    case absorb
    /// Another region, when the point is inside this one, or `always` when this one is asked at all. `always` to itself: every
    /// point is inside, so its children are asked, and then it is the answer.
    case redirect(to: String, always: Bool)
    /// Children are asked even where they stick out of this region; if it clips, only inside.
    case overflow
    /// Children as usual; where none is hit it gets the touch as well as whoever is behind it (Flutter's word).
    case translucent
}
