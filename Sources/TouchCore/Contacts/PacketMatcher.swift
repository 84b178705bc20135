/// Assigns the contacts of protocol A to slots. Every frame lists all contacts, each closed by SYN_MT_REPORT. A contact is matched by
/// tracking id if the panel sends ids, otherwise with the nearest contact of the frame before.
///
/// touchd does not use libmtdev for this, because the rule is simple, and recordings must be matched by the same code as live panels.
struct PacketMatcher {
    static let maximumContacts = 32

    private struct Packet {
        var values = ContactValues()
        var trackingID: Int32?
        var hasPosition = false
    }

    private var packet = Packet()
    private var packets: [Packet] = []
    /// The slot of each packet of the last report; -1 for none.
    private(set) var slots: [Int] = []
    private var lastID: Int32 = -1
    /// True after lost frames. Contacts missing from the next frame are then cancelled, because their lifts were not seen.
    private var hasGap = false

    init() {
        packets.reserveCapacity(Self.maximumContacts)
        slots.reserveCapacity(Self.maximumContacts)
    }

    mutating func set(_ code: UInt16, _ value: Int32) {
        if code == AbsCode.mtTrackingID {
            packet.trackingID = value
        } else if packet.values.set(axis: code, to: value) {
            packet.hasPosition = packet.hasPosition || code == AbsCode.mtPositionX || code == AbsCode.mtPositionY
        }
    }

    mutating func closePacket() {
        if packet.hasPosition, packets.count < Self.maximumContacts { packets.append(packet) }
        packet = Packet()
    }

    mutating func drop() {
        forgetFrame()
        hasGap = true
    }

    private mutating func forgetFrame() {
        packet = Packet()
        packets.removeAll(keepingCapacity: true)
    }

    /// Handles SYN_REPORT: moves the contacts that the frame lists, lifts those that it does not list, and begins new contacts in the lowest free
    /// slots. A frame without contacts lifts all of them, because N-Trig panels send no SYN_MT_REPORT when no finger is down. A frame without
    /// contacts is ignored if its SYN_REPORT has the value 1, which means that the kernel itself made it.
    mutating func assign(to slots: inout [SlotState], report value: Int32, _ counters: inout ContactCounters) {
        defer { forgetFrame() }
        self.slots.removeAll(keepingCapacity: true)
        for _ in packets { self.slots.append(-1) }
        if packets.isEmpty && value == 1 { return }
        var unmatched = UInt64(1) << UInt64(packets.count) - 1
        var unlisted = UInt64(0)
        for index in slots.indices where slots[index].trackingID >= 0 { unlisted |= 1 << UInt64(index) }
        let givesIDs = packets.contains { $0.trackingID != nil }
        while let (slot, packet) = givesIDs ? pairByID(slots, unlisted, unmatched) : pairByDistance(slots, unlisted, unmatched) {
            self.slots[packet] = slot
            slots[slot].values = packets[packet].values
            slots[slot].isDirty = true
            unlisted &= ~(1 << UInt64(slot))
            unmatched &= ~(1 << UInt64(packet))
        }
        for index in slots.indices where unlisted & 1 << UInt64(index) != 0 {
            if hasGap { slots[index].cancelLost(&counters) } else { slots[index].track(-1, &counters) }
            slots[index].isDirty = true
        }
        hasGap = false
        for index in packets.indices where unmatched & 1 << UInt64(index) != 0 {
            guard let free = slots.firstIndex(where: { $0.trackingID < 0 }) else { return }
            lastID = lastID == .max ? 0 : lastID + 1
            self.slots[index] = free
            slots[free].values = packets[index].values
            slots[free].track(packets[index].trackingID.flatMap { $0 >= 0 ? $0 : nil } ?? lastID, &counters)
            slots[free].isDirty = true
        }
    }

    private func pairByID(_ slots: [SlotState], _ unlisted: UInt64, _ unmatched: UInt64) -> (slot: Int, packet: Int)? {
        for packet in packets.indices where unmatched & 1 << UInt64(packet) != 0 {
            for slot in slots.indices
            where unlisted & 1 << UInt64(slot) != 0 && slots[slot].trackingID == packets[packet].trackingID {
                return (slot, packet)
            }
        }
        return nil
    }

    /// Returns the closest pair left. Among equally close pairs, the one with the lowest slot wins, then the one with the earliest packet.
    private func pairByDistance(_ slots: [SlotState], _ unlisted: UInt64, _ unmatched: UInt64) -> (slot: Int, packet: Int)? {
        var best: (slot: Int, packet: Int)?
        var least = Double.infinity
        for slot in slots.indices where unlisted & 1 << UInt64(slot) != 0 {
            for packet in packets.indices where unmatched & 1 << UInt64(packet) != 0 {
                let dx = Double(slots[slot].values.x) - Double(packets[packet].values.x)
                let dy = Double(slots[slot].values.y) - Double(packets[packet].values.y)
                if dx * dx + dy * dy < least {
                    least = dx * dx + dy * dy
                    best = (slot, packet)
                }
            }
        }
        return best
    }

    /// A description of the first violated invariant; nil if all hold.
    var fault: String? {
        let used = slots.filter { $0 >= 0 }
        return Set(used).count == used.count && slots.count <= Self.maximumContacts ? nil : "packets share a slot: \(slots)"
    }
}
