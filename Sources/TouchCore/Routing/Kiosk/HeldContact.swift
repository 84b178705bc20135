/// A contact that the gate holds until it has decided about it, with all its changes.
struct HeldContact: Sendable {
    /// The contact's number, which no other contact of the gate has.
    let number: Int
    let slot: Int
    let beganAt: Int64
    var edge: EdgeSwipe?
    /// The contact's part on the glass once it is released.
    let reception: ContactGate.Reception
    private(set) var isDown = true
    private(set) var history: [(time: Int64, change: ContactChange)]
    /// The number of changes from earlier reports. It cannot be derived from the times of changes: after dropped events, the kernel's state may be
    /// processed with the time of the last report.
    private var earlierCount = 0

    init(_ number: Int, _ began: ContactChange, at time: Int64, _ p: Point, _ edge: EdgeSwipe?, _ reception: ContactGate.Reception) {
        self.number = number
        slot = began.slot
        beganAt = time
        self.edge = edge
        self.reception = reception
        history = [(time, began)]
        if reception != .touch { history[0].change.location = p }
    }

    /// Marks all changes so far as coming from earlier reports.
    mutating func endReport() { earlierCount = history.count }

    var earlier: ArraySlice<(time: Int64, change: ContactChange)> { history[..<earlierCount] }
    /// The changes from the last report.
    var new: ArraySlice<(time: Int64, change: ContactChange)> { history[earlierCount...] }

    mutating func moved(_ change: ContactChange, to p: Point, at time: Int64) {
        append(change, p, time)
        edge?.moved(to: p, at: time)
    }

    /// A contact that explores is no touch, so its changes keep their places.
    private mutating func append(_ change: ContactChange, _ p: Point, _ time: Int64) {
        history.append((time, change))
        if reception != .touch { history[history.count - 1].change.location = p }
    }

    mutating func lifted(_ change: ContactChange, to p: Point, at time: Int64) {
        append(change, p, time)
        isDown = false
        edge?.moved(to: p, at: time)
        edge?.lifted()
    }
}
