import Glibc
import Testing

@testable import Panels

@Suite struct EventTimeTests {
    @Test func `a kernel's time is its µs`() {
        #expect(EventReader.time(timeval(tv_sec: 8123, tv_usec: 456_789)) == 8_123_456_789)
    }

    @Test(arguments: [Int.min, -1, .max]) func `a time that no clock has does not overflow, nor does what is added to it`(_ extreme: Int) {
        let time = EventReader.time(timeval(tv_sec: extreme, tv_usec: extreme))
        // The longest time of a configuration, twice.
        #expect(!time.addingReportingOverflow(2_000_000_000_000_000).overflow && !time.subtractingReportingOverflow(2_000_000_000_000_000).overflow)
    }
}
