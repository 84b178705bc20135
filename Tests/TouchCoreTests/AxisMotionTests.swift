import Testing

@testable import TouchCore

@Suite struct `Scrolling that goes on by itself` {
    private static let friction = Friction(rate: 0.998)

    private func motion(within range: ClosedRange<Double>) -> AxisMotion {
        AxisMotion(from: 50, velocity: 500, within: range, page: nil, Self.friction, isFree: true)
    }

    @Test func `content whose end comes closer than its offset goes back like content that is released there`() {
        var (coasting, released) = (motion(within: 0...1_000), motion(within: 0...20))
        for _ in 0..<100 {
            coasting.advance(within: 0...20, Self.friction, bounces: true)
            released.advance(within: 0...20, Self.friction, bounces: true)
            #expect(coasting.offset == released.offset)
        }
        #expect(abs(coasting.offset - 20) < 10)
    }
}
