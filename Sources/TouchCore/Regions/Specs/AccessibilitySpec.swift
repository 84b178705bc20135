/// The description of a region for people who do not see or touch the glass, and its part in the order of the focus (contract 10). Names are those of
/// UIAccessibility, without its prefix.
public struct AccessibilitySpec: Hashable, Sendable {
    public enum Role: String, CaseIterable, Sendable { case button, adjustable, `switch`, list, text, header, link, image, key }

    /// A short text that names the region.
    public var label: String?
    /// The result of an activation, as a text.
    public var hint: String?
    /// The value as a text. Sliders and switches have one without it.
    public var value: String?
    /// The language of the texts, as a BCP 47 tag.
    public var language: String?
    /// The role; nil for that of the region's kind.
    public var role: Role?
    /// Whether the region is an element; nil: an enabled control, or whatever has a label.
    public var isElement: Bool?
    /// Whether neither the region nor anything in it is an element.
    public var isHidden = false
    /// Whether only elements in the region can have the focus.
    public var isModal = false
    /// The ids of regions in this one that come first in the order of the focus.
    public var elements: [String] = []
    /// The point of an activation in the region's own frame, from its top left; nil for the default.
    public var activationPoint: Point?
    /// Whether fingers that explore reach the region as ordinary touches.
    public var isDirect = false
    /// Whether the texts are spoken by headset only.
    public var isPrivate = false

    public init(label: String? = nil) { self.label = label }
}
