/// What a scroll view has that other regions have not: UIScrollView's names. Its content offset is the origin of its bounds.
public struct ScrollSpec: Hashable, Sendable {
    public var contentSize = Size(0, 0)
    public var isEnabled = true
    /// The content gets a touch once it is clear that the finger does not scroll, or after a time.
    public var delaysContentTouches = true
    /// Scrolling may take back a touch that the content has been told of.
    public var canCancelContentTouches = true
    /// Ids of regions whose touches the scroll view does not cancel. Default: it cancels the touches of everything but controls.
    public var touchesShouldCancelNo: [String] = []
    /// Ids of regions whose touches it cancels even so.
    public var touchesShouldCancelYes: [String] = []
    /// Ids of regions that get no touches here.
    public var touchesShouldBeginNo: [String] = []

    /// Around the content: how much farther it can be scrolled.
    public var contentInset = Insets.zero
    /// Fingers pull the content beyond its limits, and it bounces back. UIKit's default is true; here nothing leaves its limits
    /// unless it is asked to, so that a client that shows the offset it is told never shows what is not there.
    public var bounces = false
    /// It bounces along an axis along which there is no more content than is shown.
    public var alwaysBounceHorizontal = false
    public var alwaysBounceVertical = false
    /// It stops at multiples of its size.
    public var isPagingEnabled = false
    /// A drag that begins along one axis does not scroll along the other.
    public var isDirectionalLockEnabled = false
    /// What is left of the velocity after a ms.
    public var decelerationRate = Self.normal
    /// How much larger the content may be shown than it is. The same for both: it does not zoom.
    public var minimumZoomScale = 1.0
    public var maximumZoomScale = 1.0
    /// How much larger than it is the content is shown: all that is in the region is that much farther from the content's
    /// origin, and that much larger.
    public var zoomScale = 1.0
    /// As `bounces`, of the limits of `zoomScale`.
    public var bouncesZoom = false
    /// What is set of the numbers of its recognizer, by name, as of a gesture; for the rest see `GestureDefaults`.
    public var properties: [String: GestureSpec.Value] = [:]

    /// The numbers that a scroll view may have of its own.
    public static let ownProperties = [ScrollRecognizer.contentDelay, PanRecognizer.threshold, PinchRecognizer.slop]

    /// UIScrollView.DecelerationRate's.
    public static let (normal, fast) = (0.998, 0.99)

    public init() {}

    /// As its recognizer.
    func gesture(of region: String) -> GestureSpec {
        // A slash is in no id of a gesture's own.
        var gesture = GestureSpec(id: region + "/scroll", type: ScrollRecognizer.scrollType.name)
        gesture.isEnabled = isEnabled
        gesture.delaysTouchesBegan = delaysContentTouches
        gesture.delaysTouchesEnded = false
        gesture.properties = properties
        return gesture
    }
}
