/// The state of a single-touch panel: a pair of axes, ABS_PRESSURE, and a button for down and up, read as slot 0.
struct SingleTouch {
    private var lastID: Int32 = -1
    private var releases = false
    /// Whether a pen is in range, on the glass or over it.
    private(set) var isInRange = false
    /// The new value of `isInRange` from the frame being read; nil if the frame does not change it.
    private var range: Bool?

    mutating func handle(
        _ event: InputEvent, button: UInt16, x: UInt16, y: UInt16, slot: inout SlotState, _ counters: inout ContactCounters
    ) {
        switch (event.type, event.code) {
        case (EventType.abs, x): slot.values.x = event.value
        case (EventType.abs, y): slot.values.y = event.value
        case (EventType.abs, AbsCode.pressure): slot.values.pressure = event.value
        case (EventType.key, button) where event.value == 0:
            releases = true
            return
        case (EventType.key, button) where event.value == 1:
            if releases {
                release(&slot, &counters)
            } else if slot.trackingID >= 0 {
                // The kernel reports only changes of a button, so a second press means that the release between them was lost in a drop.
                slot.cancelLost(&counters)
            }
            lastID = lastID == .max ? 0 : lastID + 1
            slot.track(lastID, &counters)
        case (EventType.key, KeyCode.penTools) where event.value < 2: range = event.value == 1
        default: return  // other axes, other buttons, autorepeat (value 2)
        }
        slot.isDirty = true
    }

    /// Handles SYN_REPORT. When a device goes away, the kernel itself releases all keys, in a frame whose SYN_REPORT has the value 1
    /// (input_dev_release_keys). In such a frame no finger has lifted, and the removal of the device follows.
    mutating func close(report value: Int32, slot: inout SlotState, _ counters: inout ContactCounters) {
        if releases, value == 0 { release(&slot, &counters) }
        releases = false
        if let range, value == 0 { isInRange = range }
        range = nil
    }

    private mutating func release(_ slot: inout SlotState, _ counters: inout ContactCounters) {
        releases = false
        slot.track(-1, &counters)
        slot.isDirty = true
    }

    /// Forgets the frame being read. Also assumes that no pen is in range, because the kernel does not repeat a change that was lost.
    mutating func forgetFrame() { (releases, isInRange, range) = (false, false, nil) }
}
