import TouchCore

/// Deliberate gestures of a visitor, which random fingers hardly ever make. Many rules wait for nothing else.
enum Visitor {
    /// The places of the fingers, by slot, in the units of a touchscreen, and how long they stay there, in µs. No place: no finger.
    typealias Step = (places: [(x: Int32, y: Int32)?], stay: Int64)

    /// Returns the steps of one act. The glass is empty before it, and after it.
    static func act(_ random: Chance) -> [Step] {
        switch random(6) {
        case 0: taps(at: (100 + Int32(random(300)), 100), count: 1 + random(3), lastStay: random.oneIn(2) ? 400_000 : 50_000)
        case 1: stroke([(500, 995)], by: (0, -40), random)
        case 2: stroke([(200, 800)], by: (0, -20), random)
        case 3: stroke([(450, 200)], by: (30, Int32(random(20))), random)
        case 4: stroke([(500, 200), (600, 300)], by: (15, 0), random, turns: true)
        default: taps(at: (Int32(random(1000)), Int32(random(1000))), count: 2, lastStay: random.oneIn(3) ? 700_000 : 60_000, fingers: 1 + random(3))
        }
    }

    private static func taps(at place: (x: Int32, y: Int32), count: Int, lastStay: Int64, fingers: Int = 1) -> [Step] {
        (1...count).flatMap { number -> [Step] in
            let places = (0..<fingers).map { (place.x + Int32($0) * 20, place.y) as (Int32, Int32)? }
            return [(places, number == count ? lastStay : 60_000), (places.map { _ in nil }, 90_000)]
        }
    }

    private static func stroke(_ starts: [(x: Int32, y: Int32)], by step: (x: Int32, y: Int32), _ random: Chance, turns: Bool = false) -> [Step] {
        let count = Int32(4 + random(8))
        let moves = (0...count).map { number -> Step in
            let places = starts.enumerated().map { index, start in
                let sign: Int32 = turns && index == 1 ? -1 : 1
                return (start.x + sign * number * step.x, start.y + sign * number * step.y) as (Int32, Int32)?
            }
            return (places, 12_000)
        }
        return moves + [(starts.map { _ in nil }, 20_000)]
    }
}
