import Configuration
import TouchCore

/// The properties that a virtual panel declares to the kernel: the touchscreen that applications below a surface see.
public struct VirtualPanelLayout: Equatable, Sendable {
    /// The beginning of the `phys` of all virtual panels of any touchd. touchd never uses such a device as a panel.
    public static let physPrefix = "touchd/"
    /// The number of slots for panels of protocol A and injected fingers.
    private static let usualSlots = 10

    /// The ID of the panel whose touches the virtual panel passes on.
    public let panel: String
    public let name: String
    public let phys: String
    public let vendor: UInt16
    public let product: UInt16
    public let version: UInt16
    public let slots: Int
    /// The axes, by code.
    public let axes: [UInt16: AxisInfo]

    /// - Parameters:
    ///   - screen: the screen's id and its size in points.
    ///   - instance: the name of this touchd among several on the machine.
    public init(
        of panel: String, _ profile: PanelProfile, _ mapping: PanelMapping, _ settings: VirtualPanelSettings, screen: (id: String, size: Size),
        instance: String? = nil
    ) {
        let description = profile.description
        self.panel = panel
        name = "touchd \(screen.id)"
        phys = Self.phys(of: panel, instance)
        // The virtual panel has the panel's ids, because desktops remember its output by them.
        (vendor, product, version) = (description.vendor, description.product, description.version)
        slots = Self.slots(profile.kind)
        var axes: [UInt16: AxisInfo] = [:]
        let (x, y) = Self.position(description, profile.kind, mapping, settings.space, screen.size)
        (axes[AbsCode.x], axes[AbsCode.y], axes[AbsCode.mtPositionX], axes[AbsCode.mtPositionY]) = (x, y, x, y)
        axes[AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: Int32(slots) - 1)
        axes[AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: VirtualContacts.trackingIDMax)
        axes[AbsCode.mtPressure] = description[axis: AbsCode.mtPressure] ?? (profile.isSingle ? description[axis: AbsCode.pressure] : nil)
        for code in [AbsCode.mtTouchMajor, AbsCode.mtTouchMinor, AbsCode.mtOrientation] { axes[code] = description[axis: code] }
        if settings.space == .screen { Self.turn(&axes, x, y) }
        if settings.cancel == .palm { axes[AbsCode.mtToolType] = AxisInfo(minimum: ToolType.finger, maximum: ToolType.palm) }
        // The axes have no fuzz, because the kernel would smooth the values once more.
        self.axes = axes.mapValues { AxisInfo(minimum: $0.minimum, maximum: $0.maximum, resolution: $0.resolution) }
    }

    init(panel: String, name: String, phys: String, ids: (vendor: UInt16, product: UInt16, version: UInt16), slots: Int, axes: [UInt16: AxisInfo]) {
        (self.panel, self.name, self.phys, self.slots, self.axes) = (panel, name, phys, slots, axes)
        (vendor, product, version) = ids
    }

    /// Returns the description of a panel about which nothing is known but its ids. It serves only virtual panels in the screen's units.
    public static func usualPanel(vendor: UInt16?, product: UInt16?) -> PanelDescription {
        var panel = PanelDescription(name: "", vendor: vendor ?? 0, product: product ?? 0)
        for code in [AbsCode.mtPositionX, AbsCode.mtPositionY] { panel[axis: code] = AxisInfo(minimum: 0, maximum: 1) }
        panel[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: Int32(usualSlots) - 1)
        panel[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: VirtualContacts.trackingIDMax)
        return panel
    }

    /// Whether a device of this layout serves a panel for which this other layout would be made: the applications see the same name and places, and
    /// only axes besides the position, the number of slots or the ids differ.
    public func serves(_ other: VirtualPanelLayout) -> Bool {
        func range(_ layout: VirtualPanelLayout, _ code: UInt16) -> ClosedRange<Int32>? { layout.axes[code].map { $0.minimum...$0.maximum } }
        return (name, phys) == (other.name, other.phys)
            && [AbsCode.mtPositionX, AbsCode.mtPositionY, AbsCode.mtToolType].allSatisfy { range(self, $0) == range(other, $0) }
    }

    public static func phys(of panel: String, _ instance: String?) -> String { physPrefix + (instance.map { $0 + "/" } ?? "") + panel }

    private static func slots(_ kind: PanelKind) -> Int {
        switch kind {
        case .slots(let count): count
        case .single: 1
        case .packets, .refused: usualSlots
        }
    }

    private static func position(
        _ panel: PanelDescription, _ kind: PanelKind, _ mapping: PanelMapping, _ space: VirtualPanelSettings.Space, _ size: Size
    ) -> (x: AxisInfo, y: AxisInfo) {
        switch space {
        case .panel:
            return (panel[axis: kind.xAxis] ?? AxisInfo(minimum: 0, maximum: 1), panel[axis: kind.yAxis] ?? AxisInfo(minimum: 0, maximum: 1))
        case .screen:
            let units = ScreenUnits(size)
            let scale = mapping.pointsPerMillimetre
            func axis(_ length: Double, _ perMillimetre: Double?) -> AxisInfo {
                AxisInfo(
                    minimum: 0, maximum: Int32(clamping: (length * units.perPoint).rounded(.up)) - 1,
                    resolution: perMillimetre.map { Int32(clamping: ($0 * units.perPoint).rounded()) } ?? 0)
            }
            return (axis(size.width, scale?.width), axis(size.height, scale?.height))
        }
    }

    /// Adapts the axes to the screen's coordinates. In them, a contact's size has the same units as its position, and its ellipse may have any
    /// direction.
    private static func turn(_ axes: inout [UInt16: AxisInfo], _ x: AxisInfo, _ y: AxisInfo) {
        for code in [AbsCode.mtTouchMajor, AbsCode.mtTouchMinor] where axes[code] != nil {
            axes[code] = AxisInfo(minimum: 0, maximum: max(x.maximum, y.maximum), resolution: x.resolution)
        }
        if axes[AbsCode.mtOrientation] != nil { axes[AbsCode.mtOrientation] = AxisInfo(minimum: -90, maximum: 90) }
    }
}

/// The units of a virtual panel in the screen's space: a tenth of a point, or more on a screen with very many points.
struct ScreenUnits {
    let perPoint: Double

    init(_ size: Size) {
        let longest = max(size.width, size.height)
        perPoint = longest * 10 <= 1e9 ? 10 : 1e9 / longest
    }
}

extension PanelProfile {
    var isSingle: Bool { if case .single = kind { true } else { false } }
}
