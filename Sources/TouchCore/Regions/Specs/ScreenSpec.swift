/// A screen: a coordinate space in points and the windows on it, back to front inside a level.
public struct ScreenSpec: Hashable, Sendable {
    public var id: String
    public var size: Size
    public var windows: [RegionSpec]
    /// The responders that are not regions, by id: view controllers, `application` and `delegate`.
    public var controllers: [String: Responds]
    /// The rules for fingers that apply before any region gets them.
    public var kiosk: KioskRules
    /// The keys that touchd may type on this screen; nil if the screen has no keyboard.
    public var keyboard: KeyboardRules?
    /// The accessible glass; nil if the screen has no such section.
    public var accessibility: AccessibilityRules?

    public init(
        id: String, size: Size, windows: [RegionSpec], controllers: [String: Responds] = [:], kiosk: KioskRules = KioskRules(),
        keyboard: KeyboardRules? = nil, accessibility: AccessibilityRules? = nil
    ) {
        self.id = id
        self.size = size
        self.windows = windows
        self.controllers = controllers
        self.kiosk = kiosk
        self.keyboard = keyboard
        self.accessibility = accessibility
    }
}
