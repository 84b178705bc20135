/// What a panel's virtual panel is like: the touchscreen through which applications below get what no region takes.
public struct VirtualPanelSettings: Hashable, Sendable {
    /// What its coordinates are. The raw values are the words of the configuration.
    public enum Space: String, CaseIterable, Sendable {
        /// The panel's own units: the compositor's calibration and rotation stay what they were.
        case panel
        /// The screen's points: touchd's calibration and rotation are the only ones.
        case screen
    }

    /// What a touch that is cancelled does there.
    public enum Cancel: String, CaseIterable, Sendable {
        /// It lifts where it is.
        case lift
        /// It becomes a palm (MT_TOOL_PALM), then lifts.
        case palm
        /// It moves far outside of the screen, then lifts.
        case away
    }

    public var space = Space.panel
    public var cancel = Cancel.lift

    public init() {}
}
