/// A way in which a device differs from its declaration or from the kernel's rules. It corrects the device's description before anything
/// is derived from it.
///
/// The quirks are code; the devices that have them are data (`DeviceQuirks.table`), as in libinput.
public enum PanelQuirk: Hashable, Sendable {
    /// A single-touch panel reports its position on these axes instead of ABS_X and ABS_Y.
    case position(x: UInt16, y: UInt16)
    /// The pressure does not show how hard a finger presses, so touches have none.
    case noPressure
    /// The kernel's rules require contact sizes in the units of the positions. The device uses other units, so touches have no size.
    case noSize

    /// The name in the protocol, the log and the documents.
    public var name: String {
        switch self {
        case .position: "position"
        case .noPressure: "noPressure"
        case .noSize: "noSize"
        }
    }

    func correct(_ panel: inout PanelDescription) {
        switch self {
        case .position(let x, let y): (panel.singleTouchX, panel.singleTouchY) = (x, y)
        case .noPressure: for code in [AbsCode.pressure, AbsCode.mtPressure] { panel[axis: code] = nil }
        case .noSize: for code in [AbsCode.mtTouchMajor, AbsCode.mtTouchMinor] { panel[axis: code] = nil }
        }
    }
}
