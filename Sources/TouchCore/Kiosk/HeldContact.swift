/// A contact that is withheld until it is decided whose it is, with all that has happened to it.
struct HeldContact: Sendable {
    let slot: Int
    let beganAt: Int64
    var edge: EdgeSwipe?
    private(set) var isDown = true
    private(set) var history: [(time: Int64, change: ContactChange)]

    init(_ began: ContactChange, at time: Int64, _ edge: EdgeSwipe?) {
        slot = began.slot
        beganAt = time
        self.edge = edge
        history = [(time, began)]
    }

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
