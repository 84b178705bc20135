import Support
import Testing

@testable import TouchCore

/// The delay of fingers by gestures of the kiosk, on event time (contract 8): random taps and drags, each event delivered as soon as the panel's deadline
/// allows.
@Suite struct KioskGestureDelayTests {
    private static let rules: KioskRules = {
        var rules = KioskRules()
        rules.gestures = [
            KioskGestureRule(id: "home", .swipe(KioskGestureRule.Swipe(.up, from: .bottom)), fingers: 1),
            KioskGestureRule(id: "reload", .swipe(KioskGestureRule.Swipe(.down, from: nil)), fingers: 3),
            KioskGestureRule(id: "menu", .corner(.topRight, size: 120, hold: 3_000_000)),
            KioskGestureRule(id: "help", .rest(hold: 3_000_000), fingers: 3),
        ]
        return rules
    }()

    /// A finger, and the moments at which the application got its begin and its lift.
    private struct Finger {
        let began: Int64
        let start: Point
        let ended: Int64
        var beginAt: Int64?
        var liftAt: Int64?
    }

    /// The longest delay of a begin. Three fingers that came down together may be delayed as long as their gesture takes.
    private func bound(_ finger: Finger, _ all: [Finger]) -> Int64 {
        var bound: Int64 = 100_001
        if finger.start.y >= 960 { bound = max(bound, 500_001) }
        if finger.start.x >= 880, finger.start.y < 120 { bound = max(bound, 3_000_000) }
        let together = all.filter { abs($0.began - finger.began) <= 100_000 }.map(\.began).sorted()
        let isAmongThree = together.count >= 3 && zip(together, together.dropFirst(2)).contains { $1 - $0 <= 100_000 }
        return isAmongThree ? 3_100_000 : bound
    }

    @Test func `a lift is never late, and a begin at most 0.1 s outside zones and groups`() {
        var (delayed, delivered, made) = (0, 0, 0)
        for _ in 0..<rounds(20) {
            let seed = givenSeed ?? newSeed()
            var random = SeededRandom(seed: seed)
            let stage = KioskStage(Self.rules)
            var fingers: [Finger] = []
            var events: [(time: Int64, change: ContactChange)] = []
            var time: Int64 = 1_000_000
            for _ in 0..<40 {
                var latest = time
                for slot in 0..<[1, 1, 1, 1, 2, 2, 3, 4][random(8)] {
                    let began = time + (slot > 0 ? Int64(random(140_000)) : 0)
                    // Places are different, so that each touch can be told.
                    let start = Point(
                        Double(random(3) == 0 ? 880 + random(120) : random(1000)) + Double(fingers.count) / 10_000,
                        Double(random(3) == 0 ? [random(120), 960 + random(40)][random(2)] : random(1000)))
                    let (steps, pace) = (1 + random([8, 40][random(2)]), Double(random(40)))
                    let way = [Point(0, -1), Point(0, 1), Point(1, 0), Point(0.5, -1)][random(4)]
                    events.append((began, ContactChange(slot: slot, phase: .began, location: start)))
                    var (now, place) = (began, start)
                    for _ in 0..<steps {
                        now += Int64(8_000 + random(8_000))
                        place = Point(place.x + way.x * pace, place.y + way.y * pace)
                        events.append((now, ContactChange(slot: slot, phase: .moved, location: place)))
                    }
                    if random(8) == 0 { now += 3_200_000 }
                    now += 8_000
                    events.append((now, ContactChange(slot: slot, phase: .ended, location: place)))
                    fingers.append(Finger(began: began, start: start, ended: now))
                    latest = max(latest, now)
                }
                time = latest + Int64(20_000 + random(300_000))
            }
            events.sort { $0.time < $1.time }
            func run(to time: Int64) {
                while let due = stage.pipeline.deadline(ofPanel: stage.panel), due <= time { stage.advance(to: due) }
            }
            for (time, change) in events {
                run(to: time)
                stage.touch([change], at: time)
            }
            run(to: .max)
            var open: [TouchID: Int] = [:]
            for (now, event) in stage.delivered {
                if event.phase == .began {
                    guard let index = fingers.firstIndex(where: { $0.start == event.location && $0.beginAt == nil }) else { continue }
                    open[event.id] = index
                    fingers[index].beginAt = now
                } else if event.phase == .ended, let index = open[event.id] {
                    fingers[index].liftAt = now
                }
            }
            for finger in fingers {
                guard let beginAt = finger.beginAt else { continue }
                delivered += 1
                delayed += beginAt > finger.began ? 1 : 0
                #expect(beginAt - finger.began <= bound(finger, fingers), "seed \(seed): a begin at \(finger.start) is late")
                #expect(finger.liftAt.map { $0 - finger.ended <= 20_000 } == true, "seed \(seed): a lift of \(finger.start) is late or missing")
            }
            made += stage.notices.count
        }
        #expect(delivered > made && delayed > 0 && made > 0)
    }
}
