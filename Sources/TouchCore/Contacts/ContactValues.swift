/// A slot's axis values as the kernel keeps them, in device units. They outlive a lift: a new contact in the slot starts with the values
/// of the last one, because the kernel only reports changes.
public struct ContactValues: Hashable, Sendable {
    public var x: Int32 = 0
    public var y: Int32 = 0
    public var pressure: Int32 = 0
    public var major: Int32 = 0
    public var minor: Int32 = 0
    public var orientation: Int32 = 0
    public var tool: Int32 = ToolType.finger
    public var distance: Int32 = 0

    public init() {}

    /// Sets the value of a multitouch axis. Returns false if the code is not one of `axes`.
    @inline(__always)
    public mutating func set(axis code: UInt16, to value: Int32) -> Bool {
        switch code {
        case AbsCode.mtPositionX: x = value
        case AbsCode.mtPositionY: y = value
        case AbsCode.mtPressure: pressure = value
        case AbsCode.mtTouchMajor: major = value
        case AbsCode.mtTouchMinor: minor = value
        case AbsCode.mtOrientation: orientation = value
        case AbsCode.mtToolType: tool = value
        case AbsCode.mtDistance: distance = value
        default: return false
        }
        return true
    }

    /// The multitouch axes that are kept.
    static let axes: [UInt16] = [
        AbsCode.mtTouchMajor, AbsCode.mtTouchMinor, AbsCode.mtOrientation, AbsCode.mtPositionX, AbsCode.mtPositionY,
        AbsCode.mtToolType, AbsCode.mtPressure, AbsCode.mtDistance,
    ]

    /// The value of one of `axes`.
    subscript(axis code: UInt16) -> Int32 {
        switch code {
        case AbsCode.mtPositionX: x
        case AbsCode.mtPositionY: y
        case AbsCode.mtPressure: pressure
        case AbsCode.mtTouchMajor: major
        case AbsCode.mtTouchMinor: minor
        case AbsCode.mtOrientation: orientation
        case AbsCode.mtToolType: tool
        case AbsCode.mtDistance: distance
        default: preconditionFailure("axis \(code) is not stored")
        }
    }

    /// True if the contact is over the glass rather than on it: "a positive number means the contact is hovering" (multi-touch-protocol.rst).
    var isHovering: Bool { distance > 0 }

    func hasSamePosition(as other: ContactValues) -> Bool { x == other.x && y == other.y }
}
