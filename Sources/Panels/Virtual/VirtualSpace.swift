import Configuration
import TouchCore

/// The conversion from points of the screen to the units of a virtual panel.
public enum VirtualSpace: Equatable, Sendable {
    case panel(InverseMapping)
    /// - Parameter pressure: the range of the axis, if the panel has one.
    case screen(unitsPerPoint: Double, pressure: AxisInfo?)

    public init(_ settings: VirtualPanelSettings, _ mapping: PanelMapping, _ profile: PanelProfile, _ layout: VirtualPanelLayout, screen: Size) {
        switch settings.space {
        case .panel: self = .panel(InverseMapping(mapping, panel: profile.description))
        case .screen: self = .screen(unitsPerPoint: ScreenUnits(screen).perPoint, pressure: layout.axes[AbsCode.mtPressure])
        }
    }

    public func values(at location: Point, _ axes: TouchAxes) -> ContactValues {
        switch self {
        case .panel(let inverse): return inverse.values(at: location, axes)
        case .screen(let units, let pressure):
            func whole(_ number: Double) -> Int32 { Int32(clamping: number.rounded()) }
            var values = ContactValues()
            (values.x, values.y) = (whole(location.x * units), whole(location.y * units))
            (values.major, values.minor) = (whole((axes.major ?? 0) * units), whole((axes.minor ?? 0) * units))
            values.orientation = whole((axes.orientation ?? 0) * 180 / .pi)
            if let pressure { values.pressure = InverseMapping.value(of: axes.pressure ?? 1, pressure) }
            return values
        }
    }
}
