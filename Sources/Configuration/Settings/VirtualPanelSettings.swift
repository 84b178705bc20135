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

    /// The time for which the virtual panel exists.
    public enum Life: String, CaseIterable, Sendable {
        /// The virtual panel exists while touchd runs and the screen has a surface, whether the panel is there or not.
        case always
        /// The virtual panel exists while the panel is open.
        case panel
    }

    public var space = Space.panel
    public var cancel = Cancel.lift
    /// The life that the configuration sets; nil if it sets none.
    public var life: Life?

    /// Whether the virtual panel exists without its panel (contract 8).
    public var outlivesPanel: Bool { life.map { $0 == .always } ?? (space == .screen) }

    public init() {}
}
