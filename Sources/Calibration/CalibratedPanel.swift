public import TouchCore

/// What is known of the panel that is calibrated, and of the calibration in force.
public struct CalibratedPanel: Hashable, Sendable {
    /// `main-0`; empty where the panel is in no configuration.
    public var id = ""
    public var name = ""
    public var vendor: UInt16?
    public var product: UInt16?
    public var idPath = ""
    public var phys = ""
    /// What turns its picture after the calibration.
    public var rotation = Rotation.none
    /// The part of the screen that it covers, in points; nil for all.
    public var area: Rect?
    /// udev's LIBINPUT_CALIBRATION_MATRIX.
    public var udev = AffineTransform.identity
    /// `calibration:` of the configuration, which comes after udev's.
    public var configured = AffineTransform.identity
    /// The size of its ranges on the glass; nil where it does not say.
    public var millimetres: Size?
    /// The virtual panel, in the panel's own units, by which applications get its touches: its phys; empty where there is none.
    public var virtualPhys = ""

    public init() {}

    /// The whole calibration in force.
    public var inForce: AffineTransform { udev.then(configured) }

    /// For people.
    public var summary: String { id.isEmpty ? "\"\(name)\"" : "panel \(id), \"\(name)\"" }

    /// From the calibrated space to points.
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
