import Logging
import Testing

@testable import Server

/// What may come a thousand times a minute does not fill the log, and hides nothing else from it.
@Suite struct LogLimitTests {
    @Test func `of one client the log gets five lines in thirty seconds (case 35)`() {
        var limit = LogLimit()
        let written = (0..<500).compactMap { limit.admit("m\($0)", at: 7_000_000 + Int64($0) * 60_000) }
        // Half a minute of them, at 16 a second.
        #expect(written == ["m0", "m1", "m2", "m3", "m4"])
        #expect(limit.admit("m", at: 500_000_000) == "m (and 495 more like it since the last)")
        #expect(limit.admit("m", at: 600_000_000) == "m")
    }

    @Test func `the time of the limit ends after thirty seconds`() {
        var limit = LogLimit()
        for _ in 0..<5 { #expect(limit.admit("m", at: 1_000_000) == "m") }
        #expect(limit.admit("m", at: 30_999_999) == nil)
        #expect(limit.admit("m", at: 31_000_000) == "m (and 1 more like it since the last)")
    }

    // MARK: Of clients

    private func subject(_ client: Int, user: UInt32 = 7) -> ClientLog.Subject {
        ClientLog.Subject(principal: Principal(user: user), client: client)
    }

    @Test func `a noisy client hides no lines of others, and not all of its own`() {
        var log = ClientLog()
        for count in 0..<100 { #expect((log.admit("behind", .clientBehind, about: subject(1), at: 0) != nil) == (count < 5)) }
        #expect(log.admit("behind", .clientBehind, about: subject(2), at: 1) == "behind", "another of the same user")
        #expect(log.admit("gone", .clientUnresponsive, about: subject(1), at: 1) == "gone", "another kind")
        #expect(log.admit("behind", .clientBehind, about: subject(1), at: 30_000_000) == "behind (and 95 more like it since the last)")
    }

    @Test func `a client that connects again and again does not fill the log`() {
        var log = ClientLog()
        let written = (0..<1000).count { log.admit("gone", .clientUnresponsive, about: subject($0), at: Int64($0)) != nil }
        #expect(written == 20)
        #expect(log.admit("gone", .clientUnresponsive, about: subject(1, user: 8), at: 1000) == "gone", "another user")
        #expect(log.admit("gone", .clientUnresponsive, about: subject(5000), at: 30_001_000) == "gone (and 980 more like it since the last)")
    }

    /// Whatever comes, and however often: what is kept is bounded, and what was not written is told of.
    @Test func `the limits themselves are bounded`() {
        var log = ClientLog()
        var written = 0
        var told = 0
        func take(_ line: String?) {
            guard let line else { return }
            written += 1
            if let more = line.split(separator: " ").dropFirst(2).first.flatMap({ Int($0) }) { told += more }
        }
        for round in 0..<4 {
            for client in 0..<3000 {
                for _ in 0..<7 { take(log.admit("m", .clientBehind, about: subject(client, user: UInt32(client)), at: Int64(round) * 31_000_000)) }
                #expect(log.count <= ClientLog.mostLimits + 1)
            }
        }
        for client in 0..<3000 { take(log.admit("m", .clientBehind, about: subject(client, user: UInt32(client)), at: 500_000_000)) }
        take(log.admit("m", .clientBehind, about: nil, at: 600_000_000))
        #expect(written + told >= 4 * 3000 * 7, "\(written) written and \(told) told of")
    }
}
