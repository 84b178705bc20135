import TouchCore

/// A program's report about a screen, or its request to change the screen's mode.
public struct ScreenRequest: Sendable {
    /// The screen's ID; nil for the first screen.
    public var screen: String?
    /// The new state of the screen's display, which was turned on or off.
    public var display: DisplayState?
    public var mode: ScreenMode?
    /// The mode that the screen must have for the request to succeed; nil: any.
    public var from: ScreenMode?
    /// The time after which the mode becomes normal again, µs; nil: the mode stays.
    public var duration: Int64?
    /// The person or program on whose behalf the client asks, for the log.
    public var behalf: String?

    public init(screen: String? = nil, display: DisplayState? = nil, mode: ScreenMode? = nil, duration: Int64? = nil) {
        self.screen = screen
        self.display = display
        self.mode = mode
        self.duration = duration
    }

    /// Reads the members of a `screen` line.
    init(_ line: Members) {
        screen = line["screen"]?.string
        display = line["display"]?.string.flatMap(DisplayState.init)
        mode = line["mode"]?.string.flatMap(ScreenMode.init)
        from = line["from"]?.string.flatMap(ScreenMode.init)
        duration = line["seconds"]?.number.map(Int64.init(microsecondsOf:))
        behalf = line["for"]?.string
    }

    /// The reason why the request makes no sense; nil if it is valid.
    public var error: RequestError? {
        if display == nil && mode == nil {
            return RequestError("the request changes nothing", hint: #"give "display" or "mode"; "screens" in the snapshot has the present state"#)
        }
        if duration != nil && mode ?? .normal == .normal {
            return RequestError(#""seconds" is only for the modes cleaning and locked"#, hint: #"leave out "seconds", or give one of these modes"#)
        }
        return nil
    }

    /// A description for the log: `display off, mode cleaning for 60 s`.
    public var description: String {
        let seconds = duration.map { duration in
            let seconds = Double(duration) / 1_000_000
            return " for \(Int64(exactly: seconds).map(String.init) ?? "\(seconds)") s"
        }
        return [display.map { "display \($0.rawValue)" }, mode.map { "mode \($0.rawValue)\(seconds ?? "")" }].compactMap(\.self)
            .joined(separator: ", ")
    }
}
