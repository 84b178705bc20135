/// Turns a panel's events into contacts: slot decoding, one frame at a time.
///
/// Rules: the kernel's multi-touch protocol (Documentation/input/multi-touch-protocol.rst) and contract 1, 2 and 7. The same
/// code reads live panels and recordings. All three ways of reporting end in the same slots, and one `commit` compares
/// them with what was published before.
public struct ContactAssembler: Sendable {
    public let kind: PanelKind
    public private(set) var counters = ContactCounters()
    /// What the frame closed by the last `report` did: endings first, then the rest, each in slot order. A finger that
    /// lifts thereby makes room in its region for one that lands in the same frame.
    public private(set) var changes: [ContactChange] = []
    /// What hovers over the glass as of the last frame, with where it is; no touch. Of several the one that came first.
    public private(set) var hover: ContactValues?
    private var hoverSlot: Int?
    /// Whether a contact may hover; false on nearly every panel at nearly every time.
    private var mayHover = false

    private var slots: [SlotState]
    /// The slots as they were when the current frame began, to go back to when the frame turns out to be incomplete.
    private var slotsAtFrameStart: [SlotState]
    /// The slot that the next events are about; -1: one that the panel does not have.
    private(set) var currentSlot = 0
    private var currentSlotAtFrameStart = 0
    /// After SYN_DROPPED: events up to and including the next SYN_REPORT belong to a frame with holes.
    private var isSkipping = false

    private var packets: PacketMatcher
    private var single = SingleTouch()

    public init(kind: PanelKind) {
        self.kind = kind
        let count =
            switch kind {
            case .slots(let count): count
            case .packets: PacketMatcher.maximumContacts
            case .single: 1
            case .refused: 0
            }
        slots = Array(repeating: SlotState(), count: count)
        slotsAtFrameStart = slots
        packets = PacketMatcher()
        changes.reserveCapacity(2 * count)
    }

    public var slotCount: Int { slots.count }

    /// The kernel's state of the slots, as of the events that have come.
    var kernelSlots: [KernelSlot] { slots.map { KernelSlot(trackingID: $0.trackingID, values: $0.values) } }

    /// Where the contact in a slot is, or was last; nil: there is none.
    func contact(inSlot slot: Int) -> ContactValues? { slots[slot].trackingID >= 0 ? slots[slot].values : nil }

    /// The tracking id of the contact in a slot; -1: there is none.
    func trackingID(inSlot slot: Int) -> Int32 { slots[slot].trackingID }

    /// Of a panel with protocol A: which slot each packet of the last report went to, -1 for none.
    var packetSlots: [Int] { packets.slots }

    /// What an event was for the frame that is being read.
    public enum Outcome: Equatable, Sendable {
        /// The frame goes on.
        case pending
        /// The frame is complete, and `changes` says what it did.
        case frame
        /// The kernel's queue ran over. Whoever can ask the kernel for its state should do so and call `resynchronise`.
        case dropped
    }

    /// Marks a begin of the last frame as one in a sensitive region.
    mutating func markSensitive(_ index: Int) { changes[index].isSensitive = true }

    /// Takes the next events of the panel, one at least, from the front: up to the end of a frame, or to an event of another time.
    /// O(events); at the end of a frame O(slots) besides.
    public mutating func handle(_ events: inout UnsafeBufferPointer<InputEvent>) -> Outcome {
        let time = events[0].time
        var next = 0
        defer { events = UnsafeBufferPointer(rebasing: events[next...]) }
        while next < events.count, events[next].time == time {
            let event = events[next]
            if event.type == EventType.syn {
                next += 1
                let outcome = synchronise(event)
                if outcome != .pending { return outcome }
            } else if case .slots = kind, !isSkipping {
                next = setSlots(events, from: next)
            } else {
                next += 1
                if !isSkipping { take(event) }
            }
        }
        return .pending
    }

    /// Takes an event of a panel that has no slots.
    private mutating func take(_ event: InputEvent) {
        switch kind {
        case .packets:
            if event.type == EventType.abs { packets.set(event.code, event.value) }
        case .single(let button, let x, let y):
            single.handle(event, button: button, x: x, y: y, slot: &slots[0], &counters)
        case .slots, .refused:
            break
        }
    }

    /// Takes what a report says of slots, up to the next SYN or to an event of another time. Returns the place of that one.
    private mutating func setSlots(_ events: UnsafeBufferPointer<InputEvent>, from first: Int) -> Int {
        let time = events[first].time
        var (next, current) = (first, currentSlot)
        slots.withUnsafeMutableBufferPointer { slots in
            while next < events.count, events[next].time == time, events[next].type != EventType.syn {
                let event = events[next]
                next += 1
                if event.type != EventType.abs { continue }
                if event.code == AbsCode.mtSlot {
                    current = slots.indices.contains(Int(event.value)) ? Int(event.value) : -1
                    if current < 0 { counters.slotsOutOfRange += 1 }
                } else if current >= 0 {
                    slots[current].take(event.code, event.value, &counters)
                }
            }
        }
        currentSlot = current
        return next
    }

