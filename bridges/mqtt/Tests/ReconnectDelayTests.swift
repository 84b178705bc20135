import Testing

@testable import touchd_mqtt

@Suite struct ReconnectDelayTests {
    @Test func `a broker that accepts and cuts at once is asked more and more seldom`() {
        var delay = ReconnectDelay()
        let delays = (0..<10).map { _ in delay.next(afterConnectionOf: 0.5) }
        for (number, delay) in delays.enumerated() {
            let most = min(ReconnectDelay.longest, Double(1 << number))
            #expect(delay <= most && delay >= most / 2, "attempt \(number): \(delay) s")
        }
    }

    @Test func `a connection that has held begins anew`() {
        var delay = ReconnectDelay()
        for _ in 0..<10 { _ = delay.next(afterConnectionOf: 0) }
        #expect(delay.next(afterConnectionOf: ReconnectDelay.longest - 1) >= 30)
        #expect(delay.next(afterConnectionOf: ReconnectDelay.longest) <= 1)
    }
}
