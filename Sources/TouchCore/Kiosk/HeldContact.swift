/// A contact that is withheld until it is decided whose it is, with all that has happened to it.
struct HeldContact: Sendable {
    let slot: Int
    let beganAt: Int64
    var edge: EdgeSwipe?
    private(set) var isDown = true
    private(set) var history: [(time: Int64, change: ContactChange)]
    /// How much of it earlier reports have said. They may have the same time: the kernel's state after a drop comes at that of the last report.
    private var settledCount = 0

    init(_ began: ContactChange, at time: Int64, _ edge: EdgeSwipe?) {
        slot = began.slot
        beganAt = time
        self.edge = edge
        history = [(time, began)]
    }

    /// What has happened by now was said by earlier reports.
    mutating func settle() { settledCount = history.count }

    var settled: ArraySlice<(time: Int64, change: ContactChange)> { history[..<settledCount] }
    /// What the last report says of it.
    var new: ArraySlice<(time: Int64, change: ContactChange)> { history[settledCount...] }

    mutating func moved(_ change: ContactChange, to p: Point, at time: Int64) {
        history.append((time, change))
        edge?.moved(to: p, at: time)
    }

    mutating func lifted(_ change: ContactChange, to p: Point, at time: Int64) {
        history.append((time, change))
        isDown = false
        edge?.moved(to: p, at: time)
        edge?.lifted()
    }
}
