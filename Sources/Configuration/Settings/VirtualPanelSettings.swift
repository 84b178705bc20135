/// Settings of a panel's virtual panel: the touchscreen through which applications below get the touches that no region takes.
public struct VirtualPanelSettings: Hashable, Sendable {
    /// The unit of the virtual panel's coordinates. The raw values are the words of the configuration.
    public enum Space: String, CaseIterable, Sendable {
        /// The panel's own units, so that the compositor's calibration and rotation stay the same.
        case panel
        /// The screen's points, so that only touchd's calibration and rotation apply.
        case screen
    }

    /// The effect of a cancelled touch on the virtual panel.
    public enum Cancel: String, CaseIterable, Sendable {
        /// The touch lifts where it is.
        case lift
        /// The touch becomes a palm (MT_TOOL_PALM), then lifts.
        case palm
        /// The touch moves far outside of the screen, then lifts.
        case away
    }

    public var space = Space.panel
    public var cancel = Cancel.lift

    public init() {}
}
