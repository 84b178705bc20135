/// What is shown on a screen, as far as anybody knows.
public enum DisplayState: String, CaseIterable, Sendable { case on, off, unknown }

/// Whether fingers are routed.
public enum ScreenMode: String, CaseIterable, Sendable {
    case normal
    /// Nothing is routed, until the glass is clean.
    case cleaning
    /// Nothing is routed, until somebody says so.
    case locked
}

/// One screen's glass as clients are told of it.
public struct ScreenState: Hashable, Sendable {
    public let screen: String
    public var display: DisplayState
    /// The longest threshold that has passed without a touch, µs; nil: the screen is active.
    public var idle: Int64?
    public var mode: ScreenMode
    /// Event time of the last touch that reached anybody, µs; in a sensitive region in whole seconds.
    public var lastTouch: Int64?
    /// The same, of touches outside of sensitive regions.
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

/// Something about a screen's glass that is to be told, or done.
public enum KioskNotice: Hashable, Sendable {
    /// Its state has changed.
    case screen(ScreenState)
    /// Staff have made their gesture.
    ///
    /// - Parameter time: event time, µs.
    case staff(screen: String, id: String, time: Int64)
    /// A finger has touched a dark display: somebody is to light it.
    case wake(screen: String)
}
