import Text
import TouchCore
import YAML

/// One panel of a screen: which device it is, and how its picture is turned into the screen's.
public struct PanelSettings: Sendable {
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
    /// Whether what is known to be wrong of the device is put right (`DeviceQuirks`).
    public var quirks = true
    public var recovery = RecoverySettings()
    /// The connector of the display under it, by the kernel's name: `HDMI-A-1`; nil when it does not matter.
    public var output: String?
    /// Where it stands in the file, for messages that come after reading.
    public var mark: Mark

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

extension PanelSettings: Equatable {
    /// All but `mark`: after a reload a panel is unchanged, and its touches go on, if only its line moved.
    public static func == (a: PanelSettings, b: PanelSettings) -> Bool {
        a.id == b.id && a.match == b.match && a.calibration == b.calibration && a.rotation == b.rotation
            && a.recovery == b.recovery && a.area == b.area && a.rules == b.rules && a.grab == b.grab
            && a.output == b.output && a.quirks == b.quirks
    }
}
