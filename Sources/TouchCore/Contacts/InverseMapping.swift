/// Converts points of the screen to a panel's device units: the inverse of a `PanelMapping`.
///
/// Values that a panel has reported come back exactly: positions are rounded to whole units, and the error before rounding is much less
/// than half a unit.
public struct InverseMapping: Hashable, Sendable {
    private let toPanel: AffineTransform
    private let minX: Double
    private let minY: Double
    private let axes: PanelMapping.Axes
    /// The value of the orientation axis for a quarter turn, and whether the axis has negative values.
    private let quarter: Double
    private let isSigned: Bool

    /// - Parameter panel: the description that the mapping was made from.
    public init(_ mapping: PanelMapping, panel: PanelDescription) {
        toPanel = mapping.toScreen.inverse
        (minX, minY, axes) = (mapping.minX, mapping.minY, mapping.axes)
        quarter = axes.orientation.map { $0 > 0 ? .pi / 2 / $0 : 0 } ?? 0
        isSigned = panel[axis: AbsCode.mtOrientation].map { $0.minimum < 0 } ?? false
    }

    public func values(at location: Point, _ touch: TouchAxes) -> ContactValues {
        var values = ContactValues()
        let place = toPanel.apply(location)
        values.x = Self.whole(place.x + minX)
        values.y = Self.whole(place.y + minY)
        if let axis = axes.pressure { values.pressure = Self.value(of: touch.pressure ?? 1, axis) }
        if let scale = axes.major, scale > 0 { values.major = Self.whole((touch.major ?? 0) / scale) }
        if let scale = axes.minor, scale > 0 { values.minor = Self.whole((touch.minor ?? 0) / scale) }
        if quarter > 0, let angle = touch.orientation { values.orientation = orientation(angle) }
        return values
    }

    /// Converts an angle to the orientation axis. An ellipse looks the same after half a turn, so −π/2 and π/2 are one orientation.
    private func orientation(_ angle: Double) -> Int32 {
        let value = Self.whole((angle - axes.turn).remainder(dividingBy: .pi) / (.pi / 2) * quarter)
        return isSigned ? value : abs(value)
    }

    /// Converts a share (0…1) of an axis' range to a device value. Injected touches carry no pressure and get the full pressure.
    public static func value(of share: Double, _ axis: AxisInfo) -> Int32 {
        whole(share * (Double(axis.maximum) - Double(axis.minimum)) + Double(axis.minimum))
    }

    /// Rounds to a whole unit. Numbers from 2³⁰ on, which no panel reports, are also clamped; that branch is much slower.
    static func whole(_ number: Double) -> Int32 {
        abs(number) < 0x1p30 ? Int32(number.rounded()) : Int32(clamping: number.rounded())
    }
}
