import Support
import TouchCore
import Testing

@testable import Panels

/// The times at which reports are sent.
@Suite struct `Virtual pace` {
    private typealias T = `Virtual contacts`

    /// Passes reports at a time, and returns when each is sent, in ms after it.
    private func send(_ reports: [(ms: Int64, touches: [VirtualTouch])], at now: Int64 = 1_000_000) -> [String] {
        var pace = VirtualPace()
        for report in reports { pace.add(report.touches, time: now + report.ms * 1000, at: now) }
        return drain(&pace, from: now)
    }

    private func drain(_ pace: inout VirtualPace, from start: Int64, until end: Int64 = .max) -> [String] {
        var sent: [String] = []
        var now = start
        while true {
            while let next = pace.next(at: now) {
                let touches = next.touches.map { "\($0.phase)\($0.id.rawValue)" }.joined(separator: " ")
                sent.append("\((now - start) / 1000): \(touches)")
            }
            guard let due = pace.due, due <= end else { return sent }
            now = due
        }
    }

    @Test func `a report of now goes out at once`() {
        var pace = VirtualPace()
        let passed = [(TouchPhase.began, 0), (.moved, 1), (.ended, 8)].map { pace.passes([T.touch(1, $0)], at: 1_000_000 + $1 * 1000) }
        #expect(passed == [true, true, true])
        #expect(pace.due == nil)
    }

    @Test func `a lift waits until its touch was down for 8 ms, and others wait behind it`() {
        var pace = VirtualPace()
        let (begins, lifts) = (pace.passes([T.touch(1, .began)], at: 1_000_000), pace.passes([T.touch(1, .ended)], at: 1_005_000))
        #expect(begins && !lifts)
        pace.add([T.touch(1, .ended)], time: 1_005_000, at: 1_005_000)
        let passes = pace.passes([T.touch(2, .began)], at: 1_006_000)
        #expect(!passes)
        pace.add([T.touch(2, .began)], time: 1_006_000, at: 1_006_000)
        #expect(drain(&pace, from: 1_006_000) == ["2: ended1", "2: began2"])
    }

