import CLinux
import Glibc
import Synchronization
import Testing

@testable import Server

/// Background jobs: each result arrives through a descriptor, and a job that hangs is abandoned.
@Suite struct BackgroundJobTests {
    @Test func `the loop is told when the value is there`() {
        let loop = EventLoop()
        let job = BackgroundJob { _ in 42 }
        var value: Int?
        loop.add(job.fd) { _ in
            value = job.value
            loop.remove(job.fd)
        }
        while value == nil { loop.turn(waiting: 1000) }
        #expect(value == 42)
        #expect(!job.hangs)
    }

    @Test func `what waits for the system for too long hangs, and what computes does not`() {
        let isOver = Mutex(false)
        @Sendable func wait() { while !isOver.withLock({ $0 }) { usleep(10_000) } }
        let hanging = BackgroundJob { waits in
            waits(true)
            wait()
        }
        let computing = BackgroundJob { waits in
            waits(false)
            wait()
        }
        #expect(hanging.wait(unlessReadable: -1) == nil)
        #expect(hanging.hangs)
        // It started at the same time as the other job or earlier.
        while computing.hangs { usleep(10_000) }
        #expect(computing.value == nil)
        isOver.withLock { $0 = true }
        #expect(computing.wait(unlessReadable: -1) != nil)
        while hanging.value == nil { usleep(10_000) }
        #expect(!hanging.hangs)
    }

    @Test func `calls that each return in time hang when they take too long in all`() {
        let isOver = Mutex(false)
        let job = BackgroundJob(waitingAtMost: 100_000) { waits in
            while !isOver.withLock({ $0 }) {
                waits(true)
                usleep(10_000)
                waits(false)
            }
        }
        #expect(job.failure == nil)
        #expect(job.wait(unlessReadable: -1) == nil)
        #expect(job.hangs)
        isOver.withLock { $0 = true }
        while job.value == nil { usleep(10_000) }
        #expect(!job.hangs)
    }

    @Test func `another descriptor ends the wait`() {
        let isOver = Mutex(false)
        let job = BackgroundJob { _ in while !isOver.withLock({ $0 }) { usleep(10_000) } }
        let other = clinux_eventfd()
        defer { close(other) }
        clinux_eventfd_signal(other)
        #expect(job.wait(unlessReadable: other) == nil)
        #expect(!job.hangs)
        isOver.withLock { $0 = true }
    }
}
