import TouchCore

extension ScreenState {
    func write(into writer: inout JSONWriter) {
        writer.key("screen")
        writer.string(screen)
        writer.key("display")
        writer.string(display.rawValue)
        writer.key("activity")
        writer.string(idle == nil ? "active" : "idle")
        writer.key("idle")
        if let idle { writer.seconds(idle) } else { writer.null() }
        writer.key("mode")
        writer.string(mode.rawValue)
        writer.key("lastTouch")
        if let lastTouch { writer.integer(lastTouch) } else { writer.null() }
    }

    /// Writes the screen as an object of the answer to `status`. It always has `lastOpenTouch`, the time that a client may pass on to other machines:
    /// `lastTouch` may be the time of a touch in a sensitive region.
    func writeStatus(into writer: inout JSONWriter) {
        writer.beginObject()
        write(into: &writer)
        writer.key("lastOpenTouch")
        if let lastOpenTouch { writer.integer(lastOpenTouch) } else { writer.null() }
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes a time in µs as seconds, in the form of the configuration's thresholds: 60, 0.5.
    fileprivate mutating func seconds(_ time: Int64) {
        if time % 1_000_000 == 0 { integer(time / 1_000_000) } else { number(Double(time) / 1_000_000) }
    }
}
