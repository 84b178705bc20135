import Testing

@testable import Server

@Suite struct LogLimitTests {
    /// A thousand in a minute: five lines in each half, and every one that was not written is counted.
    @Test func c2_35_fiveLinesInThirtySeconds() {
        var limit = LogLimit()
        var written: [Int] = []
        for index in 0..<1000 {
            if let suppressed = limit.admit(at: 7_000_000 + Int64(index) * 60_000) { written.append(suppressed) }
        }
        #expect(written == [0, 0, 0, 0, 0, 495, 0, 0, 0, 0])
        #expect(limit.admit(at: 500_000_000) == 495)
        #expect(limit.admit(at: 600_000_000) == 0)
    }

    /// The window is counted from its first line, and its end is not in it.
    @Test func theWindowEndsAfterThirtySeconds() {
        var limit = LogLimit()
        for _ in 0..<5 { #expect(limit.admit(at: 1_000_000) == 0) }
        #expect(limit.admit(at: 30_999_999) == nil)
        #expect(limit.admit(at: 31_000_000) == 1)
    }
}
