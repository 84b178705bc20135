import Testing

@testable import TouchCore

/// How fast something moves, from places and times.
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
}
