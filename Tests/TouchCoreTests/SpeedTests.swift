import Support
import Testing

@testable import TouchCore

/// The speed of a movement, computed from places and times.
@Suite struct SpeedTests {
    @Test func `a place with an earlier time than the last one's keeps the order`() {
        var speed = Speed(GestureSpec(id: "pan", type: "pan"))
        speed.add(Point(0, 0), at: 100_000)
        speed.add(Point(10, 0), at: 110_000)
        speed.add(Point(20, 0), at: 90_000)
        #expect(speed.fault == nil)
        speed.add(Point(40, 0), at: 120_000)
        #expect(speed.fault == nil)
        #expect(speed.velocity(at: 120_000).x > 0)
    }

    /// Plain least squares over the places of the last 100 ms; equal to the bit, because clients receive the value.
    private func velocity(_ samples: ArraySlice<(time: Int64, place: Point)>) -> Point {
        guard let newest = samples.last, samples.count > 1 else { return Point(0, 0) }
        let count = Double(samples.count)
        let newestFirst = samples.reversed()
        let mean = newestFirst.reduce((time: 0.0, x: 0.0, y: 0.0)) {
            ($0.time + Double($1.time - newest.time), $0.x + ($1.place.x - newest.place.x), $0.y + ($1.place.y - newest.place.y))
        }
        let (time, x, y) = (mean.time / count, mean.x / count, mean.y / count)
        var (spread, alongX, alongY) = (0.0, 0.0, 0.0)
        for sample in newestFirst {
            let t = Double(sample.time - newest.time) - time
            spread += t * t
            alongX += t * (sample.place.x - newest.place.x - x)
            alongY += t * (sample.place.y - newest.place.y - y)
        }
        return spread > 0 ? Point(alongX / spread * 1e6, alongY / spread * 1e6) : Point(0, 0)
    }

    @Test func `the velocity is the slope of the line that fits the last 100 ms best, also when old places are forgotten`() {
        let seed: UInt64 = 7
        print("seed \(seed)")
        var random = SeededRandom(seed: seed)
        var speed = Speed(GestureSpec(id: "pan", type: "pan"))
        var all: [(time: Int64, place: Point)] = []
        var time: Int64 = 1_000_000
        for _ in 0..<2000 {
            // Far enough apart that none replaces another; now and then slower than the window.
            time += Int64(3_200 + random(random(20) == 0 ? 60_000 : 9_000))
            let place = Point(Double(random(1_000_000)) / 997, Double(random(1_000_000)) / 991)
            speed.add(place, at: time)
            all.append((time, place))
            let window = all.suffix(32).drop { time - $0.time > 100_000 }
            #expect(speed.velocity(at: time) == velocity(window))
        }
    }
}
