import Testing

@testable import Logging

/// Messages that may come a thousand times a minute neither fill the log nor suppress other messages.
@Suite struct LogFloodTests {
    private let behind = MessageKind("00000000000000000000000000000001", .warning, "client … is behind")
    private let gone = MessageKind("00000000000000000000000000000002", .warning, "client … is gone")
    private let second: Int64 = 1_000_000

    private func message(_ kind: MessageKind, _ client: Int, user: Int = 7) -> LogMessage {
        let text = kind == gone ? "client \(client) is gone" : "client \(client) is behind"
        return LogMessage(kind, text, limits: [.few("client \(client)"), .init("user \(user)", most: 20)])
    }

    private let more = { (count: Int) in " (and \(count) more like it since the last)" }

    @Test func `about one subject the log gets five lines in thirty seconds, and the newest of the others when they are over (case 35)`() {
        var flood = LogFlood()
        // Half a minute of messages, 16 per second.
        let written = (0..<480).count { flood.admit(message(behind, 1), at: 7 * second + Int64($0) * 60_000) != nil }
        #expect(written == 5)
        #expect(flood.due == 37 * second)
        #expect(flood.removeDue(at: 37 * second - 1).isEmpty)
        #expect(flood.removeDue(at: 37 * second).map(\.text) == ["client 1 is behind" + more(474)])
        #expect(flood.due == nil && flood.removeDue(at: 100 * second).isEmpty, "told once")
        #expect(flood.admit(message(behind, 1), at: 500 * second)?.text == "client 1 is behind")
    }

    @Test func `a program that ends tells of what it has left out`() {
        var flood = LogFlood()
        for client in 1...2 { for _ in 0..<7 { _ = flood.admit(message(behind, client), at: second) } }
        #expect(flood.removeAll(at: second).map(\.text) == ["client 1 is behind" + more(1), "client 2 is behind" + more(1)])
        #expect(flood.removeAll(at: second).isEmpty, "told once")
    }

    @Test func `the next that is written tells of those before it, if nobody has asked for them`() {
        var flood = LogFlood()
        for _ in 0..<7 { _ = flood.admit(message(behind, 1), at: second) }
        #expect(flood.admit(message(behind, 1), at: 31 * second - 1) == nil)
        #expect(flood.admit(message(behind, 1), at: 31 * second)?.text == "client 1 is behind" + more(3))
    }

    @Test func `a flood that goes on is five lines in each window`() {
        var flood = LogFlood()
        var lines: [LogMessage] = []
        for time in stride(from: 0, to: 300 * second, by: 100_000) {
            if let due = flood.due, due <= time { lines += flood.removeDue(at: time) }
            if let line = flood.admit(message(behind, 1), at: time) { lines.append(line) }
        }
        #expect(lines.count == 50)
        #expect(lines.count { $0.text.contains("more like it") } == 9)
    }

    @Test func `a noisy client hides no lines of others, and not all of its lines`() {
        var flood = LogFlood()
        for count in 0..<100 { #expect((flood.admit(message(behind, 1), at: 0) != nil) == (count < 5)) }
        #expect(flood.admit(message(behind, 2), at: 1)?.text == "client 2 is behind", "another of the same user")
        #expect(flood.admit(message(gone, 1), at: 1)?.text == "client 1 is gone", "another kind")
    }

    @Test func `a client that connects again and again does not fill the log`() {
        var flood = LogFlood()
        #expect((0..<1000).count { flood.admit(message(gone, $0), at: Int64($0)) != nil } == 20)
        #expect(flood.admit(message(gone, 1, user: 8), at: 1000)?.text == "client 1 is gone", "another user")
        #expect(flood.removeDue(at: 31 * second).map(\.text) == ["client 999 is gone" + more(979)])
    }

    @Test func `a kind is bounded whoever it is about, also where it has no limit of its own`() {
        var flood = LogFlood()
        #expect((0..<10_000).count { flood.admit(message(gone, $0, user: $0), at: 0) != nil } == 200)
        let plain = LogMessage(behind, "client x is behind")
        #expect((0..<10_000).count { _ in flood.admit(plain, at: 0) != nil } == 200)
        #expect(flood.removeDue(at: 30 * second).map(\.text) == ["client x is behind" + more(9799), "client 9999 is gone" + more(9799)])
    }

    /// The memory is bounded for any messages at any rate, and suppressed messages are counted in the log.
    @Test func `the limits themselves are bounded`() {
        var flood = LogFlood()
        var written = 0
        func count(_ lines: [LogMessage]) {
            for line in lines {
                let words = line.text.split(separator: " ")
                written += 1 + (words.firstIndex(of: "(and").flatMap { Int(words[$0 + 1]) } ?? 0)
            }
        }
        for round in 0..<2 {
            for client in 0..<1500 {
                for _ in 0..<7 { count(flood.admit(message(behind, client, user: client), at: Int64(round) * 31 * second).map { [$0] } ?? []) }
                #expect(flood.count <= LogFlood.mostLimits + 1)
            }
        }
        for window in 5..<20 where flood.due != nil { count(flood.removeDue(at: Int64(window) * 31 * second)) }
        #expect(written == 2 * 1500 * 7 && flood.due == nil)
    }
}
