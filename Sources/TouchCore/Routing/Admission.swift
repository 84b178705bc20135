/// Whether a contact becomes a touch, by the rules of its panel: an output that is off, what lies outside.
struct Admission {
    /// By slot: contacts that began outside and become touches where they come in.
    private var isWaitingForEntry: [Bool]
    /// The panel's output shows nothing: what begins is nothing for its whole life.
    private(set) var isOutputOff = false

    init(slots: Int) { isWaitingForEntry = Array(repeating: false, count: slots) }

    /// Whether a contact began outside and becomes a touch when it comes in.
    @inline(__always)
    func isWaiting(_ slot: Int) -> Bool { isWaitingForEntry[slot] }

    /// The contact in a slot is over, or is a touch now.
    @inline(__always)
    mutating func forget(_ slot: Int) { isWaitingForEntry[slot] = false }

    /// No contact waits any more.
    mutating func forgetAll() { for slot in isWaitingForEntry.indices { isWaitingForEntry[slot] = false } }

    mutating func setOutput(isOff: Bool) {
        isOutputOff = isOff
        forgetAll()
    }

    /// Whether a contact at a place becomes a touch now. One that does not may do so when it comes in.
    mutating func admits(_ slot: Int, at location: Point, _ rules: PanelRules, _ area: Rect) -> Bool {
        if rules.outside == .keep || rules.outside == .clamp || area.contains(location) { return true }
        if rules.outside == .beginOnEntry { isWaitingForEntry[slot] = true }
        return false
    }
}
