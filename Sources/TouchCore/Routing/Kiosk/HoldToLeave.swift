/// A single finger that rests in place to end the cleaning mode.
struct HoldToLeave: Sendable {
    private var finger: (slot: Int, start: Point, due: Int64)?

    var deadline: Int64 { finger?.due ?? .max }

    mutating func began(_ slot: Int, at p: Point, _ time: Int64, isAlone: Bool, _ rule: CleaningRule?) {
        finger = isAlone ? rule.map { (slot, p, time &+ $0.holdToLeave) } : nil
    }

    mutating func moved(_ slot: Int, to p: Point) {
        guard let finger, finger.slot == slot else { return }
        if StaffGesture.hasStrayed(from: finger.start, to: p) { self.finger = nil }
    }

    mutating func lifted(_ slot: Int) { if finger?.slot == slot { finger = nil } }

    mutating func reset() { finger = nil }
}
