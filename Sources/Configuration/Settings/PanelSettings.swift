import Text
import TouchCore
import YAML

/// A panel of a screen: its device, and the mapping of its coordinates to the screen.
///
/// The `mark` does not count in comparisons: if only the panel's line moved, a reload leaves the panel unchanged, and its touches go on.
public struct PanelSettings: Equatable, Sendable {
    /// The screen's ID and the panel's index on the screen: `main-0`.
    public var id: String
    public var match: PanelMatch
    /// The calibration in normalised space (0…1 on both axes), applied before the rotation.
    public var calibration: AffineTransform
    public var rotation: Rotation
    /// The part of the screen that the panel covers; nil for all of it.
    public var area: Rect?
    public var rules: PanelRules
    /// True if touchd grabs the device (EVIOCGRAB), so that no other program gets its events.
    public var grab: Bool
    /// The time for which five fingers must be held to release the grab.
    public var grabEscape = GrabEscapeTime.usual
    /// Whether touchd grabs other pointing nodes of the panel's USB device with the panel; nil if the configuration does not say.
    public var siblings: Bool?
    /// The virtual panel for the applications below a surface.
    public var virtual = VirtualPanelSettings()
    /// True if touchd corrects known faults of the device (`DeviceQuirks`).
    public var quirks = true
    public var recovery = RecoverySettings()
    /// The connector of the display under the panel, by the kernel's name: `HDMI-A-1`; nil if the display does not matter.
    public var output: String?
    /// The panel's place in the file, for messages after reading.
    @Uncompared public var mark: Mark

    /// Whether touchd grabs other pointing nodes of the panel's USB device with the panel (contract 8).
    public var takesSiblings: Bool { grab && siblings ?? true }

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

/// A value that does not count in comparisons: any two are equal.
@propertyWrapper public struct Uncompared<Value: Sendable>: Equatable, Sendable {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    public static func == (a: Self, b: Self) -> Bool { true }
}
