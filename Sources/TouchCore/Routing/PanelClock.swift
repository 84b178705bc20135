/// The event times of one panel, µs.
struct PanelClock {
    /// Of the last frame. A panel's clock may jump back; a touch's never does.
    private(set) var time: Int64 = .min
    /// Of the last frame that was not empty. What a filter withheld comes at the time when it happened, but not before this one.
    private(set) var lineTime: Int64 = .min

    /// A frame comes, not before the last one. Returns its time.
    @inline(__always)
    mutating func advance(to time: Int64) -> Int64 {
        self.time = max(time, self.time)
        return self.time
    }

    /// A frame that is not empty has been made.
    @inline(__always)
    mutating func note(lineAt time: Int64) { lineTime = time }
}
