/// What a control says of the finger that it tracks: UIControl.Event. The raw values are the words of the protocol.
public enum ControlEvent: String, CaseIterable, Sendable {
    case touchDown, touchDownRepeat
    case touchDragInside, touchDragOutside, touchDragEnter, touchDragExit
    case touchUpInside, touchUpOutside, touchCancel
    /// Of sliders and switches.
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
    /// The new one, with `valueChanged`.
    public var value: Value?
}
