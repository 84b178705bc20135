extension FilteredFinger {
    /// The reasons for delaying a begin. Each filter that delays begins has its part here.
    struct Hold {
        var isAtEdge = false
        var isGhost = false
        /// True if the contact may be a bounce of the touch before it. A contact that lasts until `bounceUntil` is not.
        var isBounce = false
        var bounceUntil = Int64.min
        /// The time from which the contact has lasted long enough to be a tap.
        var longEnoughAt = Int64.min

        init() {}

        /// Finds the reasons for delaying the begin of a contact; nil if there are none.
        init?(
            _ contact: ContactChange, _ location: Point, _ time: Int64, _ rules: FilterRules, _ lifted: LiftedContacts, _ area: Rect
        ) {
            if let edge = rules.edge { isAtEdge = area.inset(of: location) <= edge }
            if let ghost = rules.ghost { isGhost = lifted.isGhost(contact, time, ghost) }
            if let bounce = rules.bounce {
                isBounce = lifted.touches.contains(since: bounce.time, before: time, isSensitive: contact.isSensitive) {
                    bounce.reaches(from: $1, to: location)
                }
                bounceUntil = time &+ bounce.time
            }
            if let minimum = rules.minimumTap { longEnoughAt = time &+ minimum }
            if let until, until <= time { return nil }
        }

        /// The time at which the delay ends; nil while only a move of the contact can end it.
        var until: Int64? { isAtEdge || isGhost ? nil : max(longEnoughAt, isBounce ? bounceUntil : .min) }

        /// Updates the reasons after a report. A finger that has moved is no ghost, and it may have left the edge or the place of the bounce.
        mutating func update(_ rules: FilterRules, _ area: Rect, from start: Point, to point: Point, hasMoved: Bool) {
            if hasMoved { isGhost = false }
            if let edge = rules.edge, area.inset(of: point) - area.inset(of: start) >= edge { isAtEdge = false }
            if let bounce = rules.bounce, !bounce.reaches(from: start, to: point) { isBounce = false }
        }
    }
}
