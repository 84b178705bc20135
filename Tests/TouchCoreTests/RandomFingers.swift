import Support

@testable import TouchCore

/// Fingers that come down, wander, lift and now and then are cancelled.
struct RandomFingers {
    /// Where they are, by slot; nil: not down.
    private var places: [Point?]
    /// One in so many fingers does something in a frame, and one in so many of these that are down goes up.
    private let oneIn: Int
    private let liftsOneIn: Int
    /// One in so many of those that go up is cancelled, and then half of them come again in the same frame.
    private let cancelsOneIn: Int

    init(_ count: Int, oneIn: Int, liftsOneIn: Int, cancelsOneIn: Int = 6) {
        places = Array(repeating: nil, count: count)
        self.oneIn = oneIn
        self.liftsOneIn = liftsOneIn
        self.cancelsOneIn = cancelsOneIn
    }

    /// What a frame has of them, endings first.
    mutating func next(_ random: inout SeededRandom) -> [ContactChange] {
        var endings: [ContactChange] = []
        var others: [ContactChange] = []
        for slot in places.indices where random(oneIn) == 0 {
            guard let place = places[slot] else {
                if random(3) > 0 { continue }
                places[slot] = Point(Double(random(1000)), Double(random(1000)))
                others.append(ContactChange(slot: slot, phase: .began, location: places[slot]))
                continue
            }
            if random(liftsOneIn) == 0 {
                let isCancel = random(cancelsOneIn) == 0
                endings.append(
                    ContactChange(slot: slot, phase: isCancel ? .cancelled : .ended, reason: isCancel ? .palm : nil, location: place))
                places[slot] = nil
                if isCancel, random(2) == 0 {
                    places[slot] = Point(Double(random(1000)), Double(random(1000)))
                    others.append(ContactChange(slot: slot, phase: .began, location: places[slot]))
                }
            } else {
                let reach = [6, 40, 300][random(3)]
                places[slot] = Point(place.x + Double(random(reach) - reach / 2), place.y + Double(random(reach) - reach / 2))
                others.append(ContactChange(slot: slot, phase: .moved, location: places[slot]))
            }
        }
        return endings + others
    }

    /// All that are still down lift.
    var lifts: [ContactChange] {
        places.indices.filter { places[$0] != nil }.map { ContactChange(slot: $0, phase: .ended, location: places[$0]) }
    }
}
