import TouchCore

/// A reader of a virtual panel, based only on the kernel's documentation: written events go through the kernel's filter, which drops unchanged
/// values, and the remaining ones are read slot by slot.
struct ReadSlots {
    enum Phase { case began, moved, ended }

    struct Step: Equatable {
        var phase: Phase
        /// The number of the contact, counted as contacts begin.
        var contact: Int
        var x: Int32
        var y: Int32

        /// Sorts the steps of one report: lifts first, and contacts in the order of their begins.
        static func inOrder(_ report: [Step]) -> [Step] {
            report.sorted { ($0.phase == .ended ? 0 : 1, $0.contact) < ($1.phase == .ended ? 0 : 1, $1.contact) }
        }
    }

    private struct Slot {
        var trackingID: Int32 = -1
        var axes: [UInt16: Int32] = [:]
        var contact: Int?
        var x: Int32 { axes[AbsCode.mtPositionX] ?? 0 }
        var y: Int32 { axes[AbsCode.mtPositionY] ?? 0 }
    }

    /// The slots as written, in the kernel.
    private var written: [Slot]
    private var slotWritten = 0, slotPassed = 0
    private var others: [UInt16: Int32] = [:]
    private var passed: [InputEvent] = []
    /// The slots as the reader knows them.
    private var slots: [Slot]
    private var current = 0
    private var contacts = 0
    private(set) var steps: [Step] = []
    /// Errors that no real panel causes.
    private(set) var faults: [String] = []

    init(slots count: Int) {
        written = Array(repeating: Slot(), count: count)
        slots = written
    }

    var down: Int { slots.count { $0.trackingID >= 0 } }

    mutating func write(_ events: [InputEvent]) {
        for event in events { filter(event) }
    }

    /// Implements the kernel's input_handle_event.
    private mutating func filter(_ event: InputEvent) {
        switch (event.type, event.code) {
        case (EventType.syn, _):
            if !passed.isEmpty { read() }
            passed = []
        case (EventType.abs, AbsCode.mtSlot):
            if written.indices.contains(Int(event.value)) { slotWritten = Int(event.value) }
        case (EventType.abs, AbsCode.mtTouchMajor...AbsCode.mtDistance), (EventType.abs, AbsCode.mtTrackingID):
            let isTracking = event.code == AbsCode.mtTrackingID
            let old = isTracking ? written[slotWritten].trackingID : written[slotWritten].axes[event.code] ?? 0
            if old == event.value { return }
            if isTracking { written[slotWritten].trackingID = event.value } else { written[slotWritten].axes[event.code] = event.value }
            if slotPassed != slotWritten {
                passed.append(InputEvent(time: event.time, type: EventType.abs, code: AbsCode.mtSlot, value: Int32(slotWritten)))
                slotPassed = slotWritten
            }
            passed.append(event)
        default:
            let key = event.type << 12 | event.code
            if others[key] ?? 0 == event.value { return }
            others[key] = event.value
            passed.append(event)
        }
    }

    /// Reads a report as a program does.
    private mutating func read() {
        var before: [Int: Slot] = [:]
        for event in passed where event.type == EventType.abs {
            if event.code == AbsCode.mtSlot {
                current = Int(event.value)
            } else if event.code >= AbsCode.mtTouchMajor {
                if before[current] == nil { before[current] = slots[current] }
                if event.code == AbsCode.mtTrackingID {
                    let isInUse = slots[current].trackingID >= 0 || before[current]!.trackingID >= 0
                    if event.value >= 0, isInUse { faults.append("a begin in slot \(current), which is in use") }
                    slots[current].trackingID = event.value
                } else {
                    slots[current].axes[event.code] = event.value
                }
            }
        }
        for index in before.keys where before[index]!.trackingID < 0 && slots[index].trackingID >= 0 { slots[index].contact = -1 }
        for index in before.keys.sorted(by: { slots[$0].trackingID < slots[$1].trackingID }) where slots[index].contact == -1 {
            slots[index].contact = contacts
            contacts += 1
        }
        var report: [Step] = []
        for (index, old) in before {
            let (slot, isDown, wasDown) = (slots[index], slots[index].trackingID >= 0, old.trackingID >= 0)
            let phase: Phase? =
                switch (wasDown, isDown) {
                case (false, true): .began
                case (true, false): .ended
                case (true, true): (old.x, old.y) == (slot.x, slot.y) ? nil : .moved
                case (false, false): nil
                }
            if let phase { report.append(Step(phase: phase, contact: slot.contact!, x: slot.x, y: slot.y)) }
        }
        steps += Step.inOrder(report)
        if (others[EventType.key << 12 | KeyCode.btnTouch] ?? 0 == 1) != (down > 0) { faults.append("BTN_TOUCH with \(down) contacts down") }
    }
}
