import Wire
import Text

/// The daemon's lines for people. A touch, gesture, control or scroll gets a single line when it ends.
struct CompactText {
    private let text: MonitorText
    /// The sequences that have not ended, in the order in which they began.
    private var open: [EventSequence] = []

    init(paint: Paint) { text = MonitorText(paint: paint) }

    /// The text for a message. Of a frame only the events that match are shown.
    mutating func lines(_ message: JSONValue, where isWanted: (JSONValue) -> Bool) -> [String] {
        switch message["type"]?.string {
        case "frame":
            let frame = message.printable
            return (frame["events"]?.array ?? []).filter(isWanted).compactMap { add($0, frame) }
        case "lagged": return finish("lagged") + text.lines(message, where: isWanted)
        default: return text.lines(message, where: isWanted)
        }
    }

    /// Ends the output: returns a line for each sequence that has not ended.
    mutating func finish(_ why: String = "not ended") -> [String] {
        defer { open = [] }
        return open.map { $0.line(text, end: why) }
    }

    /// The sequences in progress, without colours.
    var inProgress: [String] {
        let plain = MonitorText(paint: Paint(isOn: false))
        return open.map { $0.line(plain, end: nil) }
    }

    /// Adds an event to its sequence (a touch, gesture, control or scroll gesture). Returns the sequence's line if the event ends it.
    private mutating func add(_ event: JSONValue, _ frame: JSONValue) -> String? {
        guard let key = EventSequence.Key(event, frame) else { return text.timed(frame, text.event(event)) }
        guard let index = open.firstIndex(where: { $0.key == key }) else {
            if EventSequence.begins(with: event) {
                open.append(EventSequence(key, event, frame))
            } else {
                return text.timed(frame, text.event(event))
            }
            return nil
        }
        open[index].add(event, frame)
        return open[index].hasEnded ? open.remove(at: index).line(text, end: nil) : nil
    }
}
