/// Selects the events of a panel for a recording.
///
/// Without sensitive regions, all events pass unchanged. From the moment there is one, contacts that began in a sensitive region are left out from
/// begin to lift. The recording is then derived from the other contacts alone, so that nothing in it depends on the hidden ones. Dropping events is
/// not enough for that. The kernel sends only changes, and an axis missing from the first report of a contact would leak the last value of the hidden
/// contact in its slot; that report is therefore rewritten with all axes. The axes of pointer emulation follow the oldest contact; they are
/// recomputed from the shown contacts, as input_mt_report_pointer_emulation does. Empty reports are left out.
struct ReportRecorder {
    /// The decision about a contact.
    enum Judgement {
        /// A contact in a sensitive region, or a touch of one.
        case sensitive
        /// A touch that began outside sensitive regions; it stays recorded.
        case open
        /// A contact that is not a touch, and not in a sensitive region at the moment.
        case undecided
    }

    let panel: PanelDescription
    let kind: PanelKind
    var contacts: [RecordedContact]
    /// Whether there is, or was, something to hide.
    private(set) var mayHideContacts = false
    /// The report being read.
    private(set) var report: [InputEvent] = []
    /// The slot that the kernel's events refer to.
    var currentSlot: Int
    /// The slot that the recording's events refer to.
    private var recordedSlot = 0
    /// The recorded values of axes and keys that do not belong to a contact, by code.
    private var recordedValues: [UInt16: Int32] = [:]
    private var output: [InputEvent] = []
    private(set) var time: Int64 = 0
    private var begins = 0
    /// Whether the events up to the next SYN_REPORT are incomplete and skipped.
    private var isSkipping = false

    /// - Parameters:
    ///   - slots: The kernel's state. Contacts that are already down are left out, because their begin was not seen.
    ///   - isFresh: Whether all values of the slots are zero, as readers of the recording assume.
    init(_ panel: PanelDescription, _ kind: PanelKind, _ slots: [KernelSlot], currentSlot: Int, isFresh: Bool) {
        self.panel = panel
        self.kind = kind
        self.currentSlot = currentSlot
        contacts = slots.map {
            RecordedContact(state: $0.trackingID < 0 ? .none : .hidden, id: $0.trackingID, isStale: !isFresh)
        }
    }

    mutating func append(_ event: InputEvent) {
        if isSkipping {
            if event.type == EventType.syn && event.code == SynCode.report { isSkipping = false }
        } else {
            report.append(event)
        }
    }

    /// Handles a loss of kernel events: the current report is discarded, and the gap is recorded.
    mutating func drop(at time: Int64) -> [InputEvent] {
        report.removeAll()
        isSkipping = true
        return [SynCode.dropped, SynCode.report].map { InputEvent(time: time, type: EventType.syn, code: $0, value: 0) }
    }

