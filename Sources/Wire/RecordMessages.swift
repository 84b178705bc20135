import TouchCore

/// The lines for a client that records a panel.
extension ServerMessages {
    /// - Parameter evemu: the lines that describe the panel.
    public static func recording(_ request: JSONValue?, evemu: [String]) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            $0.key("evemu")
            $0.beginArray()
            for line in evemu { $0.string(line) }
            $0.endArray()
        }
    }

    /// A report of a panel, or the part of it that may be recorded.
    public static func input(_ panel: String, _ events: [InputEvent]) -> [UInt8] {
        line("input") {
            $0.key("panel")
            $0.string(panel)
            $0.key("events")
            $0.beginArray()
            for event in events {
                $0.beginArray()
                $0.integer(event.time)
                $0.integer(Int(event.type))
                $0.integer(Int(event.code))
                $0.integer(Int(event.value))
                $0.endArray()
            }
            $0.endArray()
        }
    }

    /// A recording is over without its client's doing.
    public static func recorded(_ panel: String, _ reason: CancelReason, _ message: String) -> [UInt8] {
        line("recorded") {
            $0.key("panel")
            $0.string(panel)
            $0.key("reason")
            $0.string(reason.rawValue)
            $0.key("message")
            $0.string(message)
        }
    }
}
