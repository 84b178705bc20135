import Support

@testable import TouchCore

/// Fingers that come down, wander, lift and now and then are cancelled.
struct RandomFingers {
    /// The fingers' places by slot; nil if not down.
    private var places: [Point?]
    /// The rate of changes: a frame changes 1 finger in `oneIn`, and of the changing fingers that are down, 1 in `oneIn` goes up.
    private let oneIn: Int
    private let liftsOneIn: Int
    /// The rate of cancels: 1 in `cancelsOneIn` fingers that go up is cancelled, and half of these come down again in the same frame.
    private let cancelsOneIn: Int

    init(_ count: Int, oneIn: Int, liftsOneIn: Int, cancelsOneIn: Int = 6) {
        places = Array(repeating: nil, count: count)
        self.oneIn = oneIn
        self.liftsOneIn = liftsOneIn
        self.cancelsOneIn = cancelsOneIn
    }

    /// The changes of the next frame, ends first.
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

    /// Lifts of all fingers still down.
    var lifts: [ContactChange] {
        places.indices.filter { places[$0] != nil }.map { ContactChange(slot: $0, phase: .ended, location: places[$0]) }
    }
}
