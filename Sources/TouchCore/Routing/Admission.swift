/// Decides by the panel's rules whether a contact becomes a touch: whether the output is on, and where the contact is.
struct Admission {
    /// Whether the contact in each slot began outside the panel's area and becomes a touch when it enters the area.
    private var isWaitingForEntry: [Bool]
    /// True if the panel's output shows nothing. Contacts that begin then never become touches.
    private(set) var isOutputOff = false

    init(slots: Int) { isWaitingForEntry = Array(repeating: false, count: slots) }

    /// Whether a contact began outside and becomes a touch when it enters.
    @inline(__always)
    func isWaiting(_ slot: Int) -> Bool { isWaitingForEntry[slot] }

    /// Handles a contact that is over or has become a touch.
    @inline(__always)
    mutating func forget(_ slot: Int) { isWaitingForEntry[slot] = false }

    /// Cancels the wait of all contacts.
    mutating func forgetAll() { for slot in isWaitingForEntry.indices { isWaitingForEntry[slot] = false } }

    mutating func setOutput(isOff: Bool) {
        isOutputOff = isOff
        forgetAll()
    }

    /// Whether a contact at a location becomes a touch now. If not, it may become one when it enters.
    mutating func admits(_ slot: Int, at location: Point, _ rules: PanelRules, _ area: Rect) -> Bool {
        if rules.outside == .keep || rules.outside == .clamp || area.contains(location) { return true }
        if rules.outside == .beginOnEntry { isWaitingForEntry[slot] = true }
        return false
    }
}
