/// Decides whether a contact becomes a touch, from the state of the output, the contact's location and the panel's rules.
struct Admission {
    /// Whether a contact began outside the panel's area and becomes a touch when it enters the area; by slot.
    private var isWaitingForEntry: [Bool]
    /// True if the panel's output shows nothing. Contacts that begin then never become touches.
    private(set) var isOutputOff = false

    init(slots: Int) { isWaitingForEntry = Array(repeating: false, count: slots) }

    /// Whether the contact in a slot began outside the panel's area and becomes a touch when it enters the area.
    @inline(__always)
    func isWaiting(_ slot: Int) -> Bool { isWaitingForEntry[slot] }

    /// Stops the wait of a contact that is over or has become a touch.
    @inline(__always)
    mutating func forget(_ slot: Int) { isWaitingForEntry[slot] = false }

    /// Cancels the wait of all contacts.
    mutating func forgetAll() { for slot in isWaitingForEntry.indices { isWaitingForEntry[slot] = false } }

    mutating func setOutput(isOff: Bool) {
        isOutputOff = isOff
        forgetAll()
    }

    /// Whether a contact at a location becomes a touch now. If not, it may become one when it enters the panel's area.
    mutating func admits(_ slot: Int, at location: Point, _ rules: PanelRules, _ area: Rect) -> Bool {
        if rules.outside == .keep || rules.outside == .clamp || area.contains(location) { return true }
        if rules.outside == .beginOnEntry { isWaitingForEntry[slot] = true }
        return false
    }
}
