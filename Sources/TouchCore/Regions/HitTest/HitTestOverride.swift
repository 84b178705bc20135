/// Declarative counterparts of overriding `hitTest(_:with:)`.
public enum HitTestOverride: Hashable, Sendable {
    /// The region itself is never hit; its children are as usual.
    case passThrough
    /// The region and its subtree are never hit.
    case ignore
    /// The region is hit, whatever its children would answer.
    case absorb
    /// The hit goes to another region if the point is inside this one. With `always`, it also goes there if the point is outside, whenever a hit test
    /// asks this region. If a region always redirects to itself, every point counts as inside: its children are asked, then it is hit.
    case redirect(to: String, always: Bool)
    /// Children are asked even where they stick out of this region, unless the region clips them.
    case overflow
    /// Children are hit as usual. If none is, the region gets the touch together with the region hit behind it (Flutter's word).
    case translucent
}
