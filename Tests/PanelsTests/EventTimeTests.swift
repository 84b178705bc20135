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

    private struct Raw { var seconds, microseconds: Int, type: UInt16, code: UInt16, value: Int32 }

    private func raw(_ times: [(Int, Int)]) -> [UInt8] {
        times.enumerated().map { Raw(seconds: $1.0, microseconds: $1.1, type: 3, code: 0x35, value: Int32($0)) }.withUnsafeBytes { Array($0) }
    }

    /// Writes the parts one after the other, and returns the times of the events that each of them completes.
    private func calls(_ parts: [[UInt8]]) -> [[Int64]] {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let reader = EventReader(ends[0])
        return parts.map { part in
            #expect(write(ends[1], part, part.count) == part.count)
            var times: [Int64] = []
            #expect(reader.read { times += $0.map(\.time) } == .drained)
            return times
        }
    }

    @Test func `the events of one read come together, each with its own time`() {
        #expect(calls([raw([(0, 7), (0, 7), (0, 8), (1, 8), (1, 8)])]) == [[7, 7, 8, 1_000_008, 1_000_008]])
    }

    @Test func `an event that comes in parts is whole`() {
        let bytes = raw([(1, 5), (2, 6), (3, 7)])
        for first in 1..<bytes.count {
            let times = calls([Array(bytes[..<first]), Array(bytes[first...])])
            #expect(times.map(\.count) == [first / 24, 3 - first / 24])
            #expect(times.flatMap(\.self) == [1_000_005, 2_000_006, 3_000_007])
        }
        #expect(calls(bytes.map { [$0] }).flatMap(\.self) == [1_000_005, 2_000_006, 3_000_007])
    }
}