    @Test func `withheld taps keep the pauses between them, of half a second at the most`() {
        #expect(
            send([
                (-2000, [T.touch(1, .began)]), (-1900, [T.touch(1, .ended)]), (-1700, [T.touch(2, .began)]), (-1699, [T.touch(2, .ended)]),
                (-200, [T.touch(3, .began)]), (-120, [T.touch(3, .ended)]),
            ]) == ["0: began1", "100: ended1", "300: began2", "308: ended2", "808: began3", "888: ended3"])
    }

    @Test func `a withheld touch that is still down comes with all its moves at once, each in its report`() {
        #expect(
            send([(-150, [T.touch(1, .began)]), (-140, [T.touch(1, .moved)]), (-50, [T.touch(1, .moved)]), (0, [T.touch(1, .moved)])])
                == ["0: began1", "0: moved1", "0: moved1", "0: moved1"])
    }

    @Test func `what comes while something waits goes out behind it`() {
        var pace = VirtualPace()
        pace.add([T.touch(1, .began)], time: 700_000, at: 1_000_000)
        pace.add([T.touch(1, .ended)], time: 800_000, at: 1_000_000)
        #expect(drain(&pace, from: 1_000_000, until: 1_000_000) == ["0: began1"])
        let passes = pace.passes([T.touch(2, .began)], at: 1_050_000)
        #expect(!passes)
        pace.add([T.touch(2, .began)], time: 1_050_000, at: 1_050_000)
        #expect(drain(&pace, from: 1_050_000) == ["50: ended1", "300: began2"])
    }

    @Test func `frames that come together and are of now go out at once`() {
        #expect(send([(-5, [T.touch(1, .began)]), (0, [T.touch(2, .began)])]) == ["0: began1", "0: began2"])
    }

    @Test func `of a touch that is cancelled while its begin waits nothing goes out`() {
        var pace = VirtualPace()
        pace.add([T.touch(1, .began)], time: 100_000, at: 1_000_000)
        pace.add([T.touch(1, .ended)], time: 200_000, at: 1_000_000)
        pace.add([T.touch(2, .began)], time: 300_000, at: 1_000_000)
        pace.add([T.touch(2, .moved)], time: 310_000, at: 1_000_000)
        #expect(drain(&pace, from: 1_000_000, until: 1_000_000) == ["0: began1"])
        pace.add([T.touch(2, .cancelled)], time: 1_000_000, at: 1_000_000)
        #expect(drain(&pace, from: 1_000_000).filter { $0.hasSuffix("2") }.isEmpty)
        #expect(pace.due == nil)
    }

    @Test func `moves behind a begin that is cancelled while it waits go out at once`() {
        var pace = VirtualPace()
        pace.add([T.touch(1, .began)], time: 700_000, at: 1_000_000)
        for time in [800_000, 900_000] { pace.add([T.touch(2, .moved)], time: Int64(time), at: 1_000_000) }
        pace.add([T.touch(1, .cancelled)], time: 1_000_000, at: 1_000_000)
        #expect(drain(&pace, from: 1_000_000) == ["0: ", "0: moved2", "0: moved2"])
    }

    @Test func `the pause after merged moves counts from the last of them`() {
        var pace = VirtualPace()
        pace.add([T.touch(1, .began)], time: 0, at: 1_000_000)
        for index in 1...4000 { pace.add([T.touch(1, .moved, Int32(index))], time: Int64(index * 100), at: 1_000_000) }
        pace.add([T.touch(1, .ended)], time: 410_000, at: 1_000_000)
        #expect(drain(&pace, from: 1_000_000).suffix(2) == ["102: moved1", "112: ended1"])
    }

    @Test func `with very many that wait moves become one, and no begin and no lift is lost`() {
        var pace = VirtualPace()
        pace.add([T.touch(1, .began)], time: 0, at: 1_000_000)
        for index in 0..<5000 { pace.add([T.touch(1, .moved, Int32(index))], time: Int64(index), at: 1_000_000) }
        pace.add([T.touch(1, .ended)], time: 5000, at: 1_000_000)
        let sent = drain(&pace, from: 1_000_000)
        #expect(sent.count <= VirtualPace.limit + 2)
        #expect(sent.first?.hasSuffix("began1") == true && sent.last?.hasSuffix("ended1") == true)
    }

    @Test func `whatever waits, the order is kept, and each touch is down for 8 ms`() {
        var random = SeededRandom()
        for _ in 0..<rounds(100) {
            var pace = VirtualPace()
            var now: Int64 = 10_000_000, id: UInt64 = 1
            var given: [String] = [], sent: [(name: String, at: Int64)] = []
            func record(_ touches: [VirtualTouch], _ at: Int64) { for touch in touches { sent.append(("\(touch.phase)\(touch.id.rawValue)", at)) } }
            for _ in 0..<50 {
                var time = now - Int64(random(3) == 0 ? random(1_500_000) : 0)
                var reports: [(Int64, VirtualTouch)] = []
                for _ in 0..<(1 + random(3)) {
                    for phase in [TouchPhase.began, .moved, .ended] {
                        reports.append((min(time, now), T.touch(id, phase)))
                        time += Int64(random(90_000))
                    }
                    id += 1
                }
                for (time, touch) in reports {
                    given.append("\(touch.phase)\(touch.id.rawValue)")
                    if reports.count == 1, pace.passes([touch], at: now) { record([touch], now) } else { pace.add([touch], time: time, at: now) }
                }
                let end = now + Int64(random(400_000))
                while let due = pace.due, max(due, now) <= end {
                    now = max(due, now)
                    while let next = pace.next(at: now) { record(next.touches, now) }
                }
                now = end
            }
            while let due = pace.due {
                now = max(due, now)
                while let next = pace.next(at: now) { record(next.touches, now) }
            }
            #expect(sent.map(\.name) == given)
            let times = Dictionary(uniqueKeysWithValues: sent.map { ($0.name, $0.at) })
            for touch in 1..<id { #expect(times["ended\(touch)"]! - times["began\(touch)"]! >= VirtualPace.leastTouch) }
        }
    }
}
