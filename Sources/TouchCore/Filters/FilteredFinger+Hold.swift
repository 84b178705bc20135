extension FilteredFinger {
    /// Why a begin is withheld: each filter that withholds has its part here.
    struct Hold {
        var isAtEdge = false
        var isGhost = false
        /// It may be the bounce of a tap, until this time.
        var isBounce = false
        var bounceUntil = Int64.min
        /// It may be too short a tap, until this time.
        var ripeAt = Int64.min

        init() {}

        /// Why the begin of a contact is to be withheld; nil when it is not.
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
            if let minimum = rules.minimumTap { ripeAt = time &+ minimum }
            if let until, until <= time { return nil }
        }

        /// When time alone ends it; nil while where it is counts.
        var until: Int64? { isAtEdge || isGhost ? nil : max(ripeAt, isBounce ? bounceUntil : .min) }

        /// The finger has moved: it is no ghost, and perhaps no longer at the edge or in a bounce's place.
        mutating func loosen(_ rules: FilterRules, _ area: Rect, from start: Point, to point: Point, hasMoved: Bool) {
            if hasMoved { isGhost = false }
            if let edge = rules.edge, area.inset(of: point) - area.inset(of: start) >= edge { isAtEdge = false }
            if let bounce = rules.bounce, !bounce.reaches(from: start, to: point) { isBounce = false }
        }
    }
}
