/// What the filters know of the contact that a touch slot stands for. Nothing of it is shared between fingers.
struct FilteredFinger {
    enum Stage {
        /// Nothing is on the glass, or a contact that the filters never saw begin.
        case none
        /// Its begin was passed on, and its end was not.
        case touching
        /// It has lifted, and its end is withheld: it may come back.
        case lost
    }

    var stage = Stage.none
    /// When something happens to it without an event, or never.
    var deadline: Int64 = .max
    /// Event time of its last report; of a lost one, of its lift.
    var changedAt: Int64 = 0
    var values = ContactValues()
    /// Where the panel has it.
    var raw = Point(0, 0)
    /// Where clients have it.
    var location = Point(0, 0)
    /// It has come back in the frame being filtered.
    var isBack = false

    /// A contact begins in the slot.
    mutating func start(_ values: ContactValues, at location: Point, _ time: Int64) {
        self = FilteredFinger()
        self.values = values
        raw = location
        self.location = location
        changedAt = time
    }

    /// Takes a report of a touching finger. Returns whether clients have it somewhere else now.
    mutating func follow(_ values: ContactValues, at point: Point, _ time: Int64) -> Bool {
        let before = location
        self.values = values
        raw = point
        changedAt = time
        location = point
        return location != before
    }
}
