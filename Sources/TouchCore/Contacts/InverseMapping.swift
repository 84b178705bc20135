/// From points of the screen back to a panel's device units: the inverse of a `PanelMapping`.
///
/// What a panel has reported comes back exactly: a place is rounded to the unit, and is off by much less than half of one.
public struct InverseMapping: Hashable, Sendable {
    private let toPanel: AffineTransform
    private let minX: Double
    private let minY: Double
    private let axes: PanelMapping.Axes
    /// Of the orientation axis: the value that is a quarter turn, and whether there are negative ones.
    private let quarter: Double
    private let isSigned: Bool

    /// - Parameter panel: the description that the mapping was made of.
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

    /// An ellipse looks the same after half a turn, so −π/2 and π/2 are one orientation.
    private func orientation(_ angle: Double) -> Int32 {
        let value = Self.whole((angle - axes.turn).remainder(dividingBy: .pi) / (.pi / 2) * quarter)
        return isSigned ? value : abs(value)
    }

    /// Of a quantity in 0…1 of an axis' range. Injected touches have none of it, and press with full force.
    public static func value(of share: Double, _ axis: AxisInfo) -> Int32 {
        whole(share * (Double(axis.maximum) - Double(axis.minimum)) + Double(axis.minimum))
    }

    /// The second form is for what no panel reports, and takes much longer.
    static func whole(_ number: Double) -> Int32 {
        abs(number) < 0x1p30 ? Int32(number.rounded()) : Int32(clamping: number.rounded())
    }
}
