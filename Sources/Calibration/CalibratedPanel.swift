public import TouchCore

/// The panel that is calibrated, with the known facts about it and the calibration in force.
public struct CalibratedPanel: Hashable, Sendable {
    /// The panel ID, such as `main-0`; empty if the panel is not in the configuration.
    public var id = ""
    public var name = ""
    public var vendor: UInt16?
    public var product: UInt16?
    public var idPath = ""
    public var phys = ""
    /// The rotation that is applied after the calibration.
    public var rotation = Rotation.none
    /// The part of the screen that the panel covers, in points; nil for all of it.
    public var area: Rect?
    /// udev's LIBINPUT_CALIBRATION_MATRIX.
    public var udev = AffineTransform.identity
    /// The configuration's `calibration:`, which is applied after udev's.
    public var configured = AffineTransform.identity
    /// The physical size of the area that the panel's axes cover, in mm; nil if the panel does not state it.
    public var millimetres: Size?
    /// The phys of the virtual panel that passes the touches to applications in the panel's own units; empty if there is none.
    public var virtualPhys = ""
    /// The name of the virtual panel that passes the touches to applications, in whatever units; empty if there is none.
    public var virtualName = ""

    public init() {}

    /// The whole calibration in force.
    public var inForce: AffineTransform { udev.then(configured) }

    /// The panel's name for people.
    public var summary: String { id.isEmpty ? "\"\(name)\"" : "panel \(id), \"\(name)\"" }

    /// The map from the calibrated space to points of the screen.
    func toScreen(_ screen: Size) -> AffineTransform {
        let area = area ?? Rect(0, 0, screen.width, screen.height)
        return turn.then(.scale(area.size.width, area.size.height)).then(.translation(area.minX, area.minY))
    }

    private var turn: AffineTransform {
        switch rotation {
        case .none: .identity
        case .quarter: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
        case .half: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
        case .threeQuarters: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
        }
    }
}
