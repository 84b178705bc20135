/// The kernel's `struct input_event`, with its time as a single number.
public struct InputEvent: Hashable, Sendable {
    /// The time in µs of the kernel's CLOCK_MONOTONIC, or of the recording.
    public var time: Int64
    public var type: UInt16
    public var code: UInt16
    public var value: Int32

    @inline(__always)
    public init(time: Int64, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }
}

extension InputEvent {
    /// Calls `take` with a buffer that contains only this event.
    @inlinable
    public func withEventBuffer<Result>(_ take: (inout UnsafeBufferPointer<InputEvent>) -> Result) -> Result {
        withUnsafePointer(to: self) {
            var events = UnsafeBufferPointer(start: $0, count: 1)
            return take(&events)
        }
    }
}

/// The kernel's event types that matter here (linux/input-event-codes.h).
public enum EventType {
    public static let syn: UInt16 = 0x00
    public static let key: UInt16 = 0x01
    public static let abs: UInt16 = 0x03
    public static let misc: UInt16 = 0x04
    public static let sw: UInt16 = 0x05
}

/// Codes of `EventType.syn`.
public enum SynCode {
    public static let report: UInt16 = 0
    public static let mtReport: UInt16 = 2
    public static let dropped: UInt16 = 3
}

/// Codes of `EventType.misc`.
public enum MiscCode {
    /// The panel's own clock.
    public static let timestamp: UInt16 = 0x05
}

/// Codes of `EventType.key`.
public enum KeyCode {
    public static let btnLeft: UInt16 = 0x110
    public static let btnTouch: UInt16 = 0x14a
    /// The codes BTN_TOOL_PEN to BTN_TOOL_AIRBRUSH. A panel sends one when such a tool comes into range or leaves it.
    public static let penTools: ClosedRange<UInt16> = 0x140...0x144
}

/// Codes of `EventType.abs`.
public enum AbsCode {
    public static let x: UInt16 = 0x00
    public static let y: UInt16 = 0x01
    public static let z: UInt16 = 0x02
    public static let rx: UInt16 = 0x03
    public static let pressure: UInt16 = 0x18
    /// The code below ABS_MT_SLOT. No touchscreen has this axis, but devices that declare all 64 axes do. An axis with this code therefore marks a
    /// device that is not really multitouch.
    public static let mtSlotMinusOne: UInt16 = 0x2e
    public static let mtSlot: UInt16 = 0x2f
    public static let mtTouchMajor: UInt16 = 0x30
    public static let mtTouchMinor: UInt16 = 0x31
    public static let mtOrientation: UInt16 = 0x34
    public static let mtPositionX: UInt16 = 0x35
    public static let mtPositionY: UInt16 = 0x36
    public static let mtToolType: UInt16 = 0x37
    public static let mtTrackingID: UInt16 = 0x39
    public static let mtPressure: UInt16 = 0x3a
    public static let mtDistance: UInt16 = 0x3b
    public static let count = 0x40
}

/// Values of ABS_MT_TOOL_TYPE.
public enum ToolType {
    public static let finger: Int32 = 0
    public static let pen: Int32 = 1
    public static let palm: Int32 = 2
}
