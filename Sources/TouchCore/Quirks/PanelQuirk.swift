/// A way in which a device differs from what it declares, or from what the kernel's rules say: it corrects the device's
/// description before anything else is made of it.
///
/// The quirks are code; the devices that have them are data (`DeviceQuirks.table`), as in libinput.
public enum PanelQuirk: Hashable, Sendable {
    /// A panel with one contact has its position on these axes and not on ABS_X and ABS_Y.
    case position(x: UInt16, y: UInt16)
    /// Its pressure says nothing about how hard a finger presses: touches have none.
    case noPressure
    /// Its contact sizes are not in units of its positions, as the kernel's rules want them: touches have none.
    case noSize

    /// As the protocol, the log and the documents call it.
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
