import Glibc
import Testing

@testable import Panels

@Suite struct EventTimeTests {
    @Test func `a kernel's time is its µs`() {
        #expect(EventReader.time(timeval(tv_sec: 8123, tv_usec: 456_789)) == 8_123_456_789)
    }

    @Test(arguments: [Int.min, -1, .max]) func `a time that no clock has does not overflow, nor does what is added to it`(_ extreme: Int) {
        let time = EventReader.time(timeval(tv_sec: extreme, tv_usec: extreme))
        // Twice the longest time of a configuration.
        #expect(!time.addingReportingOverflow(2_000_000_000_000_000).overflow && !time.subtractingReportingOverflow(2_000_000_000_000_000).overflow)
    }

    @Test func `the events of one read come together, each with its own time`() {
        struct Raw { var seconds, microseconds: Int, type: UInt16, code: UInt16, value: Int32 }
        let raw = [(0, 7), (0, 7), (0, 8), (1, 8), (1, 8)].enumerated().map {
            Raw(seconds: $1.0, microseconds: $1.1, type: 3, code: 0x35, value: Int32($0))
        }
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        raw.withUnsafeBytes { #expect(write(ends[1], $0.baseAddress, $0.count) == $0.count) }
        var calls: [[Int64]] = []
        #expect(EventReader(ends[0]).read { events in calls.append(events.map(\.time)) } == .drained)
        #expect(calls == [[7, 7, 8, 1_000_008, 1_000_008]])
    }
}
