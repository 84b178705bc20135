import Glibc
import Sockets
import Testing

@Suite struct MonotonicClockTests {
    @Test func `it is the kernel's clock of the events of panels, in microseconds`() {
        func kernel() -> Int64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
        }
        let before = kernel()
        let now = MonotonicClock.now
        #expect((before...kernel()).contains(now))
    }
}
