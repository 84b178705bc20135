/// The protocol of a panel, derived from its description; decides how the panel is read.
public enum PanelKind: Hashable, Sendable {
    /// Multitouch protocol B, with this number of slots.
    case slots(Int)
    /// Multitouch protocol A: contacts are sent one after another, each closed by SYN_MT_REPORT.
    case packets
    /// A single contact, with these axes for its position and this button for down and up.
    case single(button: UInt16, x: UInt16 = AbsCode.x, y: UInt16 = AbsCode.y)
    /// Unreadable as a touchscreen; the text is the reason, for people to read.
    case refused(String)

    /// The upper limit for the number of slots. No panel has that many, but a device may declare a nonsensical range.
    static let maximumSlots = 1024

    public init(_ panel: PanelDescription) {
        let hasX = panel[axis: AbsCode.mtPositionX] != nil
        let hasY = panel[axis: AbsCode.mtPositionY] != nil
        if let slot = panel[axis: AbsCode.mtSlot], panel[axis: AbsCode.mtSlotMinusOne] != nil || slot.maximum < 0 {
            self = .refused("its ABS_MT_SLOT is not a slot axis, so it is not a multitouch device")
        } else if hasX != hasY {
            self = .refused("it reports ABS_MT_POSITION_\(hasX ? "X" : "Y") without ABS_MT_POSITION_\(hasX ? "Y" : "X")")
        } else if hasX, let slot = panel[axis: AbsCode.mtSlot] {
            guard panel[axis: AbsCode.mtTrackingID] != nil else {
                self = .refused("it has slots but no ABS_MT_TRACKING_ID to say when they are in use")
                return
            }
            self = .slots(min(Int(slot.maximum), PanelKind.maximumSlots - 1) + 1)
        } else if hasX {
            self = .packets
        } else if panel[axis: panel.singleTouchX] == nil || panel[axis: panel.singleTouchY] == nil {
            self = .refused("it reports no position: neither ABS_MT_POSITION_X/Y nor ABS_X/Y")
        } else if let button = [KeyCode.btnTouch, KeyCode.btnLeft].first(where: panel.keys.contains) {
            self = .single(button: button, x: panel.singleTouchX, y: panel.singleTouchY)
        } else {
            self = .refused("it reports a position but neither BTN_TOUCH nor BTN_LEFT to say when it is touched")
        }
        if case .refused = self { return }
        for (code, name) in [(xAxis, "x"), (yAxis, "y")] {
            guard let axis = panel[axis: code] else { continue }
            if axis.maximum <= axis.minimum {
                self = .refused("its \(name) axis has the empty range \(axis.minimum)…\(axis.maximum)")
                return
            }
        }
    }

    /// The code of the axis that gives a contact's x.
    public var xAxis: UInt16 {
        if case .single(_, let x, _) = self { x } else { AbsCode.mtPositionX }
    }

    /// The code of the axis that gives a contact's y.
    public var yAxis: UInt16 {
        if case .single(_, _, let y) = self { y } else { AbsCode.mtPositionY }
    }
}
