import Text
import TouchCore
import YAML

/// One panel of a screen: which device it is, and how its picture is turned into the screen's.
///
/// Equal whatever the `mark`: after a reload a panel is unchanged, and its touches go on, if only its line moved.
public struct PanelSettings: Equatable, Sendable {
    /// The screen's id and the index among the screen's panels: `main-0`.
    public var id: String
    public var match: PanelMatch
    /// In normalised space (0…1 on both axes), before the rotation.
    public var calibration: AffineTransform
    public var rotation: Rotation
    /// The part of the screen it covers; nil for all.
    public var area: Rect?
    public var rules: PanelRules
    /// Take the device for touchd alone (EVIOCGRAB).
    public var grab: Bool
    /// How long five fingers are held until the grab is released.
    public var grabEscape = GrabEscapeTime.usual
    /// What the applications below a surface get of it.
    public var virtual = VirtualPanelSettings()
    /// Whether what is known to be wrong of the device is put right (`DeviceQuirks`).
    public var quirks = true
    public var recovery = RecoverySettings()
    /// The connector of the display under it, by the kernel's name: `HDMI-A-1`; nil when it does not matter.
    public var output: String?
    /// Where it stands in the file, for messages that come after reading.
    @Uncompared public var mark: Mark

    public init(
        id: String, match: PanelMatch, calibration: AffineTransform = .identity, rotation: Rotation = .none,
        area: Rect? = nil, rules: PanelRules = PanelRules(), grab: Bool = false, mark: Mark = .start
    ) {
        self.id = id
        self.match = match
        self.calibration = calibration
        self.rotation = rotation
        self.area = area
        self.rules = rules
        self.grab = grab
        self.mark = mark
    }
}

/// A part of a value that makes no difference: all are equal.
@propertyWrapper public struct Uncompared<Value: Sendable>: Equatable, Sendable {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    public static func == (a: Self, b: Self) -> Bool { true }
}
