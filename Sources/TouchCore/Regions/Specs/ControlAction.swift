/// An event of a control about the finger that it tracks: UIControl.Event. The raw values are the words of the protocol.
public enum ControlEvent: String, CaseIterable, Sendable {
    case touchDown, touchDownRepeat
    case touchDragInside, touchDragOutside, touchDragEnter, touchDragExit
    case touchUpInside, touchUpOutside, touchCancel
    /// The value of a slider or switch has changed.
    case valueChanged
}

public struct ControlAction: Sendable {
    public enum Value: Hashable, Sendable {
        case number(Double)
        case isOn(Bool)
    }

    public var region: RegionID
    public var event: ControlEvent
    public var touch: TouchID
    /// The new value, for `valueChanged`.
    public var value: Value?
}
