/// Which events of a panel a recording gets.
///
/// As they are, as long as there is no sensitive region. From then on without the contacts that began in one, from begin to lift:
/// what is recorded is made only of what the other contacts do, so that nothing in it depends on where these are. That takes more
/// than leaving out events. The kernel sends changes only. An axis that is missing from the first report of a contact would leak the
/// last value of the hidden contact in its slot; therefore that report is written anew, with all axes. The axes of pointer emulation
/// follow the oldest contact; they are made again from the contacts that are shown, as input_mt_report_pointer_emulation makes them.
/// An empty report is left out.
struct ReportRecorder {
    /// What a contact is.
    enum Judgement {
        /// In a sensitive region, or a touch of one.
        case secret
        /// A touch that began elsewhere; it stays that.
        case open
        /// No touch, and in no sensitive region at the moment.
        case undecided
    }

    let panel: PanelDescription
    let kind: PanelKind
    var contacts: [RecordedContact]
    /// Whether there is, or was, anything to hide.
    private(set) var isCareful = false
    /// The report that is being read.
    private(set) var report: [InputEvent] = []
    /// The slot that the kernel's events are about, and the one that the recording's are about.
    var currentSlot: Int
    private var toldSlot = 0
    /// By code: axes and keys that are not of a contact, as the recording has them.
    private var told: [UInt16: Int32] = [:]
    private var output: [InputEvent] = []
    private(set) var time: Int64 = 0
    private var begins = 0
    /// What comes up to the next SYN_REPORT has holes.
    private var isSkipping = false

    /// - Parameters:
    ///   - slots: the kernel's state. What is down already was not seen to begin, and is left out.
    ///   - isFresh: whether a reader's idea of the slots, all zeros, is right.
    init(_ panel: PanelDescription, _ kind: PanelKind, _ slots: [KernelSlot], currentSlot: Int, isFresh: Bool) {
        self.panel = panel
        self.kind = kind
        self.currentSlot = currentSlot
        contacts = slots.map {
            RecordedContact(state: $0.trackingID < 0 ? .none : .hidden, id: $0.trackingID, isStale: !isFresh)
        }
    }

    mutating func take(_ event: InputEvent) {
        if isSkipping {
            if event.type == EventType.syn && event.code == SynCode.report { isSkipping = false }
        } else {
            report.append(event)
        }
    }

    /// The kernel lost events: the report there is, is forgotten, and the hole is recorded.
    mutating func drop(at time: Int64) -> [InputEvent] {
        report.removeAll()
        isSkipping = true
        return [SynCode.dropped, SynCode.report].map { InputEvent(time: time, type: EventType.syn, code: $0, value: 0) }
    }

    /// The report is complete, or, without events, the kernel was asked for its state.
    ///
    /// - Parameters:
    ///   - slot: the kernel's current one.
    ///   - packetSlots: of a panel without slots, which slot each of the report's packets went to.
    ///   - judgements: by slot; empty when there is nothing to hide.
    mutating func close(
        at time: Int64, _ slots: [KernelSlot], currentSlot slot: Int, _ packetSlots: [Int], isCareful: Bool, _ judgements: [Judgement]
    ) -> [InputEvent] {
        defer {
            report.removeAll(keepingCapacity: true)
            output.removeAll(keepingCapacity: true)
        }
        self.time = time
        isSkipping = false
        self.isCareful = self.isCareful || isCareful
        let end = report.last ?? InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 0)
        let isState = report.isEmpty
        if isState {
            currentSlot = slot
            // What has changed meanwhile nobody has said.
            for index in contacts.indices { contacts[index].isStale = true }
        }
        guard self.isCareful || isState else {
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
        // What passes as it is goes on in the kernel's slot.
        if case .slots = kind, isState && !self.isCareful && currentSlot >= 0 && currentSlot != toldSlot {
            toldSlot = currentSlot
            output.append(InputEvent(time: time, type: EventType.abs, code: AbsCode.mtSlot, value: Int32(currentSlot)))
        }
        if output.isEmpty { return [] }
        let stamps = report.filter { $0.type == EventType.misc && $0.code == MiscCode.timestamp }
        return output + stamps + [end]
    }

