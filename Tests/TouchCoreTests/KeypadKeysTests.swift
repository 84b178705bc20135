import Support
import Testing

@testable import TouchCore

/// Repetition and bounce of keys, against an oracle that looks at all presses at once.
@Suite struct KeypadKeysTests {
    private struct Press {
        let key: Int
        let down: Int64
        let up: Int64
    }

    /// Returns the times at which keys act: the press, if no press of the same key that acted is nearer than `bounce`, and the repetitions until the release.
    private func oracle(_ presses: [Press], _ timing: KeyTiming) -> [String] {
        var result: [(time: Int64, text: String)] = []
        var last: [Int: Int64] = [:]
        for press in presses {
            if let before = last[press.key], press.down - before < timing.bounce { continue }
            last[press.key] = press.down
            result.append((press.down, "\(press.down) \(press.key)"))
            guard let repetition = timing.repetition else { continue }
            for time in stride(from: press.down + repetition.delay, through: press.up, by: Int(repetition.every)) {
                result.append((time, "\(time) \(press.key)"))
            }
        }
        return result.sorted { ($0.time, $0.text) < ($1.time, $1.text) }.map(\.text)
    }

    @Test(arguments: [
        KeyTiming(), KeyTiming(bounce: 300), KeyTiming(repetition: KeyTiming.Repetition(delay: 500, every: 150)),
        KeyTiming(repetition: KeyTiming.Repetition(delay: 200, every: 70), bounce: 450),
    ]) func `keys act as the oracle says`(timing: KeyTiming) {
        var random = SeededRandom()
        for _ in 0..<200 {
            var presses: [Press] = []
            var free: [Int64] = [0, 0, 0]
            var time: Int64 = 0
            for _ in 0..<12 {
                time += Int64(1 + random(400))
                let key = random(3)
                if free[key] >= time { continue }
                let press = Press(key: key, down: time, up: time + Int64(1 + random(1200)))
                free[key] = press.up
                presses.append(press)
            }
            #expect(run(presses, timing) == oracle(presses, timing), "\(presses)")
        }
    }

    private func run(_ presses: [Press], _ timing: KeyTiming) -> [String] {
        let actions: [KeypadAction] = [.next, .previous, .volumeUp]
        var keys = KeypadKeys()
        var acted: [(time: Int64, text: String)] = []
        func advance(to time: Int64) {
            while let due = keys.removeDue(at: time) { acted.append((due.time, "\(due.time) \(actions.firstIndex(of: due.action)!)")) }
        }
        let events = presses.flatMap { [(time: $0.down, isDown: true, key: $0.key), (time: $0.up, isDown: false, key: $0.key)] }
        for event in events.sorted(by: { $0.time < $1.time }) {
            advance(to: event.time)
            let key = KeypadKey("\(event.key)", of: "pad")
            if !event.isDown {
                keys.release(key)
            } else if keys.press(key, timing, at: event.time) {
                acted.append((event.time, "\(event.time) \(event.key)"))
                if let repetition = timing.repetition { keys.hold(key, actions[event.key], repetition, since: event.time) }
            }
        }
        #expect(keys.deadline == .max, "all keys are up")
        return acted.sorted { ($0.time, $0.text) < ($1.time, $1.text) }.map(\.text)
    }

    @Test func `a keypad that goes releases its keys, and no others`() {
        var keys = KeypadKeys()
        let repetition = KeyTiming.Repetition(delay: 10, every: 10)
        keys.hold(KeypadKey("KEY_UP", of: "one"), .next, repetition, since: 0)
        keys.hold(KeypadKey("KEY_UP", of: "two"), .previous, repetition, since: 5)
        keys.release(keypad: "one")
        #expect(keys.deadline == 15)
        #expect(keys.removeDue(at: 15)?.action == .previous)
    }
}
