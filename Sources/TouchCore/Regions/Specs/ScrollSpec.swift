/// The properties that only scroll views have, under UIScrollView's names. The content offset is the origin of the region's bounds.
public struct ScrollSpec: Hashable, Sendable {
    public var contentSize = Size(0, 0)
    public var isEnabled = true
    /// Whether the content gets a touch only when it is clear that the finger does not scroll, or when `contentDelay` has passed.
    public var delaysContentTouches = true
    /// Whether scrolling may cancel a touch that the content has received.
    public var canCancelContentTouches = true
    /// Ids of regions whose touches the scroll view does not cancel. By default it cancels the touches of everything except controls.
    public var touchesShouldCancelNo: [String] = []
    /// Ids of regions whose touches the scroll view cancels although it would not cancel them by default.
    public var touchesShouldCancelYes: [String] = []
    /// Ids of regions that get no touches in this scroll view.
    public var touchesShouldBeginNo: [String] = []

    /// The distance beyond the content that can be scrolled, on each side.
    public var contentInset = Insets.zero
    /// Whether fingers can pull the content beyond its limits, so that it bounces back. UIKit's default is true. Here it is false, so that a client
    /// that shows the reported offset never shows an area without content.
    public var bounces = false
    /// Whether it bounces horizontally even if all of the content fits.
    public var alwaysBounceHorizontal = false
    /// Whether it bounces vertically even if all of the content fits.
    public var alwaysBounceVertical = false
    /// Whether it stops at multiples of its size.
    public var isPagingEnabled = false
    /// Whether a drag that begins along one axis does not scroll along the other.
    public var isDirectionalLockEnabled = false
    /// The part of the velocity that remains after 1 ms.
    public var decelerationRate = Self.normal
    /// The lowest magnification of the content. If it equals the maximum, the view does not zoom.
    public var minimumZoomScale = 1.0
    /// The greatest magnification of the content.
    public var maximumZoomScale = 1.0
    /// The magnification at which the content is shown. Distances from the content's origin and sizes in the region are multiplied by it.
    public var zoomScale = 1.0
    /// Whether fingers may exceed the limits of `zoomScale` temporarily, as `bounces` does for the offset.
    public var bouncesZoom = false
    /// The properties of its recognizer that are set, by name, as for a gesture; `GestureDefaults` supplies the others.
    public var properties: [String: GestureSpec.Value] = [:]

    /// The recognizer properties that a scroll view may set.
    public static let ownProperties = [GestureProperty.contentDelay, .translationSlop, .scaleSlop]

    /// The values of UIScrollView.DecelerationRate.
    public static let (normal, fast) = (0.998, 0.99)

    public init() {}

    /// Returns the spec of its recognizer.
    func gesture(of region: String) -> GestureSpec {
        // The ids of other gestures contain no slash.
        var gesture = GestureSpec(id: region + "/scroll", type: GestureType.scroll.name)
        gesture.isEnabled = isEnabled
        gesture.delaysTouchesBegan = delaysContentTouches
        gesture.delaysTouchesEnded = false
        gesture.properties = properties
        return gesture
    }
}
