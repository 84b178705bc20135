import Testing

@testable import Sockets

@Suite struct `Back-off` {
    @Test func `delays double from 100 ms up to 5 s, each with a jitter of half of it`() throws {
        var backOff = BackOff(retries: nil)
        for whole in [100.0, 200, 400, 800, 1600, 3200, 5000, 5000, 5000] {
            let next = backOff.delay(lasted: 0)
            let delay = try #require(next)
            #expect((whole / 2...whole).contains(delay), "\(delay) of \(whole)")
        }
    }

    @Test func `they stay at the longest delay without end`() {
        var backOff = BackOff(retries: nil)
        let delays = (0..<2000).map { _ in backOff.delay(lasted: 0) ?? .infinity }
        #expect(delays.allSatisfy { $0 <= 5000 })
    }

    @Test func `after as many attempts as are allowed there is none`() {
        var backOff = BackOff(retries: 3)
        let delays = (0..<5).map { _ in backOff.delay(lasted: 0) != nil }
        #expect(delays == [true, true, true, false, false])
    }

    @Test func `a connection that lasted longer than the longest delay renews the attempts and the first delay`() throws {
        var backOff = BackOff(retries: 3)
        let delays = (0..<4).map { _ in backOff.delay(lasted: 5000) != nil }
        #expect(delays == [true, true, true, false])
        let next = backOff.delay(lasted: 5001)
        #expect(try #require(next) <= 100)
    }
}
