/// The state of a display, as far as it is known.
public enum DisplayState: String, CaseIterable, Sendable { case on, off, unknown }

/// The state of one screen's glass, as reported to clients.
public struct ScreenState: Hashable, Sendable {
    public let screen: String
    public var display: DisplayState
    /// The longest threshold that has passed without a touch, in µs; nil if the screen is active.
    public var idle: Int64?
    public var mode: ScreenMode
    /// Event time of the last touch that reached a receiver, in µs; for sensitive regions rounded to whole seconds.
    public var lastTouch: Int64?
    /// Event time of the last such touch outside sensitive regions, in µs.
    public var lastOpenTouch: Int64?

    public init(
        screen: String, display: DisplayState = .unknown, idle: Int64? = nil, mode: ScreenMode = .normal, lastTouch: Int64? = nil,
        lastOpenTouch: Int64? = nil
    ) {
        self.screen = screen
        self.display = display
        self.idle = idle
        self.mode = mode
        self.lastTouch = lastTouch
        self.lastOpenTouch = lastOpenTouch
    }
}

/// A notice about a screen's glass, which must be reported or acted on.
public enum KioskNotice: Hashable, Sendable {
    /// The screen's state has changed.
    case screen(ScreenState)
    /// A staff gesture is complete.
    ///
    /// - Parameter time: Event time, in µs.
    case staff(screen: String, id: String, time: Int64)
    /// A gesture of the kiosk is made.
    ///
    /// - Parameter time: Event time, in µs.
    case gesture(screen: String, id: String, time: Int64)
    /// Something has changed on the accessible glass.
    case accessibility(AccessibilityNotice)
    /// A finger has touched a dark display, which must be switched on.
    case wake(screen: String)
}
