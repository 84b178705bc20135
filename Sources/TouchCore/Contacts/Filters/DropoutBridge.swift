/// Continues a touch if its contact comes back, in any slot, shortly after the lift and near the place of the lift. Until then the finger counts as
/// lost, and keeps its touch slot.
struct DropoutBridge: Sendable {
    static let type = FilterType(
        "bridge", "bridge filter",
        "A contact that lifts and soon begins again near by stays the same touch. Every lift is delayed by this time.",
        [
            FilterParameter("seconds", .seconds, "Seconds by which a lift is delayed. The time of two reports bridges one lost report."),
            FilterParameter(
                "distance", .number(isZeroAllowed: true), "How far from the place of the lift the contact may begin again, in points."),
        ]
    ) { values, rules in
        rules.bridge = FilterRules.Nearness(time: values.microseconds("seconds"), distance: values.number("distance"))
    }

    /// The touch slot for each kernel slot: a permutation. A finger that comes back in another kernel slot keeps its touch slot.
    private var touchSlots: [Int]

    init(slots: Int) { touchSlots = Array(0..<slots) }

    func touchSlot(ofContact slot: Int) -> Int { touchSlots[slot] }

    /// Matches lost fingers with the contacts that begin, the closest pair first. Returns one element for each finger that has come back: true if it
    /// began in a sensitive region.
    mutating func reclaimLost(
        _ contacts: [ContactChange], _ fingers: inout [FilteredFinger], _ rule: FilterRules.Nearness, _ time: Int64,
        _ mapping: PanelMapping
    ) -> [Bool] {
        var found: [Bool] = []
        while let (contact, slot) = closest(contacts, fingers, rule, time, mapping) {
            touchSlots.swapAt(contact, touchSlots.firstIndex(of: slot)!)
            fingers[slot].comeBack()
            found.append(fingers[slot].isSensitive)
        }
        return found
    }

    private func closest(
        _ contacts: [ContactChange], _ fingers: [FilteredFinger], _ rule: FilterRules.Nearness, _ time: Int64,
        _ mapping: PanelMapping
    ) -> (contact: Int, slot: Int)? {
        var best: (contact: Int, slot: Int)?
        var least = rule.distance * rule.distance
        for contact in contacts where contact.phase == .began && !fingers[touchSlots[contact.slot]].hasComeBack {
            let location = mapping.location(contact.values)
            for slot in fingers.indices where fingers[slot].stage == .lost && fingers[slot].deadline >= time {
                // A finger that comes back on the other side of a sensitive region's edge would reveal where it was.
                if fingers[slot].isSensitive != contact.isSensitive { continue }
                let distance = fingers[slot].raw.squaredDistance(to: location)
                if distance < least || distance == least && best == nil, fingers[slot].values.tool == contact.values.tool {
                    best = (contact.slot, slot)
                    least = distance
                }
            }
        }
        return best
    }

    /// Moves a lost finger to a free slot, because another finger begins in its slot. Returns false if no slot is free.
    mutating func makeRoom(_ slot: Int, _ contacts: [ContactChange], _ fingers: [FilteredFinger]) -> Bool {
        let free = touchSlots.indices.first { other in
            fingers[touchSlots[other]].stage == .none && !contacts.contains { $0.slot == other && $0.phase == .began }
        }
        if let free { touchSlots.swapAt(slot, free) }
        return free != nil
    }

    /// A description of the first violated invariant; nil if all hold.
    var fault: String? { touchSlots.sorted() == Array(touchSlots.indices) ? nil : "contacts share a touch slot: \(touchSlots)" }
}