    /// All of the report, as it is.
    private mutating func pass(_ slots: [KernelSlot]) {
        for event in report {
            switch (event.type, event.code) {
            case (EventType.abs, AbsCode.mtSlot):
                currentSlot = contacts.indices.contains(Int(event.value)) ? Int(event.value) : -1
                toldSlot = Int(event.value)
            case (EventType.abs, AbsCode.mtSlot...): if currentSlot >= 0 { _ = contacts[currentSlot].told.set(axis: event.code, to: event.value) }
            case (EventType.abs, _), (EventType.key, _): told[event.name] = event.value
            default: break
            }
        }
        if case .single = kind { contacts[0].told = slots[0].values }
        for index in contacts.indices where contacts[index].id != slots[index].trackingID {
            contacts[index].id = slots[index].trackingID
            contacts[index].state = contacts[index].id < 0 ? .none : .shown(isJudged: false)
            note(begin: index)
        }
    }

    // MARK: Saying

    mutating func note(begin index: Int) {
        begins += 1
        contacts[index].order = begins
    }

    mutating func tell(_ event: InputEvent) { output.append(event) }

    /// Something about a slot. What touchd does not know of a contact is not said of any.
    mutating func tell(_ slot: Int, _ code: UInt16, _ value: Int32, at time: Int64? = nil) {
        if code != AbsCode.mtTrackingID && !contacts[slot].told.set(axis: code, to: value) { return }
        let time = time ?? self.time
        if toldSlot != slot { output.append(InputEvent(time: time, type: EventType.abs, code: AbsCode.mtSlot, value: Int32(slot))) }
        toldSlot = slot
        output.append(InputEvent(time: time, type: EventType.abs, code: code, value: value))
    }

    /// An axis or key that is not of a contact, unless it is known.
    mutating func tell(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Int64? = nil) {
        let event = InputEvent(time: time ?? self.time, type: type, code: code, value: value)
        if told[event.name] ?? 0 == value { return }
        told[event.name] = value
        output.append(event)
    }

    /// What a pointer would be: the oldest contact's place.
    mutating func emulatePointer() {
        let oldest = contacts.indices.filter { contacts[$0].isShown }.min { contacts[$0].order < contacts[$1].order }
        if panel.keys.contains(KeyCode.btnTouch) { tell(EventType.key, KeyCode.btnTouch, oldest == nil ? 0 : 1) }
        guard let oldest else { return }
        let axes = [(AbsCode.x, AbsCode.mtPositionX), (AbsCode.y, AbsCode.mtPositionY), (AbsCode.pressure, AbsCode.mtPressure)]
        for (code, source) in axes where panel[axis: code] != nil && panel[axis: source] != nil {
            tell(EventType.abs, code, contacts[oldest].told[axis: source])
        }
    }

    /// Keys that are about no contact, such as a button of the frame.
    private mutating func passKeys() {
        for event in report where event.type == EventType.key && !KeyCode.ofContacts.contains(event.code) {
            if case .single(let button, _, _) = kind, event.code == button { continue }
            tell(EventType.key, event.code, event.value, at: event.time)
        }
    }
}

extension InputEvent {
    /// Type and code in one.
    fileprivate var name: UInt16 { type << 12 | code }
}

extension KeyCode {
    /// BTN_TOOL_FINGER, BTN_TOOL_QUINTTAP, BTN_TOUCH and BTN_TOOL_DOUBLETAP to BTN_TOOL_QUADTAP: how many contacts there are.
    fileprivate static let ofContacts: Set<UInt16> = [0x145, 0x148, btnTouch, 0x14d, 0x14e, 0x14f]
}