    private mutating func synchronise(_ event: InputEvent) -> Outcome {
        switch event.code {
        case SynCode.dropped:
            counters.drops += 1
            forgetFrame()
            isSkipping = true
            return .dropped
        case SynCode.mtReport:
            if !isSkipping { packets.closePacket() }
            return .pending
        case SynCode.report:
            if isSkipping {
                isSkipping = false
                return .pending
            }
            switch kind {
            case .packets: packets.assign(to: &slots, report: event.value, &counters)
            case .single: single.close(report: event.value, slot: &slots[0], &counters)
            case .slots: if event.value == 1 { releaseByKernel() }
            case .refused: break
            }
            commit()
            return .frame
        default:
            return .pending
        }
    }

    /// A frame that the kernel makes itself, closed with the value 1 (input_inhibit_device): it frees the slots of a panel
    /// that is disabled, and no finger has lifted.
    private mutating func releaseByKernel() {
        for index in slots.indices { slots[index].releaseByKernel() }
    }

    /// Compares every slot that the frame touched with what was published, and lists the differences.
    private mutating func commit() {
        changes.removeAll(keepingCapacity: true)
        slots.withUnsafeMutableBufferPointer { slots in
            for index in slots.indices where slots[index].isDirty { slots[index].commitEnding(index, into: &changes) }
            slotsAtFrameStart.withUnsafeMutableBufferPointer { before in
                for index in slots.indices where slots[index].isDirty {
                    slots[index].commitRest(index, into: &changes)
                    slots[index].isDirty = false
                    before[index] = slots[index]
                    if slots[index].contact == .hovering { mayHover = true }
                }
            }
        }
        currentSlotAtFrameStart = currentSlot
        if kind.isSingle { hoverOfSingle() } else if mayHover { updateHover() }
    }

    private mutating func hoverOfSingle() {
        hover = single.isInRange && slots[0].contact == .none ? slots[0].values : nil
        hover?.tool = ToolType.pen
    }

    private mutating func updateHover() {
        if let slot = hoverSlot, slots[slot].contact != .hovering { hoverSlot = nil }
        if hoverSlot == nil { hoverSlot = slots.firstIndex { $0.contact == .hovering } }
        hover = hoverSlot.map { slots[$0].values }
        mayHover = hoverSlot != nil
    }

    private mutating func forgetFrame() {
        for index in slots.indices where slots[index].isDirty { slots[index] = slotsAtFrameStart[index] }
        currentSlot = currentSlotAtFrameStart
        packets.drop()
        single.forgetFrame()
    }
}

// MARK: - Knowing the kernel's state

extension ContactAssembler {
    /// Starts from the kernel's state of a panel just opened: contacts already on the glass are no touches until they lift and
    /// come again.
    public mutating func open(slots kernel: [KernelSlot], currentSlot current: Int) {
        for index in slots.indices where index < kernel.count {
            slots[index].open(kernel[index])
            slotsAtFrameStart[index] = slots[index]
            if slots[index].contact == .hovering { mayHover = true }
        }
        select(slot: current)
    }

    /// Goes on from the kernel's state after a drop; leaves in `changes` what that means. The frame that was being read is
    /// forgotten.
    public mutating func resynchronise(slots kernel: [KernelSlot], currentSlot current: Int) {
        forgetFrame()
        isSkipping = false
        for index in slots.indices {
            var now = index < kernel.count ? kernel[index] : KernelSlot(trackingID: -1, values: slots[index].values)
            if kind.isSingle, now.trackingID >= 0, slots[index].trackingID >= 0 {
                now.trackingID = slots[index].trackingID  // a button has no identity to compare
            }
            slots[index].resynchronise(now)
        }
        commit()
        select(slot: current)
    }

    private mutating func select(slot: Int) {
        currentSlot = slots.indices.contains(slot) ? slot : -1
        currentSlotAtFrameStart = currentSlot
    }
}

// MARK: - Invariants

extension ContactAssembler {
    /// What contradicts itself between two events; nil if nothing does.
    var fault: String? {
        for index in slots.indices {
            if let fault = slots[index].fault { return "slot \(index): \(fault)" }
            if !slots[index].isDirty && slots[index] != slotsAtFrameStart[index] { return "slot \(index) has changed, and the frame does not know" }
            if isSkipping && slots[index].isDirty { return "slot \(index) has changed in a frame with holes" }
        }
        if currentSlot < -1 || currentSlot >= max(slots.count, 1) { return "the current slot is \(currentSlot)" }
        if !mayHover && slots.contains(where: { $0.contact == .hovering && !$0.isDirty }) { return "a contact hovers, and that is not known" }
        if let slot = hoverSlot, !slots[slot].isDirty, slots[slot].contact != .hovering || hover != slots[slot].values {
            return "slot \(slot) hovers at \(slots[slot].values), and \(String(describing: hover)) is told"
        }
        for (before, after) in zip(changes, changes.dropFirst()) {
            let isInOrder = before.phase.isTerminal == after.phase.isTerminal ? before.slot < after.slot : before.phase.isTerminal
            if !isInOrder { return "a report's changes are not in order: \(changes)" }
        }
        return packets.fault
    }
}
