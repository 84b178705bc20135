import TouchCore

/// Checks the events for a virtual panel against protocol B, independently of the code that made them, as `StreamState` checks a client's lines.
public struct VirtualGrammar: Sendable {
    public struct Violation: Error, Equatable, CustomStringConvertible, Sendable {
        public let description: String
    }

    private struct Slot {
        var trackingID: Int32 = -1
        /// Whether a contact began or lifted in the report that is being read.
        var began = false, lifted = false
        var hasX = false, hasY = false
    }

    private var slots: [Slot]
    private var current = 0
    private var isTouched = false
    private var isOpen = false

    public init(slots count: Int) { slots = Array(repeating: Slot(), count: count) }

    /// Checks whole reports.
    public mutating func check(_ events: [InputEvent]) throws(Violation) {
        for event in events {
            isOpen = true
            switch (event.type, event.code) {
            case (EventType.syn, SynCode.report): try closeReport()
            case (EventType.key, KeyCode.btnTouch): isTouched = event.value != 0
            case (EventType.abs, let code): try axis(code, event.value)
            default: throw Violation(description: "event \(event.type)/\(event.code) is not one of a touchscreen")
            }
        }
        if isOpen { throw Violation(description: "a write without its SYN_REPORT") }
    }

    private mutating func axis(_ code: UInt16, _ value: Int32) throws(Violation) {
        switch code {
        case AbsCode.x, AbsCode.y: return
        case AbsCode.mtSlot:
            if !slots.indices.contains(Int(value)) { throw Violation(description: "slot \(value) does not exist: there are \(slots.count)") }
            current = Int(value)
        case AbsCode.mtTrackingID: try track(value)
        default:
            if slots[current].trackingID < 0 { throw Violation(description: "axis \(code) of slot \(current), which is free") }
            if code == AbsCode.mtPositionX { slots[current].hasX = true }
            if code == AbsCode.mtPositionY { slots[current].hasY = true }
        }
    }

    private mutating func track(_ id: Int32) throws(Violation) {
        let slot = slots[current]
        if id < 0 {
            if slot.trackingID < 0 { throw Violation(description: "slot \(current) lifts, but is free") }
            if slot.began { throw Violation(description: "slot \(current) lifts in the report of its begin") }
            slots[current].lifted = true
        } else {
            if slot.trackingID >= 0 { throw Violation(description: "slot \(current) begins, but is in use") }
            if slot.lifted { throw Violation(description: "slot \(current) begins in the report of its lift") }
            if slots.contains(where: { $0.trackingID == id }) { throw Violation(description: "tracking id \(id) is in use") }
            slots[current].began = true
        }
        slots[current].trackingID = id
    }

    private mutating func closeReport() throws(Violation) {
        for index in slots.indices {
            if slots[index].began, !slots[index].hasX || !slots[index].hasY { throw Violation(description: "slot \(index) has no position") }
            let id = slots[index].trackingID
            slots[index] = Slot(trackingID: id)
        }
        if isTouched != slots.contains(where: { $0.trackingID >= 0 }) { throw Violation(description: "BTN_TOUCH does not match the slots in use") }
        isOpen = false
    }
}