    /// Ends a report, or records the kernel's state if there were no events. Returns the events to record.
    ///
    /// - Parameters:
    ///   - slot: The kernel's current slot.
    ///   - packetSlots: The slot of each packet of the report, for a panel without slots.
    ///   - judgements: The judgements by slot; empty if there is nothing to hide.
    mutating func close(
        at time: Int64, _ slots: [KernelSlot], currentSlot slot: Int, _ packetSlots: [Int], isCareful: Bool, _ judgements: [Judgement]
    ) -> [InputEvent] {
        defer {
            report.removeAll(keepingCapacity: true)
            output.removeAll(keepingCapacity: true)
        }
        self.time = time
        isSkipping = false
        self.mayHideContacts = self.mayHideContacts || isCareful
        let end = report.last ?? InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 0)
        let isState = report.isEmpty
        if isState {
            currentSlot = slot
            // The kernel's state may differ from the last report, and no events contain the differences.
            for index in contacts.indices { contacts[index].isStale = true }
        }
        guard self.mayHideContacts || isState else {
            pass(slots)
            return report
        }
        let judgements = judgements.isEmpty ? slots.map { _ in .open } : judgements
        switch kind {
        case .slots: closeSlots(slots, judgements)
        case .packets: closePackets(slots, packetSlots, isKernels: end.value == 1, judgements)
        case .single(let button, _, _): closeSingle(slots[0], button, judgements[0])
        case .refused: break
        }
        passKeys()
        // The next events, which pass unchanged, refer to the kernel's slot.
        if case .slots = kind, isState && !self.mayHideContacts && currentSlot >= 0 && currentSlot != recordedSlot {
            recordedSlot = currentSlot
            output.append(InputEvent(time: time, type: EventType.abs, code: AbsCode.mtSlot, value: Int32(currentSlot)))
        }
        if output.isEmpty { return [] }
        let stamps = report.filter { $0.type == EventType.misc && $0.code == MiscCode.timestamp }
        return output + stamps + [end]
    }

    /// Passes the whole report unchanged.
    private mutating func pass(_ slots: [KernelSlot]) {
        for event in report {
            switch (event.type, event.code) {
            case (EventType.abs, AbsCode.mtSlot):
                currentSlot = contacts.indices.contains(Int(event.value)) ? Int(event.value) : -1
                recordedSlot = Int(event.value)
            case (EventType.abs, AbsCode.mtSlot...): if currentSlot >= 0 { _ = contacts[currentSlot].recorded.set(axis: event.code, to: event.value) }
            case (EventType.abs, _), (EventType.key, _): recordedValues[event.name] = event.value
            default: break
            }
        }
        if case .single = kind { contacts[0].recorded = slots[0].values }
        for index in contacts.indices where contacts[index].id != slots[index].trackingID {
            contacts[index].id = slots[index].trackingID
            contacts[index].state = contacts[index].id < 0 ? .none : .shown(isJudged: false)
            record(begin: index)
        }
    }

    // MARK: Writing

    mutating func record(begin index: Int) {
        begins += 1
        contacts[index].order = begins
    }

    mutating func write(_ event: InputEvent) { output.append(event) }

    /// Writes an axis or id of a slot. Axes that touchd does not know are left out for all contacts.
    mutating func write(_ slot: Int, _ code: UInt16, _ value: Int32, at time: Int64? = nil) {
        if code != AbsCode.mtTrackingID && !contacts[slot].recorded.set(axis: code, to: value) { return }
        let time = time ?? self.time
        if recordedSlot != slot { output.append(InputEvent(time: time, type: EventType.abs, code: AbsCode.mtSlot, value: Int32(slot))) }
        recordedSlot = slot
        output.append(InputEvent(time: time, type: EventType.abs, code: code, value: value))
    }

    /// Writes an axis or key that does not belong to a contact, unless the reader already has this value.
    mutating func write(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Int64? = nil) {
        let event = InputEvent(time: time ?? self.time, type: type, code: code, value: value)
        if recordedValues[event.name] ?? 0 == value { return }
        recordedValues[event.name] = value
        output.append(event)
    }

    /// Writes the emulated pointer: the location of the oldest contact.
    mutating func emulatePointer() {
        let oldest = contacts.indices.filter { contacts[$0].isShown }.min { contacts[$0].order < contacts[$1].order }
        if panel.keys.contains(KeyCode.btnTouch) { write(EventType.key, KeyCode.btnTouch, oldest == nil ? 0 : 1) }
        guard let oldest else { return }
        let axes = [(AbsCode.x, AbsCode.mtPositionX), (AbsCode.y, AbsCode.mtPositionY), (AbsCode.pressure, AbsCode.mtPressure)]
        for (code, source) in axes where panel[axis: code] != nil && panel[axis: source] != nil {
            write(EventType.abs, code, contacts[oldest].recorded[axis: source])
        }
    }

    /// Writes keys that do not belong to a contact, such as a button of the frame.
    private mutating func passKeys() {
        for event in report where event.type == EventType.key && !KeyCode.ofContacts.contains(event.code) {
            if case .single(let button, _, _) = kind, event.code == button { continue }
            write(EventType.key, event.code, event.value, at: event.time)
        }
    }
}

extension InputEvent {
    /// The type and code in one number.
    fileprivate var name: UInt16 { type << 12 | code }
}

extension KeyCode {
    /// BTN_TOOL_FINGER, BTN_TOOL_QUINTTAP, BTN_TOUCH and BTN_TOOL_DOUBLETAP to BTN_TOOL_QUADTAP, which state the number of contacts.
    fileprivate static let ofContacts: Set<UInt16> = [0x145, 0x148, btnTouch, 0x14d, 0x14e, 0x14f]
}
