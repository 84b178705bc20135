/// Turns a panel's events into contacts: slot decoding, one frame at a time.
///
/// Rules: the kernel's multi-touch protocol (Documentation/input/multi-touch-protocol.rst) and contract 1, 2 and 7. The same code reads live panels
/// and recordings. All three ways of reporting fill the same slots, and one `commit` compares them with the state published before.
public struct ContactAssembler: Sendable {
    public let kind: PanelKind
    public private(set) var counters = ContactCounters()
    /// The changes of the last complete frame: first the endings, then the others, each group in slot order. Endings come first so that a finger that
    /// lifts makes room in its region for a finger that lands in the same frame.
    public private(set) var changes: [ContactChange] = []
    /// The contact that hovered over the glass in the last frame; nil if there was none. A hovering contact is not a touch. If several hover, this
    /// stays the same contact until that contact stops hovering.
    public private(set) var hover: ContactValues?
    private var hoverSlot: Int?
    /// False if no contact can be hovering, which saves the search for one. Almost always false.
    private var mayHover = false

    private var slots: [SlotState]
    /// The slots at the start of the current frame, restored if the frame turns out to be incomplete.
    private var slotsAtFrameStart: [SlotState]
    /// The slot that the next events apply to; -1 if the panel has no such slot.
    private(set) var currentSlot = 0
    private var currentSlotAtFrameStart = 0
    /// True after SYN_DROPPED: events up to and including the next SYN_REPORT belong to an incomplete frame.
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

    /// The kernel's state of the slots, according to the events read so far.
    var kernelSlots: [KernelSlot] { slots.map { KernelSlot(trackingID: $0.trackingID, values: $0.values) } }

    /// The number of contacts that are down on the panel.
    var contactCount: Int { slots.count { $0.trackingID >= 0 } }

    /// Returns the last values of the contact in a slot; nil if the slot is free.
    func contact(inSlot slot: Int) -> ContactValues? { slots[slot].trackingID >= 0 ? slots[slot].values : nil }

    /// Returns the tracking id of the contact in a slot; -1 if the slot is free.
    func trackingID(inSlot slot: Int) -> Int32 { slots[slot].trackingID }

    /// The slot of each packet of the last report, -1 for none. Only for panels with protocol A.
    var packetSlots: [Int] { packets.slots }

    /// The effect of an event on the frame being read.
    public enum Outcome: Equatable, Sendable {
        /// The frame is not complete.
        case pending
        /// The frame is complete, and `changes` lists its changes.
        case frame
        /// The kernel's queue overflowed. A caller that can read the kernel's state should do so and call `resynchronise`.
        case dropped
    }

    /// Marks a begin in `changes` as one in a sensitive region.
    mutating func markSensitive(_ index: Int) { changes[index].isSensitive = true }

    /// Consumes the panel's next events, at least one, and stops after the end of a frame or before an event with a different time. O(events), plus
    /// O(slots) at the end of a frame.
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
                if !isSkipping { handleSlotless(event) }
            }
        }
        return .pending
    }

    /// Handles an event of a panel without slots.
    private mutating func handleSlotless(_ event: InputEvent) {
        switch kind {
        case .packets:
            if event.type == EventType.abs { packets.set(event.code, event.value) }
        case .single(let button, let x, let y):
            single.handle(event, button: button, x: x, y: y, slot: &slots[0], &counters)
        case .slots, .refused:
            break
        }
    }

    /// Reads the slot events of a report, up to the next SYN or to an event with a different time. Returns the index of that event.
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
                    slots[current].apply(event.code, event.value, &counters)
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

    /// Turns the lifts of this frame into cancels. When a panel is disabled, the kernel itself frees the slots, in a frame whose SYN_REPORT has the
    /// value 1 (input_inhibit_device). No finger has lifted then.
    private mutating func releaseByKernel() {
        for index in slots.indices { slots[index].releaseByKernel() }
    }

    /// Compares every slot that the frame changed with its published state, and lists the differences.
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
        if kind.isSingle { updateSingleHover() } else if mayHover { updateHover() }
    }

    private mutating func updateSingleHover() {
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
    /// Starts from the kernel's state of a panel that was just opened. Contacts already on the glass become touches only after they have lifted and
    /// come down again.
    public mutating func open(slots kernel: [KernelSlot], currentSlot current: Int) {
        for index in slots.indices where index < kernel.count {
            slots[index].open(kernel[index])
            slotsAtFrameStart[index] = slots[index]
            if slots[index].contact == .hovering { mayHover = true }
        }
        select(slot: current)
    }

    /// Continues from the kernel's state after a drop. Forgets the frame being read, and lists the differences in `changes`.
    public mutating func resynchronise(slots kernel: [KernelSlot], currentSlot current: Int) {
        forgetFrame()
        isSkipping = false
        for index in slots.indices {
            var now = index < kernel.count ? kernel[index] : KernelSlot(trackingID: -1, values: slots[index].values)
            if kind.isSingle, now.trackingID >= 0, slots[index].trackingID >= 0 {
                now.trackingID = slots[index].trackingID  // a single-touch panel has no tracking ids to compare
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
    /// A description of the first violated invariant between two events; nil if all hold.
    var fault: String? {
        for index in slots.indices {
            if let fault = slots[index].fault { return "slot \(index): \(fault)" }
            if !slots[index].isDirty && slots[index] != slotsAtFrameStart[index] { return "slot \(index) has changed without being dirty" }
            if isSkipping && slots[index].isDirty { return "slot \(index) is dirty in a frame that is skipped" }
        }
        if currentSlot < -1 || currentSlot >= max(slots.count, 1) { return "the current slot is \(currentSlot)" }
        if !mayHover && slots.contains(where: { $0.contact == .hovering && !$0.isDirty }) { return "a contact hovers, but mayHover is false" }
        if let slot = hoverSlot, !slots[slot].isDirty, slots[slot].contact != .hovering || hover != slots[slot].values {
            return "slot \(slot) hovers at \(slots[slot].values), but the reported hover is \(String(describing: hover))"
        }
        for (before, after) in zip(changes, changes.dropFirst()) {
            let isInOrder = before.phase.isTerminal == after.phase.isTerminal ? before.slot < after.slot : before.phase.isTerminal
            if !isInOrder { return "a report's changes are not in order: \(changes)" }
        }
        return packets.fault
    }
}
