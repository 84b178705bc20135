/// The event times of one panel, in µs.
struct PanelClock {
    /// The time of the last frame. A panel's clock may jump back; the times of touches never do.
    private(set) var time: Int64 = .min
    /// The time of the last frame that was not empty. A frame that a filter held gets its own time, or this one if it is later.
    private(set) var lineTime: Int64 = .min

    /// Advances to the time of a frame, but never goes back. Returns the time that the frame gets.
    @inline(__always)
    mutating func advance(to time: Int64) -> Int64 {
        self.time = max(time, self.time)
        return self.time
    }

    /// Records the time of a frame that is not empty.
    @inline(__always)
    mutating func record(lineAt time: Int64) { lineTime = time }
}
